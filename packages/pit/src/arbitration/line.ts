import { correctionFactor } from './fairness.ts';
import type { GrantHistory } from './grant-history.ts';
import { Heap } from './heap.ts';
import { ownersLine } from './owners-line.ts';
import type { Petition, Rules } from './petition.ts';
import { goesBefore, isOverdue, type Placed, placeByUrgency } from './urgency.ts';

/** Who is heard next. A line that depends on who was served is told of every grant. */
export interface Line {
  /** How many there are, where it is known. */
  readonly length: number | null;
  next(): Petition | undefined;
  granted(petition: Petition): void;
}

/**
 * The strategies. Only here do they differ: everything else about a ruling is the same. Except in a
 * queue, where it cannot happen, whoever is overdue is heard first.
 */
export function lineUp(petitions: Iterable<Petition>, rules: Rules): Line {
  const { strategy, now, starvation, history } = rules;
  history?.forget(now);
  switch (strategy) {
    case 'priority':
      if (rules.inOrder) return given(petitions, rules);
      return heaped(petitions, (petition, index) => placeByUrgency(petition, index, now, starvation));
    case 'queue':
      if (rules.inOrder) return given(petitions, rules);
      return heaped(petitions, (petition, index) => ({
        petition,
        overdue: false,
        key: petition.since,
        index,
      }));
    case 'weighted':
      return drawn([...petitions], rules);
    case 'round-robin':
    case 'fair-share':
      return ownersLine(petitions, rules);
  }
}

function given(petitions: Iterable<Petition>, { waiting }: Rules): Line {
  const rest = petitions[Symbol.iterator]();
  return {
    length: waiting ?? (Array.isArray(petitions) ? petitions.length : null),
    next() {
      const { done, value } = rest.next();
      return done ? undefined : value;
    },
    granted: () => undefined,
  };
}

function heaped(petitions: Iterable<Petition>, place: (petition: Petition, index: number) => Placed): Line {
  const heap = new Heap(goesBefore, Array.from(petitions, place));
  const length = heap.size;
  return { length, next: () => heap.pop()?.petition, granted: () => undefined };
}

/**
 * A draw without putting back: each gets a waiting time with its weight as the rate, and they come
 * in the order of these times. Who had more than the others lately draws with a smaller weight.
 */
function drawn(petitions: readonly Petition[], { chance, now, starvation, history }: Rules): Line {
  const mean = history ? meanServed(petitions, history) : 0;
  return heaped(petitions, (petition, index) => {
    const luck = -Math.log(1 - chance());
    if (isOverdue(petition, now, starvation)) return placeByUrgency(petition, index, now, starvation);
    const corrected = history ? correctionFactor(history.served(petition.owner), mean) : 1;
    const weight = Math.max(0, petition.weight ?? 1) * corrected;
    const key = weight > 0 ? luck / weight : Number.POSITIVE_INFINITY;
    return { petition, overdue: false, key, index };
  });
}

/** Of those who ask now. */
function meanServed(petitions: readonly Petition[], history: GrantHistory): number {
  const owners = new Set(petitions.map(({ owner }) => owner));
  let served = 0;
  for (const owner of owners) served += history.served(owner);
  return served / Math.max(1, owners.size);
}
