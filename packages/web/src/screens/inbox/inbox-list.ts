import type { AgentQuestion, BoardRest, Instant, ItemId, ItemView, QuestionView } from '@symphony/domain';

/** One thing on the desk: a question somebody waits with, or an item only a person can move on. */
export type InboxEntry =
  | { readonly kind: 'question'; readonly key: string; readonly asked: QuestionView }
  | { readonly kind: 'item'; readonly key: string; readonly id: ItemId };

/** Questions first, the oldest first: an agent stands still for each of them. */
export function inboxEntries(
  inbox: BoardRest['inbox'],
  needing: readonly ItemId[],
  find: (id: ItemId) => Pick<ItemView, 'identifier'> | undefined,
): readonly InboxEntry[] {
  const asking = new Set(inbox.map(({ item }) => item));
  const questions = [...inbox]
    .sort((a, b) => a.askedAt - b.askedAt)
    .map((asked) => ({ kind: 'question', key: `${asked.run} ${asked.question.id}`, asked }) as const);
  const items = needing
    .filter((id) => !asking.has(id) && !asking.has(find(id)?.identifier ?? id))
    .map((id) => ({ kind: 'item', key: `item ${id}`, id }) as const);
  return [...questions, ...items];
}

/** Where `j` and `k` lead. `lastAt` is where the person was when what they looked at was answered. */
export function neighbour(
  keys: readonly string[],
  current: string | null,
  lastAt: number,
  by: -1 | 1,
): number {
  const at = current === null ? -1 : keys.indexOf(current);
  const next = at >= 0 ? at + by : by > 0 ? lastAt : lastAt - 1;
  return Math.max(0, Math.min(keys.length - 1, next));
}

/** What a number key means for a question; null when it means nothing. */
export function choiceAt(entry: InboxEntry | undefined, key: string): string | null {
  if (entry?.kind !== 'question' || !/^[1-9]$/.test(key)) return null;
  return choicesOf(entry.asked.question)[Number(key) - 1] ?? null;
}

/** Each once, as they are numbered. */
export const choicesOf = ({ choices }: AgentQuestion): readonly string[] => [...new Set(choices)];

/** When nobody's answer is an answer too; null when it is waited for without end. */
export const defaultAt = ({ askedAt, question }: QuestionView): Instant | null =>
  question.defaultAnswer === null || question.defaultAfterMs === null
    ? null
    : askedAt + question.defaultAfterMs;

/** Asked by a gate of a melody or by a mission, not by an agent. */
export const isGate = ({ item, run }: QuestionView): boolean => item === run;
