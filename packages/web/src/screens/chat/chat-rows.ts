import type { ChatQuestion, ChatRequest, ChatStep, ExecutionPlan, Instant } from '@symphony/domain';
import type { DeedsBlock, SpeechBlock } from '../../transcript/block.ts';
import { standingOf, type ToldChat } from './told-chat.ts';
import { toolDeed } from './tool-deed.ts';

/** A row of the conversation. Rows are values: one that did not change is the same, and not drawn again. */
export type ChatRow =
  | { readonly kind: 'asked'; readonly key: string; readonly request: ChatRequest }
  | PlanRow
  | { readonly kind: 'speech'; readonly key: string; readonly block: SpeechBlock }
  | { readonly kind: 'deeds'; readonly key: string; readonly block: DeedsBlock }
  | { readonly kind: 'note'; readonly key: string; readonly text: string }
  | { readonly kind: 'question'; readonly key: string; readonly question: ChatQuestion }
  | LiveRow
  | EndRow
  | RingRow;

export interface PlanRow {
  readonly kind: 'plan';
  readonly key: string;
  readonly plan: ExecutionPlan;
  /** Steps that wait for a person's word. */
  readonly asking: ReadonlySet<number>;
  /** Of the last request: drawn at once, others when it is wished for. */
  readonly last: boolean;
}

export interface LiveRow {
  readonly kind: 'live';
  readonly key: string;
  readonly since: Instant;
  readonly text: string;
  readonly thought: string;
}

export interface EndRow {
  readonly kind: 'end';
  readonly key: string;
  readonly request: ChatRequest;
  readonly state: Exclude<ChatRequest['state'], 'working'>;
}

export interface RingRow extends Ring {
  readonly kind: 'ring';
  readonly key: string;
}

/** A timer of this chat that rang. */
export interface Ring {
  readonly timer: string;
  readonly label: string;
  readonly at: Instant;
  readonly lateMs: number;
}

export function chatRows(told: ToldChat, rings: readonly Ring[]): readonly ChatRow[] {
  const { requests } = told.chat;
  return requests.flatMap((request, at) => {
    const next = requests[at + 1];
    const heard = rings.filter(
      (ring) => (at === 0 || ring.at >= request.at) && !(next && ring.at >= next.at),
    );
    const rows =
      request.session === told.playing ? requestRows(request, told, true) : settled(request, told, !next);
    return heard.length === 0 ? rows : [...rows, ...heard.map(ringRow)];
  });
}

const ringRow = (ring: Ring): RingRow => ({ ...ring, kind: 'ring', key: `ring ${ring.timer} ${ring.at}` });

/** Rows of what is over, made once. */
const known = new WeakMap<ChatRequest, { readonly last: boolean; readonly rows: readonly ChatRow[] }>();

function settled(request: ChatRequest, told: ToldChat, last: boolean): readonly ChatRow[] {
  const before = known.get(request);
  if (before?.last === last) return before.rows;
  const rows = requestRows(request, told, last);
  known.set(request, { last, rows });
  return rows;
}

function requestRows(request: ChatRequest, told: ToldChat, last: boolean): readonly ChatRow[] {
  const { session, at, plan, steps, answer, endedAt } = request;
  const state = standingOf(request, told.playing);
  const running = state === 'working';
  const live = running && told.live?.session === session ? told.live : null;
  const questions = running ? request.questions : [];
  const rows: ChatRow[] = [{ kind: 'asked', key: `${session} asked`, request }];
  if (plan) {
    const asking = stepsOfCalls(steps, questions);
    rows.push({ kind: 'plan', key: `${session} plan`, plan, asking, last });
  }
  rows.push(...stepRows(request, running, live?.progress ?? NO_PROGRESS));
  if (endedAt !== null && answer.trim() !== '' && lastSaid(rows) !== answer)
    rows.push(speech(`${session} answer`, endedAt, 'message', answer));
  for (const question of questions)
    rows.push({ kind: 'question', key: `${session} ${question.id} asks`, question });
  if (state !== 'working') rows.push({ kind: 'end', key: `${session} end`, request, state });
  else if (questions.length === 0 && endedAt === null)
    rows.push({
      kind: 'live',
      key: `${session} live`,
      since: steps.at(-1)?.at ?? at,
      text: live?.text ?? '',
      thought: live?.thought ?? '',
    });
  return rows;
}

const NO_PROGRESS: ReadonlyMap<string, string> = new Map();

/** Calls with nothing said between them stand together. */
function stepRows(
  { session, steps }: ChatRequest,
  running: boolean,
  progress: ReadonlyMap<string, string>,
): ChatRow[] {
  const rows: ChatRow[] = [];
  for (const [place, step] of steps.entries()) {
    const key = `${session} ${place}`;
    if (step.kind === 'tool') {
      const deed = { ...toolDeed(step, running, progress.get(step.id)), key: `${session} ${step.id}` };
      const before = rows.at(-1);
      if (before?.kind === 'deeds')
        rows.splice(-1, 1, { ...before, block: { ...before.block, deeds: [...before.block.deeds, deed] } });
      else rows.push({ kind: 'deeds', key, block: { kind: 'deeds', key, at: step.at, deeds: [deed] } });
    } else if (step.kind === 'note') rows.push({ kind: 'note', key, text: step.text });
    else rows.push(...turnRows(step, key, lastSaid(rows)));
  }
  return rows;
}

/** Turns that only repeat what another row shows are left out: the opening, what a tool did, an adaptation. */
function turnRows(
  { turn, at }: Extract<ChatStep, { kind: 'said' }>,
  key: string,
  before: string | null,
): ChatRow[] {
  const { content, metadata, role } = turn;
  if (role !== 'assistant' || content.trim() === '' || content === before) return [];
  switch (metadata?.actionType) {
    case 'opening':
    case 'tool':
    case 'adaptation':
      return [];
    case 'reflection':
      return [speech(key, at, 'thought', content)];
    default:
      return [speech(key, at, 'message', content)];
  }
}

const speech = (key: string, at: Instant, kind: SpeechBlock['kind'], text: string): ChatRow => ({
  kind: 'speech',
  key,
  block: { kind, key, at, text },
});

function lastSaid(rows: readonly ChatRow[]): string | null {
  const said = rows.findLast((row) => row.kind === 'speech' && row.block.kind === 'message');
  return said?.kind === 'speech' ? said.block.text : null;
}

const stepsOfCalls = (
  steps: readonly ChatStep[],
  questions: readonly ChatQuestion[],
): ReadonlySet<number> => {
  const asked = new Set(questions.map(({ id }) => id));
  return new Set(
    steps.flatMap((step) =>
      step.kind === 'tool' && step.step !== null && asked.has(step.id) ? [step.step] : [],
    ),
  );
};
