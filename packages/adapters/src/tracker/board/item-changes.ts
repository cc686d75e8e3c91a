import { type Json, type NewWork, normaliseLabels, PortError } from '@symphony/domain';
import { KNOWN_KEYS, oneLine } from './item-file.ts';
import { requireState } from './state-names.ts';

/** What a person may say about an item. What is left out stays as it is, or is left to its default. */
export interface ItemChanges {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly state?: string | undefined;
  readonly priority?: number | null | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly blockedBy?: readonly string[] | undefined;
  readonly assignee?: string | null | undefined;
  readonly dispatchable?: boolean | undefined;
  /** Keys of one's own in the front matter, `player` and `rehearsal` among them; null takes one away. */
  readonly fields?: Readonly<Record<string, Json>> | undefined;
}

export interface NewItem extends ItemChanges {
  readonly title: string;
}

/** Work Symphony makes itself, as a person would have put it on the board: what is not said is left out. */
export const changesOf = ({
  title,
  description,
  labels,
  priority,
  dispatchable,
  fields,
}: NewWork): NewItem => ({
  title,
  description,
  labels: labels.length === 0 ? undefined : labels,
  priority: priority ?? undefined,
  dispatchable: dispatchable === false ? false : undefined,
  fields,
});

const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

/** The file of an item whose id somebody else chose. An id that is no plain name could leave the board's folder. */
export function requireFileName(id: string): string {
  if (PLAIN_NAME.test(id)) return `${id}.md`;
  throw new PortError({
    code: 'invalid',
    message: `"${id.slice(0, 120)}" cannot be the id of an item on the board.`,
    nextStep:
      'Use letters, digits, `.`, `_` and `-`, beginning with a letter or a digit, at most 200 in all.',
  });
}

/** The changes as front matter, in the order they are written. Rejects what could not be read back. */
export function headerOf(changes: ItemChanges, states: readonly string[]): Record<string, Json> {
  const { title, state, priority, labels, blockedBy, assignee, dispatchable, fields } = changes;
  const header: Record<string, Json> = {};
  if (title !== undefined) header.title = requireTitle(title);
  if (state !== undefined) header.state = requireState(states, state);
  if (priority !== undefined) header.priority = requirePriority(priority);
  if (labels !== undefined) header.labels = normaliseLabels(labels.map(storable));
  if (blockedBy !== undefined) header.blocked_by = namesOf(blockedBy.map(storable));
  if (assignee !== undefined) header.assignee = assignee === null ? null : storable(assignee).trim() || null;
  if (dispatchable !== undefined) header.dispatchable = dispatchable;
  for (const [key, value] of Object.entries(fields ?? {})) {
    if (KNOWN_KEYS.has(key)) throw invalid(`\`${key}\` is not a field of one's own; it has its own option.`);
    Object.defineProperty(header, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return header;
}

function requireTitle(title: string): string {
  const line = oneLine(storable(title));
  if (line === '') throw invalid('A work item needs a title.');
  return line;
}

function requirePriority(priority: number | null): number | null {
  if (priority === null || Number.isSafeInteger(priority)) return priority;
  throw invalid(`The priority must be a whole number, not ${priority}.`);
}

/** Half a character (a lone surrogate) cannot be stored as UTF-8; it becomes the replacement character. */
export const storable = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

const namesOf = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter((name) => name !== '')),
];

const invalid = (message: string): PortError => new PortError({ code: 'invalid', message });
