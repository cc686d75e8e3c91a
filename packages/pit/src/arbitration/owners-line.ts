import { Heap } from './heap.ts';
import type { Line } from './line.ts';
import type { Petition, Rules } from './petition.ts';
import { goesBefore, type Placed, placeByUrgency } from './urgency.ts';

interface Owner {
  readonly petitions: Heap<Placed>;
  served: number;
  lastTurn: number;
  readonly index: number;
}

/** An owner as it stood when it was put in. Both numbers only grow, so an old standing is seen and put in anew. */
interface Standing {
  readonly owner: Owner;
  readonly served: number;
  readonly lastTurn: number;
}

/**
 * Owners take turns. Round-robin: whoever's last turn is longest ago. Fair share: whoever was served
 * least in the window. An owner keeps its turn until something of its own is granted or nothing is
 * left; within an owner the most urgent goes first.
 */
export function ownersLine(
  petitions: Iterable<Petition>,
  { strategy, now, starvation, history }: Rules,
): Line {
  const counts = strategy === 'fair-share';
  const owners = new Map<string, Owner>();
  const overdue = new Heap<Placed>(goesBefore);
  let length = 0;
  for (const petition of petitions) {
    const placed = placeByUrgency(petition, length++, now, starvation);
    const owner = owners.get(petition.owner) ?? newOwner(petition.owner);
    (placed.overdue ? overdue : owner.petitions).push(placed);
  }

  function newOwner(name: string): Owner {
    const owner = {
      petitions: new Heap<Placed>(goesBefore),
      served: counts ? (history?.served(name) ?? 0) : 0,
      lastTurn: history?.lastTurn(name) ?? 0,
      index: owners.size,
    };
    owners.set(name, owner);
    return owner;
  }

  const turns = new Heap<Standing>(hasTurnBefore, Array.from(owners.values(), standingOf));
  let turn = Number.MAX_SAFE_INTEGER - length - 1; // after everything the history knows

  return {
    length,
    next() {
      const late = overdue.pop();
      if (late) return late.petition;
      for (let top = turns.peek(); top !== undefined; top = turns.peek()) {
        const { owner } = top;
        if (owner.petitions.size > 0 && owner.lastTurn === top.lastTurn)
          return owner.petitions.pop()?.petition;
        turns.pop();
        if (owner.petitions.size > 0) turns.push(standingOf(owner));
      }
      return undefined;
    },
    granted(petition) {
      const owner = owners.get(petition.owner);
      if (!owner) return;
      if (counts) owner.served += 1;
      owner.lastTurn = ++turn;
    },
  };
}

const standingOf = (owner: Owner): Standing => ({ owner, served: owner.served, lastTurn: owner.lastTurn });

const hasTurnBefore = (a: Standing, b: Standing): boolean => {
  if (a.served !== b.served) return a.served < b.served;
  if (a.lastTurn !== b.lastTurn) return a.lastTurn < b.lastTurn;
  return a.owner.index < b.owner.index;
};
