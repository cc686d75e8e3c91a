import { seeded } from '@symphony/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arbitrate,
  overdueAfter,
  type Petition,
  PRIORITIES,
  type Starvation,
  type Strategy,
} from '../../src/arbitration/index.ts';
import { capacityOf, NOW, petition, rules, slots } from './material.ts';

const STARVATION: Starvation = { afterMs: 10, boost: 500 };

interface Storm {
  readonly strategy: Strategy;
  readonly seed: number;
  readonly limit: number;
  readonly longestHold: number;
  /** What the one under watch asks of the slots. */
  readonly amount: number;
  readonly priority: number;
  readonly zone: boolean;
  /** More come than can be served, or just as many as slots become free: then no line hides who is passed over. */
  readonly flood: boolean;
  readonly starvation?: Starvation;
}

/**
 * One that waits while critical ones of other owners keep coming, so that no slot stays free.
 * Answers when it was granted and by when it had to be; a tick is a millisecond and a ruling.
 */
function weather({ strategy, seed, limit, longestHold, amount, priority, zone, flood, starvation }: Storm) {
  const chance = seeded(seed);
  const watched: Petition = petition('watched', {
    owner: 'anna',
    priority,
    since: 20,
    weight: 0.001,
    claims: [{ resource: 'slots', amount }],
    zones: zone ? ['src/**'] : [],
  });
  const { afterMs, boost } = STARVATION;
  const overtaking = 20 + (afterMs * (PRIORITIES.critical - priority)) / boost;
  let waiting: Petition[] = [];
  let running: { readonly petition: Petition; readonly until: number }[] = [];
  let before = 0;
  const inUse = () => running.reduce((sum, each) => sum + (each.petition.claims[0]?.amount ?? 0), 0);
  for (let now = 0; ; now++) {
    running = running.filter(({ until }) => until > now);
    for (let n = 0; n < (flood ? limit : limit - inUse()); n++) {
      waiting.push(
        petition(`S-${now}-${n}`, {
          owner: `ben ${n}`,
          priority: PRIORITIES.critical,
          since: now,
          zones: zone && chance() < 0.3 ? ['src/a.ts'] : [],
        }),
      );
    }
    if (now === 20) waiting.push(watched);
    if (now < overtaking) before = waiting.length;
    const capacity = capacityOf(
      { slots: { limit, used: inUse() } },
      running.flatMap((each) => each.petition.zones.map((of) => ({ zone: of, by: each.petition.id }))),
    );
    const ruling = arbitrate(
      waiting,
      capacity,
      rules({ strategy, now, chance, ...(starvation && { starvation }) }),
    );
    const granted = new Set(ruling.granted.map(({ id }) => id));
    const bound = 20 + overdueAfter(priority, STARVATION) + (before + 1) * 2 * (longestHold + 1);
    if (granted.has('watched')) return { at: now, bound };
    if (now > bound) return { at: null, bound };
    for (const each of waiting)
      if (granted.has(each.id))
        running.push({ petition: each, until: now + 1 + Math.floor(chance() * longestHold) });
    waiting = waiting.filter(({ id }) => !granted.has(id));
  }
}

/** In a flood the line grows with every tick, so it is a small one. Without, slots never fall free all at once. */
const anyStorm = fc
  .record({
    strategy: fc.constantFrom<Strategy>('priority', 'round-robin', 'fair-share', 'queue', 'weighted'),
    seed: fc.integer(),
    limit: fc.integer({ min: 1, max: 5 }),
    longestHold: fc.integer({ min: 1, max: 8 }),
    wantsAll: fc.boolean(),
    priority: fc.constantFrom(...Object.values(PRIORITIES)),
    zone: fc.boolean(),
    flood: fc.boolean(),
  })
  .map(({ wantsAll, ...storm }) => {
    const limit = storm.flood ? Math.min(2, storm.limit) : storm.limit;
    const longestHold = storm.flood ? Math.min(2, storm.longestHold) : storm.longestHold;
    return { ...storm, limit, longestHold, amount: wantsAll ? limit : 1 };
  });

test('P4 whatever waits below a stream of critical ones is granted within the bound', () => {
  fc.assert(
    fc.property(anyStorm, (storm) => {
      const { at, bound } = weather({ ...storm, starvation: STARVATION });
      expect(at, `granted by ${bound}`).not.toBeNull();
    }),
    { numRuns: 100 },
  );
});

test('P4 without the boost the same petition is never granted in that time', () => {
  const storm = {
    strategy: 'priority',
    limit: 2,
    longestHold: 2,
    amount: 1,
    zone: false,
    flood: true,
  } as const;
  for (let seed = 0; seed < 5; seed++)
    expect(weather({ ...storm, seed, priority: PRIORITIES.background }).at).toBeNull();
});

test('P4 a background petition is overdue after five times the waiting time, a critical one after one', () => {
  const starvation = { afterMs: 3_600_000, boost: 500 };
  expect(overdueAfter(PRIORITIES.background, starvation)).toBe(5 * 3_600_000);
  expect(overdueAfter(PRIORITIES.critical, starvation)).toBe(3_600_000);
  expect(() => overdueAfter(0, { afterMs: 0, boost: 1 })).toThrow(RangeError);
});

const OVERDUE = { since: NOW - 1000 };

test('P4 what an overdue one lacks is kept for it, in the order of its claims', () => {
  const claims = (...names: string[]) => names.map((resource) => ({ resource, amount: 1 }));
  const capacity = capacityOf({ slots: slots(2), player: { limit: 1, used: 1 } });
  const late = petition('late', { ...OVERDUE, claims: claims('player', 'slots') });
  const others = [1, 2, 3].map((n) => petition(`S-${n}`, { claims: claims('slots') }));
  const first = arbitrate([late, ...others], capacity, rules({ starvation: STARVATION }));
  expect(first.granted.map(({ id }) => id)).toEqual(['S-1', 'S-2']); // no slot lies idle for want of a player
  const full = capacityOf({ slots: { ...slots(2), used: 2 }, player: { limit: 1, used: 0 } });
  const rival = petition('rival', { claims: claims('player'), priority: 1000 });
  const second = arbitrate([rival, late], full, rules({ starvation: STARVATION }));
  expect(second.granted).toEqual([]);
  expect(second.denied.at(-1)).toMatchObject({ id: 'rival', reason: 'lower-priority', blockedBy: ['late'] });
});

test.each([
  ['more than there is', [{ resource: 'slots', amount: 3 }]],
  [
    'money that is gone',
    [
      { resource: 'slots', amount: 2 },
      { resource: 'usd', amount: 1 },
    ],
  ],
])('P4 nothing is kept for one that asks for %s', (_why, claims) => {
  const capacity = capacityOf({ slots: slots(2, ['S-9']), usd: { limit: 5, used: 5, kind: 'spent' } });
  const ruling = arbitrate(
    [petition('late', { ...OVERDUE, claims }), petition('S-1')],
    capacity,
    rules({ starvation: STARVATION }),
  );
  expect(ruling.granted.map(({ id }) => id)).toEqual(['S-1']);
});
