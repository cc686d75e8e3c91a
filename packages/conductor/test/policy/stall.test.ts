import type { Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { stallDeadline } from '../../src/policy/stall.ts';
import type { OpenQuestion, RunState } from '../../src/state.ts';
import { type ItemStand, NOW, runningAs, stateOf } from './stands.ts';

const asked = (run: string): OpenQuestion => ({
  item: 'A',
  run,
  askedAt: NOW,
  question: { id: 'q', text: '?', choices: [], defaultAnswer: null, defaultAfterMs: null },
});
const ownPatience = (stallTimeoutMs: number | null): Partial<Settings> => ({
  players: { first: { agent: 'rehearsal', slots: null, stallTimeoutMs, model: null } },
});

interface Silence {
  readonly run?: Partial<RunState>;
  readonly item?: ItemStand;
  readonly settings?: Partial<Settings>;
  readonly question?: OpenQuestion;
}

/** After how much silence the run is stalled; null is never. */
const SILENCES: readonly (readonly [rule: string, patience: number | null, silence: Silence])[] = [
  ['silence is a stall after the stall timeout', 300_000, {}],
  ['so is the silence of an agent that never began', 300_000, { run: { phase: 'starting' } }],
  ['an announced tool may take until the turn timeout', 3_600_000, { run: { openTools: ['t'] } }],
  [
    'a turn timeout shorter than the stall timeout shortens nothing',
    300_000,
    { run: { openTools: ['t'] }, settings: { turnTimeoutMs: 1_000 } },
  ],
  ['an open question waits for its person without end', null, { question: asked('run-1') }],
  ["a question of an earlier run is nobody's excuse", 300_000, { question: asked('run-0') }],
  ['a suspended agent cannot speak', null, { run: { suspended: true } }],
  ['a paused item has no agent to wait for', null, { item: { state: 'paused' } }],
  ['0 disables it', null, { settings: { stallTimeoutMs: 0 } }],
  ['less than 0 disables it', null, { settings: { stallTimeoutMs: -1 } }],
  [
    'disabled, not even a tool runs out of time',
    null,
    { settings: { stallTimeoutMs: 0 }, run: { openTools: ['t'] } },
  ],
  ["the player's own timeout goes first", 7_000, { settings: ownPatience(7_000) }],
  ['a player may be without one', null, { settings: ownPatience(0) }],
  ['a player may have the only one', 7_000, { settings: { ...ownPatience(7_000), stallTimeoutMs: 0 } }],
  ['a player nobody knows any more gets the common one', 300_000, { run: { player: 'gone' } }],
  ['checks are no silence of the agent', null, { run: { phase: 'proving' } }],
  ['nor is a look at the chamber', null, { run: { phase: 'inspecting' } }],
  ['nor is the end of the agent', null, { run: { phase: 'ending' } }],
];

test.each(SILENCES)('C14 svc-C1 %s', (_rule, patience, { run, item, settings, question }) => {
  const silent = runningAs({ lastEventAt: NOW - 500, ...run }, item);
  const state = stateOf([silent], question ? { questions: new Map([['q', question]]) } : {});
  const deadline = stallDeadline(state, silent, { ...SETTINGS, ...settings });
  expect(deadline).toBe(patience === null ? null : NOW - 500 + patience);
});

test('C14 an item without a run is silent by right', () => {
  const item = runningAs({}, { run: null });
  expect(stallDeadline(stateOf([item]), item, SETTINGS)).toBeNull();
});
