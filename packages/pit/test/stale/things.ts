import type { Guards, Thing } from '@symphony/domain';
import fc from 'fast-check';
import type { Policy, Rule } from '../../src/stale/index.ts';

export const DAY = 86_400_000;
export const NOW = 400 * DAY;

export const FREE: Guards = { referenced: null, tagged: null, held: null, unmerged: null, running: null };

/** A thing nobody wants, not used for 100 days; a test names what is special about it. */
export const thing = (id: string, change: Partial<Thing> = {}): Thing => ({
  id,
  kind: 'session',
  label: id,
  size: 1000,
  createdAt: NOW - 100 * DAY,
  lastUsedAt: NOW - 100 * DAY,
  uses: 0,
  quality: null,
  tags: [],
  guards: FREE,
  references: [],
  training: false,
  tier: 'hot',
  tiers: ['hot', 'warm', 'cold'],
  content: null,
  ...change,
});

export const policy = (rules: readonly Rule[], change: Partial<Policy> = {}): Policy => ({
  name: 'test',
  kinds: ['chamber', 'branch', 'artifact', 'bundle', 'session', 'log', 'archive'],
  rules,
  priority: 0,
  enabled: true,
  ...change,
});

const KINDS = ['chamber', 'branch', 'artifact', 'bundle', 'session', 'log', 'archive'] as const;
const TIERS = ['hot', 'warm', 'cold'] as const;
const TAGS = ['keep', 'release', 'draft'];
const sometimes = (reason: string) => fc.option(fc.constant(reason), { freq: 6 });

/** Any heap of things that reference each other in any way, rings and dead ends included. */
export const anyThings: fc.Arbitrary<Thing[]> = fc.integer({ min: 0, max: 24 }).chain((count) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, at) =>
      fc.record({
        id: fc.constant(`t-${at}`),
        kind: fc.constantFrom(...KINDS),
        label: fc.constant(`thing ${at}`),
        size: fc.integer({ min: 0, max: 10_000 }),
        createdAt: fc.integer({ min: 0, max: NOW }),
        lastUsedAt: fc.oneof(
          fc.integer({ min: 0, max: NOW + DAY }),
          fc.integer({ min: NOW - 9 * DAY, max: NOW }),
        ),
        uses: fc.integer({ min: 0, max: 200 }),
        quality: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        tags: fc.subarray(TAGS),
        guards: fc.record({
          referenced: sometimes('an item needs it'),
          tagged: sometimes('it is tagged'),
          held: sometimes('it is held'),
          unmerged: sometimes('it is not merged'),
          running: sometimes('it runs'),
        }),
        references: fc.array(
          fc.integer({ min: 0, max: count }).map((to) => `t-${to}`),
          { maxLength: 3 },
        ),
        training: fc.boolean(),
        tier: fc.constantFrom(...TIERS),
        tiers: fc.constant(TIERS),
        content: fc.option(fc.constantFrom('a', 'b', 'c')),
      }),
    ),
  ),
);

const anyRule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ type: fc.constant('max-age' as const), ms: fc.integer({ min: 0, max: 200 * DAY }) }),
  fc.record({
    type: fc.constant('min-uses' as const),
    uses: fc.integer({ min: 0, max: 10 }),
    afterMs: fc.integer({ min: 0, max: 50 * DAY }),
  }),
  fc.record({
    type: fc.constant('min-quality' as const),
    quality: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ type: fc.constant('max-total-size' as const), bytes: fc.integer({ min: 0, max: 60_000 }) }),
  fc.record({ type: fc.constant('keep-tagged' as const), tags: fc.subarray(TAGS) }),
  fc.constant({ type: 'keep-for-training' } as const),
  fc.record({
    type: fc.constant('cool' as const),
    warmAfterMs: fc.integer({ min: 0, max: 20 * DAY }),
    coldAfterMs: fc.integer({ min: 20 * DAY, max: 90 * DAY }),
  }),
);

export const anyPolicies: fc.Arbitrary<Policy[]> = fc.array(
  fc.record({
    name: fc.string({ maxLength: 3 }),
    kinds: fc.subarray([...KINDS]),
    rules: fc.array(anyRule, { maxLength: 3 }),
    priority: fc.integer({ min: -5, max: 5 }),
    enabled: fc.boolean(),
  }),
  { maxLength: 4 },
);
