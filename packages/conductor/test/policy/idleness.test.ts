import type { Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { isIdle } from '../../src/policy/idleness.ts';
import type { ConductorState, ItemState, TrainState } from '../../src/state.ts';
import { CHAMBER, itemAs, NOW, runningAs, stateOf } from './stands.ts';

interface Stand {
  readonly items?: readonly ItemState[];
  readonly state?: Partial<ConductorState>;
  readonly settings?: Partial<Settings>;
  readonly train?: Partial<TrainState>;
  readonly only?: string;
}

const ATTEMPT = { id: 't', items: ['A'], proved: null };
const HELD = { reason: 'main has changes', since: NOW };
const handedOff = itemAs({ state: 'handed_off' });
const resting = new Map([['first', { until: NOW + 9, reason: '429' }]]);
const noMoney = { ...SETTINGS.budget, maxCostPerDay: 0 };

const STANDS: readonly (readonly [idle: boolean, why: string, stand: Stand])[] = [
  [true, 'there is nothing at all', {}],
  [false, 'an item may start', { items: [itemAs()] }],
  [true, 'the only item is not the one to play', { items: [itemAs()], only: 'Z' }],
  [true, 'an item may not start for want of money', { items: [itemAs()], settings: { budget: noMoney } }],
  [
    true,
    'an item is blocked by one nobody works on',
    { items: [itemAs({ tracked: { blockedBy: [{ id: 'Z', identifier: 'Z', state: 'Ice' }] } })] },
  ],
  [true, 'everything is merged', { items: [itemAs({ outcome: 'merged' })] }],
  [true, 'an item is not active', { items: [itemAs({ presence: 'inactive', tracked: { state: 'Ice' } })] }],
  [
    true,
    'items wait for a person',
    { items: [itemAs({ state: 'needs_human' }), itemAs({ state: 'failed' }, 'B')] },
  ],
  [false, 'an item runs', { items: [runningAs()] }],
  [false, 'an agent is being ended', { items: [runningAs({ phase: 'ending' }, { state: 'needs_human' })] }],
  [true, 'an item is paused', { items: [runningAs({}, { state: 'paused' })] }],
  [false, 'work is being handed off', { items: [itemAs({ state: 'completed' })] }],
  [
    false,
    'work is being handed off and the code host is away',
    { items: [itemAs({ state: 'completed' })], state: { codeHostProblem: 'down' } },
  ],
  [
    true,
    'work cannot be handed off until a person acts',
    {
      items: [itemAs({ state: 'completed' })],
      state: { codeHostProblem: 'revoked', codeHostLasting: true },
    },
  ],
  [true, 'handed-off work waits for approval', { items: [handedOff] }],
  [false, 'a retry will be due', { items: [itemAs({ state: 'queued', dueAt: NOW + 9 })] }],
  [false, 'a player will have rested', { items: [itemAs()], state: { resting } }],
  [
    true,
    'a retry will be due and then find no money',
    { items: [itemAs({ state: 'queued', dueAt: NOW + 9 })], settings: { budget: noMoney } },
  ],
  [true, 'it drains', { items: [itemAs()], state: { draining: true } }],
  [false, 'the tracker is being moved', { items: [itemAs({ moveWanted: 'Done', outcome: 'merged' })] }],
  [
    true,
    'the tracker is to be moved and does not answer',
    { items: [itemAs({ moveWanted: 'Done', outcome: 'merged' })], state: { trackerProblem: 'down' } },
  ],
  [
    false,
    'a chamber is being removed',
    { items: [itemAs({ cleanup: true, chamber: CHAMBER, outcome: 'merged' })] },
  ],
  [true, 'there is no chamber to remove', { items: [itemAs({ cleanup: true, outcome: 'merged' })] }],
  [false, 'the train is on its way', { items: [handedOff], train: { current: ATTEMPT } }],
  [
    true,
    'the train is held by a person’s changes',
    { items: [handedOff], train: { current: ATTEMPT, held: HELD } },
  ],
  [false, 'the train has a queue', { items: [handedOff], train: { queue: ['A'] } }],
  [false, 'the train has parts to try', { items: [handedOff], train: { segments: [['A']] } }],
];

test.each(STANDS)('C10 idle is %s when %s', (idle, _why, { items = [], state, settings, train, only }) => {
  const whole = stateOf(items, state);
  whole.train = { ...whole.train, ...train };
  expect(isIdle(whole, { ...SETTINGS, ...settings }, NOW, only ?? null)).toBe(idle);
});
