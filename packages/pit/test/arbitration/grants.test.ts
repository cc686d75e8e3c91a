import { seeded } from '@symphony/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitrate,
  type Capacity,
  GrantHistory,
  mergeByUrgency,
  type Petition,
} from '../../src/arbitration/index.ts';
import {
  anyCapacity,
  anyPetitions,
  capacityOf,
  NOW,
  petition,
  rules,
  STRATEGIES,
  slots,
} from './material.ts';
import { sharePath } from './paths.ts';

/** The first in the given order whose claims fit, and so on: what the priority strategy promises. */
function firstThatFit(petitions: readonly Petition[], { resources }: Capacity): string[] {
  const left = new Map([...resources].map(([name, { limit, used }]) => [name, limit - used]));
  const granted: string[] = [];
  for (const { id, claims } of petitions) {
    const after = new Map(left);
    for (const { resource, amount } of claims)
      if (after.has(resource)) after.set(resource, (after.get(resource) ?? 0) - amount);
    // A resource that is overdrawn refuses even a claim of nothing.
    if (claims.some(({ resource }) => (after.get(resource) ?? 0) < 0)) continue;
    for (const [name, amount] of after) left.set(name, amount);
    granted.push(id);
  }
  return granted;
}

const idsOf = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

test('P4 in the given order, grants are exactly the first that fit', () => {
  fc.assert(
    fc.property(anyPetitions({ zones: false }), anyCapacity({ zones: false }), (petitions, capacity) => {
      const ruling = arbitrate(petitions, capacity, rules({ inOrder: true }));
      expect(idsOf(ruling.granted)).toEqual(firstThatFit(petitions, capacity));
    }),
    { numRuns: 1000 },
  );
});

test('P4 out of order, the same as in the order of priority, then age', () => {
  fc.assert(
    fc.property(anyPetitions({ zones: false }), anyCapacity({ zones: false }), (petitions, capacity) => {
      const sorted = petitions.toSorted((a, b) => b.priority - a.priority || a.since - b.since);
      expect(arbitrate(petitions, capacity, rules()).granted).toEqual(
        arbitrate(sorted, capacity, rules({ inOrder: true })).granted,
      );
    }),
  );
});

describe.each(STRATEGIES)('P4 %s', (strategy) => {
  test('never gives away more than there is, hears everybody, and has a reason for all', () => {
    fc.assert(
      fc.property(anyPetitions({ zones: true }), anyCapacity({ zones: true }), (petitions, capacity) => {
        const starvation = { afterMs: 10, boost: 500 };
        const ruling = arbitrate(petitions, capacity, rules({ strategy, starvation }));
        const heard = [...ruling.granted, ...ruling.denied, ...ruling.deferred];
        expect(idsOf(heard).toSorted()).toEqual(idsOf(petitions).toSorted());
        for (const { rationale } of [ruling, ...heard]) expect(rationale).toMatch(/^\S.+\.$/);
        const granted = petitions.filter(({ id }) => ruling.granted.some((grant) => grant.id === id));
        for (const [name, { limit, used }] of capacity.resources) {
          const given = granted
            .flatMap(({ claims }) => claims)
            .reduce((sum, { resource, amount }) => sum + (resource === name ? amount : 0), 0);
          expect(given === 0 || used + given <= limit, name).toBe(true);
        }
        const held = [
          ...capacity.zones,
          ...granted.flatMap(({ id, zones }) => zones.map((zone) => ({ by: id, zone }))),
        ];
        for (const { id, zones } of granted)
          for (const zone of zones)
            for (const other of held) expect(other.by !== id && sharePath(zone, other.zone)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test('the same input and seed give the same ruling', () => {
    fc.assert(
      fc.property(
        anyPetitions({ zones: true }),
        anyCapacity({ zones: true }),
        fc.integer(),
        (petitions, capacity, seed) => {
          const rule = () =>
            arbitrate(petitions, capacity, rules({ strategy, chance: seeded(seed), history: past() }));
          expect(rule()).toEqual(rule());
        },
      ),
    );
  });
});

function past(): GrantHistory {
  const history = new GrantHistory(1000);
  for (const owner of ['anna', 'ben', 'anna']) history.record({ owner, at: NOW - 1, waitedMs: 1 });
  return history;
}

test('P4 in a draw, weight is chance, and no weight comes last', () => {
  const asking = [petition('heavy', { weight: 3 }), petition('light'), petition('none', { weight: 0 })];
  const chance = seeded(5);
  const drawn = Array.from({ length: 2000 }, () =>
    idsOf(
      arbitrate(asking, capacityOf({ slots: slots(3) }), rules({ strategy: 'weighted', chance })).granted,
    ),
  );
  expect(drawn.every((order) => order[2] === 'none')).toBe(true);
  expect(drawn.filter(([first]) => first === 'heavy').length / drawn.length).toBeCloseTo(0.75, 1);
  const unlucky = rules({ strategy: 'weighted', chance: () => 0 });
  expect(idsOf(arbitrate(asking, capacityOf({ slots: slots(1) }), unlucky).granted)).toEqual(['heavy']);
});

test('P4 another seed draws another', () => {
  const asking = Array.from({ length: 20 }, (_, n) => petition(`S-${n}`));
  const draw = (seed: number) =>
    arbitrate(asking, capacityOf({ slots: slots(3) }), rules({ strategy: 'weighted', chance: seeded(seed) }))
      .granted;
  expect(draw(1)).not.toEqual(draw(2));
});

function* endless(read: { count: number }): Generator<Petition, void> {
  for (;;) yield petition(`S-${read.count++}`);
}

test('P4 petitions in order are read only until the binding resource is gone', () => {
  const binding = { resource: 'slots', amount: 1 };
  const read = { count: 0 };
  const ruling = arbitrate(
    endless(read),
    capacityOf({ slots: slots(3, ['S-x']) }),
    rules({ inOrder: true, binding }),
  );
  expect(idsOf(ruling.granted)).toEqual(['S-0', 'S-1']);
  expect(read.count).toBe(2);
  expect(ruling.stoppedBy).toBe('slots');
  const unread = { count: 0 };
  arbitrate(endless(unread), capacityOf({ slots: slots(1, ['S-x']) }), rules({ inOrder: true, binding }));
  expect(unread.count).toBe(0);
});

test('P4 lines of one priority each, merged, are as good as sorting everything', () => {
  const starvation = { afterMs: 10, boost: 500 };
  fc.assert(
    fc.property(anyPetitions({ zones: true }), anyCapacity({ zones: true }), (some, capacity) => {
      const petitions = some.map((each) => ({ ...each, priority: Math.sign(each.priority) * 1000 }));
      const lines = [1000, 0, -1000].map((priority) =>
        petitions.filter((each) => each.priority === priority).toSorted((a, b) => a.since - b.since),
      );
      const merged = mergeByUrgency(lines, NOW, starvation);
      const ruled = arbitrate(merged, capacity, rules({ inOrder: true, starvation }));
      const sorted = arbitrate(lines.flat(), capacity, rules({ starvation }));
      expect(idsOf(ruled.granted)).toEqual(idsOf(sorted.granted));
    }),
  );
});

test('P4 a claim below 0 is a mistake and is thrown at once', () => {
  const claims = [{ resource: 'slots', amount: -1 }];
  expect(() => arbitrate([petition('S-1', { claims })], capacityOf({ slots: slots(1) }), rules())).toThrow(
    RangeError,
  );
});
