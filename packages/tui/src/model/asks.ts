import type { ItemView, QuestionView, StatusView } from '@symphony/domain';
import { awaitsApproval, duration } from '@symphony/protocol/words';
import { chosenMission } from './missions.ts';
import type { Model } from './model.ts';

/** Something that waits for a person's word. */
export type Ask =
  | { readonly kind: 'question'; readonly key: string; readonly view: QuestionView }
  | { readonly kind: 'approval'; readonly key: string; readonly item: ItemView };

/** Questions first, oldest first: an agent waits for each of them. */
export function asksOf(board: StatusView | null): readonly Ask[] {
  if (board === null) return [];
  const questions = board.inbox
    .toSorted((a, b) => a.askedAt - b.askedAt)
    .map((view) => ({ kind: 'question', key: `${view.item} ${view.question.id}`, view }) as const);
  const approvals = board.items
    .filter((item) => item.state === 'handed_off' && awaitsApproval(item, board))
    .map((item) => ({ kind: 'approval', key: `${item.id} approve`, item }) as const);
  return [...questions, ...approvals];
}

/** The one the keys act on: the first one when the chosen one is answered or gone. */
export function chosenAsk(model: Pick<Model, 'board' | 'asked' | 'view' | 'mission'>): Ask | null {
  const { board, asked } = model;
  if (model.view === 'missions') return askOfMission(board, chosenMission(model)?.id ?? null);
  const asks = asksOf(board);
  return asks.find(({ key }) => key === asked) ?? asks[0] ?? null;
}

const askOfMission = (board: StatusView | null, mission: string | null): Ask | null =>
  asksOf(board).find((ask) => ask.kind === 'question' && ask.view.item === mission) ?? null;

/** What is assumed when nobody answers, and how much time is left for it; empty when nothing is. */
export function defaultLeft({ question, askedAt }: QuestionView, now: number): string {
  if (question.defaultAnswer === null || question.defaultAfterMs === null) return '';
  const left = askedAt + question.defaultAfterMs - now;
  return left > 0
    ? `Without an answer in ${duration(left)} it is "${question.defaultAnswer}".`
    : `Nobody answered in time: it is "${question.defaultAnswer}".`;
}
