import { formatUsd } from '@symphony/domain';
import { expect, test } from 'vitest';
import {
  arbitrate,
  GrantHistory,
  type Petition,
  type Resource,
  type Rules,
} from '../../src/arbitration/index.ts';
import { capacityOf, NOW, petition, rules, slots } from './material.ts';

interface Scene {
  readonly asking: readonly Petition[];
  readonly resources: Readonly<Record<string, Resource>>;
  readonly zones?: readonly { readonly zone: string; readonly by: string }[];
  readonly more?: Partial<Rules>;
}

const five = [1, 2, 3, 4, 5].map((n) => petition(`S-${n}`, { priority: -n, standing: `priority ${n}` }));
const usd = {
  limit: 50,
  used: 47,
  kind: 'spent',
  format: formatUsd,
  words: { one: 'day’s budget', many: 'for today' },
} as const;
const history = new GrantHistory(1000);
for (const owner of ['anna', 'ben', 'ben']) history.record({ owner, at: NOW, waitedMs: 0 });

test.each<readonly [sentence: string, id: string, reason: string | null, scene: Scene]>([
  [
    'Got a slot: 1st of 5 waiting (priority 1).',
    'S-1',
    null,
    { asking: five, resources: { slots: slots(1) } },
  ],
  [
    'Waits: all 3 slots are taken by S-7, S-8 and S-9; 2 are before it.',
    'S-3',
    'no-capacity',
    { asking: five, resources: { slots: slots(3, ['S-7', 'S-8', 'S-9']) } },
  ],
  [
    'Waits: all 2 slots are taken by S-9 and S-1.',
    'S-2',
    'lower-priority',
    { asking: five, resources: { slots: slots(2, ['S-9']) } },
  ],
  [
    'Waits: the only slot is taken by S-1; 1 is before it.',
    'S-3',
    'lower-priority',
    { asking: five, resources: { slots: slots(1) } },
  ],
  [
    'Waits: all 6 slots are taken by A, B, C and 3 more.',
    'S-1',
    'no-capacity',
    { asking: five, resources: { slots: slots(6, [...'ABCDEF']) } },
  ],
  [
    'Waits: it asks for 2 slots and 1 of 2 is free.',
    'S-1',
    'no-capacity',
    {
      asking: [petition('S-1', { claims: [{ resource: 'slots', amount: 2 }] })],
      resources: { slots: slots(2, ['A']) },
    },
  ],
  [
    'Waits: it asks for 3 of 2 slots, which is more than there are.',
    'S-1',
    'no-capacity',
    {
      asking: [petition('S-1', { claims: [{ resource: 'slots', amount: 3 }] })],
      resources: { slots: slots(2) },
    },
  ],
  [
    'Waits: it needs $5.00 and $3.00 of $50.00 for today is left.',
    'S-1',
    'cost',
    { asking: [petition('S-1', { claims: [{ resource: 'usd', amount: 5 }] })], resources: { usd } },
  ],
  [
    'Waits: S-4 works in src/auth/**.',
    'S-1',
    'zone-taken',
    {
      asking: [petition('S-1', { zones: ['src/auth/**'] })],
      resources: {},
      zones: [{ zone: 'src/auth/**', by: 'S-4' }],
    },
  ],
  [
    'Waits: S-4 works in src/**, which overlaps its src/auth/*.ts.',
    'S-1',
    'zone-taken',
    {
      asking: [petition('S-1', { zones: ['src/auth/*.ts'] })],
      resources: {},
      zones: [{ zone: 'src/**', by: 'S-4' }],
    },
  ],
  [
    'Got a slot and src/a.ts: 1st of 1 waiting (priority 0).',
    'S-1',
    null,
    {
      asking: [petition('S-1', { zones: ['src/a.ts'] })],
      resources: { slots: slots(2) },
      zones: [{ zone: 'src/*', by: 'S-1' }],
    },
  ],
  [
    'Waits 90 s: it is to start later.',
    'S-1',
    'not-before',
    { asking: [petition('S-1', { notBefore: NOW + 90_000 })], resources: {} },
  ],
  [
    'Waits 5 min: claude is at its rate limit.',
    'S-1',
    'rate',
    {
      asking: five,
      resources: {
        slots: { ...slots(2), rest: { until: NOW + 300_000, reason: 'claude is at its rate limit' } },
      },
    },
  ],
  [
    'Does not start: it is blocked by S-2.',
    'S-1',
    'policy',
    { asking: [petition('S-1', { refused: 'it is blocked by S-2' })], resources: {} },
  ],
  [
    'Got a slot: 2nd of 2 waiting (waited 3 h).',
    'S-2',
    null,
    {
      asking: [petition('S-2', { since: NOW - 3 * 3_600_000 }), petition('S-1', { since: 0 - 1e9 })],
      resources: { slots: slots(2) },
      more: { strategy: 'queue' },
    },
  ],
  [
    'Got a slot: 1st of 5 waiting (anna had 1 of the last 3).',
    'S-1',
    null,
    { asking: five, resources: { slots: slots(1) }, more: { strategy: 'fair-share', history } },
  ],
  [
    'Got a slot: 1st of 5 waiting (it was anna’s turn).',
    'S-1',
    null,
    { asking: five, resources: { slots: slots(1) }, more: { strategy: 'round-robin' } },
  ],
  [
    'Got a slot: 1st of 1 waiting (drawn with weight 2).',
    'S-1',
    null,
    {
      asking: [petition('S-1', { weight: 2 })],
      resources: { slots: slots(1) },
      more: { strategy: 'weighted' },
    },
  ],
  [
    'Got a slot: 1st of 6 waiting (moved up after waiting 10 s).',
    'old',
    null,
    {
      asking: [...five, petition('old', { priority: -1000, since: NOW - 10_000 })],
      resources: { slots: slots(1) },
      more: { starvation: { afterMs: 1000, boost: 500 } },
    },
  ],
  [
    'Waits: slots are kept for old, waiting too long already; 1 is before it.',
    'S-1',
    'lower-priority',
    {
      asking: [...five, petition('old', { since: NOW - 10_000, claims: [{ resource: 'slots', amount: 2 }] })],
      resources: { slots: slots(2, ['A']) },
      more: { starvation: { afterMs: 1000, boost: 500 } },
    },
  ],
  [
    'Waits: old has waited too long for src/** and gets it first.',
    'S-1',
    'zone-taken',
    {
      asking: [
        petition('S-1', { zones: ['src/**'] }),
        petition('old', { since: NOW - 10_000, zones: ['src/**'] }),
      ],
      resources: { slots: slots(1, ['A']) },
      more: { starvation: { afterMs: 1000, boost: 500 } },
    },
  ],
])('P4 %s', (sentence, id, reason, { asking, resources, zones = [], more = {} }) => {
  const { granted, denied, deferred } = arbitrate(asking, capacityOf(resources, zones), rules(more));
  const verdict = [...granted, ...denied, ...deferred].find((each) => each.id === id);
  expect(verdict?.rationale).toBe(sentence);
  expect(verdict && 'reason' in verdict ? verdict.reason : null).toBe(reason);
});

test.each<readonly [sentence: string, asking: readonly Petition[], limit: number, more: Partial<Rules>]>([
  ['By priority: 2 of 5 got what they asked for; 3 wait.', five, 2, {}],
  ['By priority: 1 of 1 got what they asked for.', five.slice(0, 1), 2, {}],
  ['First come, first served: nobody waits.', [], 2, { strategy: 'queue' }],
  [
    'By priority: 2 of 5 got what they asked for; then no more slots were free.',
    five,
    2,
    { inOrder: true, binding: { resource: 'slots', amount: 1 } },
  ],
  [
    'By priority: 5 of 5 got what they asked for.',
    five,
    5,
    { inOrder: true, binding: { resource: 'slots', amount: 1 } },
  ],
  ['By priority: no slots are free.', five, 0, { binding: { resource: 'slots', amount: 1 } }],
])('P4 %s', (sentence, asking, limit, more) => {
  expect(arbitrate(asking, capacityOf({ slots: slots(limit) }), rules(more)).rationale).toBe(sentence);
});
