import { seeded } from '@symphony/testkit';
import fc from 'fast-check';
import type { Capacity, Petition, Resource, Rules, Strategy } from '../../src/arbitration/index.ts';

export const NOW = 1_000_000;

export const STRATEGIES: readonly Strategy[] = ['priority', 'round-robin', 'fair-share', 'queue', 'weighted'];

export const SLOT_WORDS = { one: 'slot', many: 'slots' };

/** One that asks for a slot; `more` says what is special about it. */
export const petition = (id: string, more: Partial<Petition> = {}): Petition => ({
  id,
  owner: 'anna',
  priority: 0,
  since: NOW,
  claims: [{ resource: 'slots', amount: 1 }],
  zones: [],
  ...more,
});

export const capacityOf = (
  resources: Readonly<Record<string, Resource>>,
  zones: Capacity['zones'] = [],
): Capacity => ({ resources: new Map(Object.entries(resources)), zones });

export const slots = (limit: number, heldBy: readonly string[] = []): Resource => ({
  limit,
  used: heldBy.length,
  heldBy,
  words: SLOT_WORDS,
});

export const rules = (more: Partial<Rules> = {}): Rules => ({
  strategy: 'priority',
  now: NOW,
  chance: seeded(1),
  ...more,
});

/** Small and close together, so that everything collides. */
export const anyZone = fc
  .array(fc.oneof(fc.constant('**'), fc.stringMatching(/^[ab*]{1,2}$/)), { minLength: 1, maxLength: 3 })
  .filter((segments) => segments.filter((segment) => segment !== '**').length <= 2)
  .map((segments) => segments.join('/'));

export const anyPetitions = (more: { readonly zones: boolean }): fc.Arbitrary<Petition[]> =>
  fc
    .array(
      fc.record({
        owner: fc.constantFrom('anna', 'ben', 'cleo'),
        priority: fc.integer({ min: -1000, max: 1000 }),
        since: fc.integer({ min: NOW - 100, max: NOW }),
        weight: fc.integer({ min: 0, max: 3 }),
        claims: fc.array(
          fc.record({ resource: fc.constantFrom('slots', 'player', 'usd', 'free'), amount: fc.nat(2) }),
          { maxLength: 3 },
        ),
        zones: more.zones ? fc.array(anyZone, { maxLength: 2 }) : fc.constant([]),
      }),
      { maxLength: 12 },
    )
    .map((list) => list.map((each, index) => ({ id: `S-${index}`, ...each })));

export const anyCapacity = (more: { readonly zones: boolean }): fc.Arbitrary<Capacity> =>
  fc
    .record({
      slots: fc.record({ limit: fc.nat(6), used: fc.nat(4) }),
      player: fc.record({ limit: fc.nat(4), used: fc.nat(3) }),
      usd: fc.record({ limit: fc.nat(8), used: fc.nat(8), kind: fc.constant('spent' as const) }),
      zones: more.zones
        ? fc.array(fc.record({ zone: anyZone, by: fc.constantFrom('H-1', 'H-2') }), { maxLength: 2 })
        : fc.constant([]),
    })
    .map(({ zones, ...resources }) => capacityOf(resources, zones));
