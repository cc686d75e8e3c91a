import type { Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { examine } from '../../src/policy/eligibility.ts';
import { countSlots, type SlotCount } from '../../src/policy/slots.ts';
import type { ConductorState, ItemState } from '../../src/state.ts';
import { ORDER } from './check-order.ts';
import { itemAs, NOW, runAs, stateOf } from './stands.ts';

const tracker = (change: Partial<Settings['tracker']>) => ({ tracker: { ...SETTINGS.tracker, ...change } });
const repositories = (change: Partial<Settings['repositories']>) => ({
  repositories: { ...SETTINGS.repositories, ...change },
});

/** One spoiler per check, each independent of the others: all from the n-th on are applied at once. */
const SPOILED: readonly (readonly [name: string, spoil: (all: Spoilt) => void])[] = [
  ['required fields', (all) => spoilTracked(all, { title: '' })],
  ['chosen for this run', (all) => Object.assign(all, { only: 'Z' })],
  ['not draining', (all) => Object.assign(all.state, { draining: true })],
  ['tracker state', (all) => spoilTracked(all, { state: 'Ice' })],
  ['outcome', (all) => spoil(all, { outcome: 'closed' })],
  ['dispatchable', (all) => spoilTracked(all, { dispatchable: false })],
  ['required labels', (all) => spoilSettings(all, tracker({ requiredLabels: ['agent'] }))],
  ['blockers', (all) => spoilTracked(all, { blockedBy: [{ id: 'B', identifier: 'B', state: 'Todo' }] })],
  ['not claimed', (all) => spoil(all, { run: runAs() })],
  ['retry time', (all) => spoil(all, { dueAt: NOW + 1 })],
  ['player not resting', (all) => all.state.resting.set('first', { until: NOW + 1, reason: '' })],
  ['repository', (all) => spoilSettings(all, repositories({ deny: ['app'], slots: { app: 0 } }))],
  ['a free slot', (all) => Object.assign(all.slots, { total: 3 })],
  [
    'a free slot for its state',
    (all) => spoilSettings(all, { slots: { ...SETTINGS.slots, total: 3, byState: { todo: 0, ice: 0 } } }),
  ],
  ['a free slot for its repository', (all) => spoilSettings(all, repositories({ slots: { app: 0 } }))],
  [
    'a free slot of its player',
    (all) =>
      spoilSettings(all, {
        players: { first: { agent: 'rehearsal', slots: 0, stallTimeoutMs: null, model: null } },
      }),
  ],
  ['budget', (all) => spoilSettings(all, { budget: { ...SETTINGS.budget, maxCostPerDay: 0 } })],
];

interface Spoilt {
  item: ItemState;
  state: ConductorState;
  settings: Settings;
  slots: SlotCount;
  only: string | null;
  readonly now: number;
}

const spoil = (all: Spoilt, change: Partial<ItemState>) => {
  all.item = { ...all.item, ...change };
};
const spoilTracked = (all: Spoilt, change: Partial<ItemState['tracked']>) =>
  spoil(all, { tracked: { ...all.item.tracked, ...change } });
const spoilSettings = (all: Spoilt, change: Partial<Settings>) => {
  all.settings = { ...all.settings, ...change };
};

describe('C11 the first refusal wins, however much else speaks against the item', () => {
  test.each(SPOILED.map(([name], at) => [name, at] as const))('%s', (name, at) => {
    const item = itemAs({ state: 'open', tracked: { repository: 'app' } });
    const state = stateOf([item]);
    const all: Spoilt = { item, state, settings: SETTINGS, slots: countSlots(state), only: null, now: NOW };
    for (const [, refuse] of SPOILED.slice(at).reverse()) refuse(all);
    expect(examine(all.item, all).map((check) => check.name)).toEqual(ORDER.slice(0, at + 1));
    expect(examine(all.item, all).at(-1)).toMatchObject({ name, ok: false });
  });

  test('in the order the rule gives', () => expect(SPOILED.map(([name]) => name)).toEqual(ORDER));
});
