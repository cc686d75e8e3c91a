import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitrate, type Conflict, findConflicts, type Petition } from '../../src/arbitration/index.ts';
import { anyCapacity, anyPetitions, capacityOf, petition, rules, slots } from './material.ts';
import { sharePath } from './paths.ts';

/** What cannot be granted together, by adding everything up and trying every path. */
function bruteForce(
  petitions: readonly Petition[],
  capacity: Parameters<typeof findConflicts>[1],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [resource, { limit, used }] of capacity.resources) {
    const sum = petitions
      .flatMap(({ claims }) => claims)
      .reduce((total, claim) => total + (claim.resource === resource ? claim.amount : 0), 0);
    if (sum > 0 && used + sum > limit) found.add(resource);
  }
  const all = [
    ...capacity.zones,
    ...petitions.flatMap(({ id, zones }) => zones.map((zone) => ({ by: id, zone }))),
  ];
  for (const [at, one] of all.entries())
    for (const other of all.slice(at + 1)) {
      const bothHeld = one.by.startsWith('H') && other.by.startsWith('H');
      if (one.by !== other.by && !bothHeld && sharePath(one.zone, other.zone))
        found.add(`${other.by} ${other.zone} / ${one.by} ${one.zone}`);
    }
  return found;
}

const keyOf = (conflict: Conflict): string =>
  conflict.kind === 'zones'
    ? `${conflict.petition} ${conflict.zone} / ${conflict.other} ${conflict.otherZone}`
    : conflict.resource;

test('P4 conflicts are exactly those a brute-force search finds', () => {
  let some = 0;
  fc.assert(
    fc.property(anyPetitions({ zones: true }), anyCapacity({ zones: true }), (petitions, capacity) => {
      const found = findConflicts(petitions, capacity).filter(({ kind }) => kind !== 'saturation');
      const expected = bruteForce(petitions, capacity);
      some += Number(expected.size > 0);
      expect(new Set(found.map(keyOf))).toEqual(expected);
    }),
    { numRuns: 300 },
  );
  expect(some).toBeGreaterThan(100);
});

test('P4 without a conflict everybody is granted, and with one somebody is not', () => {
  fc.assert(
    fc.property(anyPetitions({ zones: true }), anyCapacity({ zones: true }), (petitions, capacity) => {
      const asking = petitions.filter(({ claims }) => claims.every(({ amount }) => amount > 0));
      const free = findConflicts(asking, capacity).every(({ kind }) => kind === 'saturation');
      expect(arbitrate(asking, capacity, rules()).granted.length === asking.length).toBe(free);
    }),
    { numRuns: 300 },
  );
});

test('P4 each kind of conflict says what it is about', () => {
  const usd = { limit: 50, used: 48, kind: 'spent' as const };
  const capacity = capacityOf({ slots: slots(2, ['S-9']), usd }, [{ zone: 'src/**', by: 'S-9' }]);
  const claims = [
    { resource: 'slots', amount: 1 },
    { resource: 'usd', amount: 1.5 },
  ];
  const asking = [petition('S-1', { claims }), petition('S-2', { claims, zones: ['src/a.ts'] })];
  expect(findConflicts(asking, capacity, { threshold: 0.95 })).toEqual([
    { kind: 'saturation', resource: 'usd', share: 0.96, threshold: 0.95 },
    { kind: 'contention', resource: 'slots', wanted: 2, free: 1, petitions: ['S-1', 'S-2'] },
    { kind: 'over-budget', resource: 'usd', wanted: 3, free: 2, petitions: ['S-1', 'S-2'] },
    { kind: 'zones', petition: 'S-2', zone: 'src/a.ts', other: 'S-9', otherZone: 'src/**' },
  ]);
  expect(findConflicts([], capacityOf({ slots: slots(2, ['S-9']) }))).toEqual([]);
});
