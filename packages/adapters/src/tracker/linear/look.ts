import type { Instant, ItemId } from '@symphony/domain';
import { at, instantAt, nodesAt, requiredText, textAt } from './answer.ts';
import { NEWEST_RELATIONS, WATCHED_RELATIONS } from './documents.ts';
import type { ReadIssue } from './item.ts';

/** What one look is told, and what follows from it for the issues that are remembered. */
export interface Told {
  /** Changed issues that match, whole. */
  readonly ours: readonly ReadIssue[];
  /** There are more of these than came. */
  readonly more: boolean;
  /** Every issue that changed, wherever it is now. */
  readonly changed: readonly Trace[];
  readonly relations: readonly Trace[];
  /** The relations of those that wait, by the issue's id. */
  readonly waiting: ReadonlyMap<ItemId, readonly string[]>;
}

/** That something changed: told again for a while, with the same stamp. */
export interface Trace {
  readonly id: string;
  readonly stamp: string;
  readonly time: Instant | null;
  /** The issue that changes with it. */
  readonly of: ItemId | null;
}

export interface Remembered {
  readonly issues: ReadonlyMap<ItemId, ReadIssue>;
  /** The stamps of what was told before. */
  readonly seen: ReadonlyMap<string, string>;
}

/** The ids of issues whose relations are watched. */
export const watched = ({ issues }: Remembered): readonly ItemId[] =>
  [...issues].flatMap(([id, { ties }]) => (isWatched(ties.relations) ? id : []));

const isWatched = ({ length }: readonly string[]): boolean => length > 0 && length <= WATCHED_RELATIONS;

export const tracesOf = (answer: unknown): readonly Trace[] =>
  nodesAt(answer, 'changed').map((issue) => ({
    id: requiredText(issue, 'id'),
    stamp: `${textAt(issue, 'updatedAt')} ${textAt(issue, 'archivedAt')}`,
    time: instantAt(issue, 'updatedAt'),
    of: textAt(issue, 'parent', 'id'),
  }));

/** Null: more came since than the list of the newest holds, and nobody knows what. */
export function relationsSince(answer: unknown, since: Instant): readonly Trace[] | null {
  const newest = nodesAt(answer, 'relations').map((relation) => ({
    id: requiredText(relation, 'id'),
    stamp: textAt(relation, 'updatedAt') ?? '',
    of: textAt(relation, 'relatedIssue', 'id'),
    time: instantAt(relation, 'updatedAt') ?? since,
  }));
  const fresh = newest.filter(({ time }) => time >= since);
  return fresh.length < NEWEST_RELATIONS ? fresh : null;
}

export const waitingIn = (answer: unknown): Told['waiting'] =>
  new Map(
    nodesAt(answer, 'waiting').map((issue) => [
      requiredText(issue, 'id'),
      nodesAt(issue, 'inverseRelations').map((relation) => requiredText(relation, 'id')),
    ]),
  );

export const goesOn = (answer: unknown, list: string): boolean =>
  at(answer, list, 'pageInfo', 'hasNextPage') === true;

/**
 * The ids of issues that have to be read: those that are remembered and may have changed or left, those
 * that came with too little, and, where not all came, those that may be ours. `asked` are those whose relations were looked at.
 */
export function toReadAgain(remembered: Remembered, asked: readonly ItemId[], told: Told): Set<ItemId> {
  const { issues, seen } = remembered;
  const again = new Set<ItemId>();
  const touch = (id: ItemId | null): void => {
    if (id !== null && issues.has(id)) again.add(id);
  };
  const isNews = ({ id, stamp }: Trace): boolean => seen.get(id) !== stamp;
  const ours = new Map(told.ours.map((issue) => [issue.id, issue]));
  // The lists of one answer are not of one instant: what came whole counts only if it came with this change.
  const cameWhole = ({ id, time }: Trace): boolean => ours.get(id)?.item?.updatedAt === time;
  const dependants = dependantsOf(issues);
  for (const trace of told.changed.filter(isNews)) {
    if (ours.get(trace.id)?.cut || (told.more && !cameWhole(trace))) again.add(trace.id);
    else if (!cameWhole(trace)) touch(trace.id);
    for (const id of [trace.of, ...(dependants.get(trace.id) ?? [])]) touch(id);
  }
  for (const trace of told.relations.filter(isNews)) touch(trace.of);
  for (const id of asked) if (!sameIds(told.waiting.get(id), issues.get(id)?.ties.relations)) touch(id);
  for (const [id, { ties }] of issues) if (ties.relations.length > WATCHED_RELATIONS) again.add(id);
  return again;
}

function dependantsOf(issues: Remembered['issues']): ReadonlyMap<string, readonly ItemId[]> {
  const dependants = new Map<string, ItemId[]>();
  for (const [id, { ties }] of issues)
    for (const tie of ties.issues) dependants.set(tie, [...(dependants.get(tie) ?? []), id]);
  return dependants;
}

const sameIds = (one: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  one !== undefined && one.length === other?.length && one.every((id) => other.includes(id));
