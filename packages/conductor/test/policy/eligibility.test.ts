import type { Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { examine, isRoutable, refusal } from '../../src/policy/eligibility.ts';
import { countSlots, take } from '../../src/policy/slots.ts';
import type { ConductorState, ItemState } from '../../src/state.ts';
import { ORDER } from './check-order.ts';
import { type ItemStand, itemAs, NOW, runAs, runningAs, stateOf } from './stands.ts';

interface Case {
  readonly item?: ItemStand;
  readonly others?: readonly ItemState[];
  readonly state?: Partial<ConductorState>;
  readonly settings?: Partial<Settings>;
  readonly only?: string;
}

const tracker = (change: Partial<Settings['tracker']>) => ({ tracker: { ...SETTINGS.tracker, ...change } });
const repositories = (change: Partial<Settings['repositories']>) => ({
  repositories: { ...SETTINGS.repositories, ...change },
});
const blockedBy = (id: string | null, state: string | null, identifier = id) => ({
  tracked: { blockedBy: [{ id, identifier, state }] },
});

function questionOf({ item, others = [], state, settings, only }: Case) {
  const asked = itemAs(item);
  const whole = stateOf([asked, ...others], state);
  const all = { ...SETTINGS, ...settings };
  return {
    asked,
    question: {
      state: whole,
      settings: all,
      slots: countSlots(whole, 'A'),
      now: NOW,
      only: only ?? null,
    },
  };
}

const busy = (id: string, more: ItemStand['tracked'] = {}) =>
  runningAs({ id: `run of ${id}` }, { tracked: more }, id);

/** Each row refuses by one check, and passes every check before it. In the order of C11. */
const REFUSALS: readonly (readonly [name: string, reason: string, refused: Case])[] = [
  ['required fields', 'its id is empty', { item: { tracked: { id: '' } } }],
  ['required fields', 'its identifier is empty', { item: { tracked: { identifier: ' ' } } }],
  ['required fields', 'its title is empty', { item: { tracked: { title: '\t' } } }],
  ['required fields', 'its state is empty', { item: { tracked: { state: '' } } }],
  ['chosen for this run', 'only one piece of work is played in this run', { only: 'Z' }],
  [
    'not draining',
    'Symphony is draining: running items finish, nothing starts',
    { state: { draining: true } },
  ],
  ['tracker state', 'it is no longer on the tracker', { item: { presence: 'missing' } }],
  ['tracker state', 'the tracker is being moved to Review', { item: { moveWanted: 'Review' } }],
  ['tracker state', 'dONE is a finished state', { item: { tracked: { state: 'dONE' } } }],
  [
    'tracker state',
    'Done is a finished state',
    { item: { tracked: { state: 'Done' } }, settings: tracker({ activeStates: ['Done'] }) },
  ],
  [
    'tracker state',
    'Ice is not one of the active states (Todo, In Progress)',
    { item: { tracked: { state: 'Ice' } } },
  ],
  [
    'outcome',
    'it was merged already; move it out of the active states and back, or use `symphony retry`',
    { item: { outcome: 'merged' } },
  ],
  [
    'outcome',
    'it was cancelled already; move it out of the active states and back, or use `symphony retry`',
    { item: { outcome: 'cancelled' } },
  ],
  ['outcome', 'it is needs_human', { item: { state: 'needs_human' } }],
  ['outcome', 'it is handed_off', { item: { state: 'handed_off' } }],
  [
    'dispatchable',
    'the tracker says it is not to be dispatched',
    { item: { tracked: { dispatchable: false } } },
  ],
  ['required labels', 'it lacks the label "Agent"', { settings: tracker({ requiredLabels: ['Agent'] }) }],
  [
    'required labels',
    'it lacks the label " "',
    { item: { tracked: { labels: [''] } }, settings: tracker({ requiredLabels: [' '] }) },
  ],
  ['blockers', 'blocked by B (Todo)', { item: blockedBy('B', 'Todo') }],
  ['blockers', 'blocked by B, which the tracker does not know', { item: blockedBy('B', null) }],
  [
    'blockers',
    'blocked by something unnamed, which the tracker does not know',
    { item: blockedBy(null, null) },
  ],
  [
    'blockers',
    'blocked by B (Todo)', // what we see ourselves is newer than what the item says of its blocker
    { item: blockedBy('B', 'Done'), others: [itemAs({}, 'B')] },
  ],
  [
    'blockers',
    'blocked by B (Done)', // its column says done, its work is still in the train
    {
      item: blockedBy('B', 'Done'),
      others: [itemAs({ state: 'handed_off', tracked: { state: 'Done' } }, 'B')],
    },
  ],
  ['not claimed', 'run run-1 is still ending', { item: { run: runAs({ phase: 'ending' }) } }],
  ['retry time', 'waits 7 s before it is tried again', { item: { state: 'queued', dueAt: NOW + 7_000 } }],
  ['retry time', 'waits 1 s before it is tried again', { item: { state: 'queued', dueAt: NOW + 1 } }],
  [
    'player not resting',
    'player first rests for 90 s: 429',
    { state: { resting: new Map([['first', { until: NOW + 90_000, reason: '429' }]]) } },
  ],
  [
    'repository',
    'app is on the deny list',
    { item: { tracked: { repository: 'app' } }, settings: repositories({ allow: ['app'], deny: ['app'] }) },
  ],
  [
    'repository',
    'app is not on the allow list',
    { item: { tracked: { repository: 'app' } }, settings: repositories({ allow: ['web'] }) },
  ],
  ['a free slot', 'all 3 slots are taken', { others: ['B', 'C', 'D'].map((id) => busy(id)) }],
  [
    'a free slot',
    'all 0 slots are taken',
    { settings: { slots: { ...SETTINGS.slots, total: 0, byState: {} } } },
  ],
  [
    'a free slot for its state',
    'all 1 slots for Todo are taken',
    {
      others: [busy('B', { state: 'TODO' })],
      settings: { slots: { ...SETTINGS.slots, total: 3, byState: { ' todo': 1 } } },
    },
  ],
  [
    'a free slot for its repository',
    'all 1 slots for app are taken',
    {
      item: { tracked: { repository: 'app' } },
      others: [busy('B', { repository: 'app' })],
      settings: repositories({ slots: { app: 1 } }),
    },
  ],
  [
    'a free slot of its player',
    'all 2 slots of player first are taken',
    {
      others: [busy('B'), busy('C')],
      settings: { players: { first: { agent: 'rehearsal', slots: 2, stallTimeoutMs: null, model: null } } },
    },
  ],
  [
    'budget',
    'it has spent $0.50 and may need $1.00 more, over the cap of $1.00 for an item (budget.max_cost_per_item)',
    {
      item: { spend: { inputTokens: 1, outputTokens: 1, usd: 0.5, unpriced: false } },
      settings: { budget: { ...SETTINGS.budget, maxCostPerItem: 1, estimatePerRun: 2 } },
    },
  ],
];

describe('C11 svc-O4 svc-O8 each check refuses with a reason a person can read, and no check after it is made', () => {
  test.each(REFUSALS)('%s: %s', (name, reason, refused) => {
    const { asked, question } = questionOf(refused);
    const before = ORDER.slice(0, ORDER.indexOf(name)).map((each) => ({ name: each, ok: true, reason: '' }));
    expect(examine(asked, question)).toEqual([...before, { name, ok: false, reason }]);
    expect(refusal(asked, question)).toBe(reason);
  });

  test('every check has a row', () => {
    expect([...new Set(REFUSALS.map(([name]) => name))]).toEqual(ORDER);
  });

  test('an item nothing speaks against passes all of them', () => {
    const { asked, question } = questionOf({});
    expect(examine(asked, question)).toEqual(ORDER.map((name) => ({ name, ok: true, reason: '' })));
    expect(refusal(asked, question)).toBeNull();
  });
});

const ALLOWED: readonly (readonly [why: string, allowed: Case])[] = [
  ['states are compared without case and blanks', { item: { tracked: { state: ' in PROGRESS ' } } }],
  ['it is the chosen one', { only: 'A' }],
  [
    'labels are compared in their normal form',
    {
      item: { tracked: { labels: ['agent', 'ui'] } },
      settings: tracker({ requiredLabels: ['UI', ' Agent'] }),
    },
  ],
  ['its blocker is finished', { item: blockedBy('B', 'cancelled') }],
  [
    'its blocker was merged here, whatever its column says',
    { item: blockedBy('B', 'Review'), others: [itemAs({ outcome: 'merged' }, 'B')] },
  ],
  ['a queued item has no outcome to respect', { item: { state: 'queued', outcome: 'merged' } }],
  ['its retry is due at this very moment', { item: { state: 'queued', dueAt: NOW } }],
  [
    'its player has rested enough',
    { state: { resting: new Map([['first', { until: NOW, reason: '429' }]]) } },
  ],
  ['another player rests', { state: { resting: new Map([['second', { until: NOW + 1, reason: '429' }]]) } }],
  [
    'its repository is on the allow list',
    { item: { tracked: { repository: 'app' } }, settings: repositories({ allow: ['app'], deny: ['web'] }) },
  ],
  ['the lists say nothing of items without a repository', { settings: repositories({ allow: ['web'] }) }],
  ['one slot is left', { others: [busy('B'), busy('C')] }],
  [
    'a paused item holds no slot',
    { others: [busy('B'), busy('C'), { ...busy('D'), state: 'paused' as const }] },
  ],
  [
    'another state is full',
    {
      others: [busy('B', { state: 'In Progress' })],
      settings: { slots: { ...SETTINGS.slots, total: 3, byState: { 'In Progress': 1 } } },
    },
  ],
  [
    'another repository is full',
    {
      item: { tracked: { repository: 'app' } },
      others: [busy('B', { repository: 'web' })],
      settings: repositories({ slots: { web: 1 } }),
    },
  ],
];

describe('C11 what does not speak against an item', () => {
  test.each(ALLOWED)('%s', (_why, allowed) => {
    const { asked, question } = questionOf(allowed);
    expect(refusal(asked, question)).toBeNull();
  });

  test('slots given away in this pass count like taken ones', () => {
    const { asked, question } = questionOf({
      settings: { slots: { ...SETTINGS.slots, total: 1, byState: {} } },
    });
    expect(refusal(asked, question)).toBeNull();
    take(question.slots, asked, 'first', 0);
    expect(refusal(asked, question)).toBe('all 1 slots are taken');
  });
});

test.each([
  ['all labels', { labels: ['agent'] }, true],
  ['a label is gone', { labels: [] }, false],
  ['no longer dispatchable', { labels: ['agent'], dispatchable: false }, false],
])(
  'C17 a running item stays routable with all its labels and as long as it is dispatchable: %s',
  (_why, tracked, routable) => {
    const settings = { ...SETTINGS, ...tracker({ requiredLabels: ['Agent'] }) };
    expect(isRoutable(itemAs({ tracked }), settings)).toBe(routable);
  },
);
