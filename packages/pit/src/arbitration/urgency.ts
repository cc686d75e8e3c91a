import type { Instant } from '@symphony/domain';
import { Heap } from './heap.ts';
import type { Petition } from './petition.ts';

/** The usual priorities. Any number between the two ends may be used. */
export const PRIORITIES = { critical: 1000, high: 100, normal: 0, low: -100, background: -1000 } as const;

/**
 * How waiting raises a priority, so that nobody waits for ever (P4). Nothing happens for `afterMs`;
 * from then on a petition gains `boost` per further `afterMs`.
 *
 * The bound. Let C be the ceiling (no priority is above it), p a petition's priority, and
 * G = afterMs · (C − p) / boost. A petition x is *overdue* when it has waited D = afterMs + G: its
 * effective priority has then reached C.
 *
 *  1. Whoever is before an overdue x is overdue as well, because the order puts the overdue first.
 *  2. Whoever came d ≥ G after x never is before an overdue x. If y is overdue too, both gain at the
 *     same rate, so x stands above y by p − p_y + boost · d / afterMs ≥ p − p_y + (C − p) = C − p_y,
 *     which is not below 0; in a tie the older goes first.
 *  3. So at most the N petitions that came before (since of x) + G are before x, and N does not grow.
 *  4. The overdue one at the head that does not fit has its zones, then its claims one after the
 *     other in their order, kept free for it; nobody behind gets them. If what is held comes back
 *     within H (the longest hold, plus the time until the next ruling), each of its c claims and its
 *     zones is free after H at the latest and stays so: it is granted within (c + 1) · H.
 *  5. Hence x is granted within D + (N + 1) · (c + 1) · H, below any stream of critical ones.
 *
 * It holds for what can be granted at all: not for a claim above its limit, for money that is spent,
 * for what a policy refuses. With `afterMs` 1 h and `boost` 500, D is 5 h for a background petition.
 */
export interface Starvation {
  readonly afterMs: number;
  readonly boost: number;
  /** The highest priority in use; `PRIORITIES.critical` when left out. */
  readonly ceiling?: number;
}

/** How long a petition of this priority can wait before it is overdue: D above. */
export function overdueAfter(priority: number, { afterMs, boost, ceiling }: Starvation): number {
  if (!(afterMs > 0 && boost > 0))
    throw new RangeError('A starvation rule needs a time and a boost above 0.');
  const gap = Math.max(0, (ceiling ?? PRIORITIES.critical) - priority);
  return afterMs * (1 + gap / boost);
}

export const isOverdue = (petition: Petition, now: Instant, starvation: Starvation | undefined): boolean =>
  starvation !== undefined && now - petition.since >= overdueAfter(petition.priority, starvation);

export function effectivePriority(
  { priority, since }: Petition,
  now: Instant,
  starvation: Starvation | undefined,
): number {
  if (starvation === undefined) return priority;
  const beyond = Math.max(0, now - since - starvation.afterMs);
  return priority + (starvation.boost * beyond) / starvation.afterMs;
}

/** A petition with what decides its place; computed once, compared often. */
export interface Placed {
  readonly petition: Petition;
  readonly overdue: boolean;
  readonly key: number;
  /** The order they were given in settles what is left. */
  readonly index: number;
}

export const goesBefore = (a: Placed, b: Placed): boolean => {
  if (a.overdue !== b.overdue) return a.overdue;
  if (a.key !== b.key) return a.key < b.key;
  if (a.petition.since !== b.petition.since) return a.petition.since < b.petition.since;
  return a.index < b.index;
};

export const placeByUrgency = (
  petition: Petition,
  index: number,
  now: Instant,
  starvation: Starvation | undefined,
): Placed => ({
  petition,
  overdue: isOverdue(petition, now, starvation),
  key: -effectivePriority(petition, now, starvation),
  index,
});

/**
 * Several lines become one in the order of urgency, read only as far as somebody asks. Each line is
 * in that order itself, as one line per priority with the oldest first always is: so the starved
 * move up among ten thousand without anything being sorted.
 */
export function* mergeByUrgency(
  lines: Iterable<Iterable<Petition>>,
  now: Instant,
  starvation?: Starvation,
): Generator<Petition, void> {
  const heads = new Heap<Placed & { readonly rest: Iterator<Petition> }>(goesBefore);
  const advance = (rest: Iterator<Petition>, index: number): void => {
    const { done, value } = rest.next();
    if (!done) heads.push({ ...placeByUrgency(value, index, now, starvation), rest });
  };
  let index = 0;
  for (const line of lines) advance(line[Symbol.iterator](), index++);
  for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
    yield head.petition;
    advance(head.rest, head.index);
  }
}
