import type { Blocker, LogEvent } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyState, fold, restoreSnapshot, takeSnapshot } from '../src/index.ts';
import { examine } from '../src/policy/eligibility.ts';
import { countSlots } from '../src/policy/slots.ts';
import type { ConductorState } from '../src/state.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));
const ids = ['A', 'B', 'C', 'D', 'E'];

const blocker = fc
  .record({ id: fc.constantFrom(...ids, null), identifier: fc.constantFrom('X', 'Y') })
  // The tracker tells one state of a stranger at a time, whoever asks.
  .map(
    ({ id, identifier }): Blocker => ({
      id,
      identifier,
      state: id === null ? (identifier === 'X' ? 'Done' : 'Todo') : 'Todo',
    }),
  );

const seen = fc
  .record({
    id: fc.constantFrom(...ids),
    state: fc.constantFrom('Todo', 'Done', 'Later'),
    blockedBy: fc.array(blocker, { maxLength: 3 }),
  })
  .map(
    ({ id, state, blockedBy }): LogEvent => ({
      type: 'item-seen',
      item: id,
      tracked: trackedItem(id, { state, blockedBy }),
    }),
  );

const ended = fc.constantFrom(...ids).map(
  (item): LogEvent => ({
    type: 'item-moved',
    item,
    event: 'pr_merged',
    from: 'handed_off',
    to: 'open',
    facts: {},
    reason: '',
    outcome: 'merged',
  }),
);
const other = { ...SETTINGS, tracker: { ...SETTINGS.tracker, terminalStates: ['Later'] } };
const settings = fc.constantFrom<LogEvent>(
  { type: 'settings-applied', settings: SETTINGS },
  { type: 'settings-applied', settings: other },
);

/** The slow way: every item asked whether a blocker keeps it. */
function unblocked(state: ConductorState): string[] {
  const question = {
    state,
    settings: state.settings ?? SETTINGS,
    slots: countSlots(state),
    now: 1,
    only: null,
  };
  const isFree = (id: string): boolean => {
    const item = state.items.get(id);
    if (item?.outcome !== 'none' || item.presence !== 'active') return false;
    // Asked as if its own column were an active one: only the blockers are of interest here.
    const asked = { ...item, tracked: { ...item.tracked, state: 'Todo' } };
    const all = {
      ...question,
      settings: { ...question.settings, tracker: { ...question.settings.tracker, activeStates: ['Todo'] } },
    };
    return examine(asked, all).every((check) => check.name !== 'blockers' || check.ok);
  };
  return [...state.items.keys()].filter(isFree).sort();
}

const inLine = (state: ConductorState): string[] => [...state.line].map(({ tracked }) => tracked.id).sort();

test(`P2 the line holds exactly the items no blocker keeps, after any change (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(seen, seen, ended, settings), { maxLength: 40 }), (events) => {
      const state = emptyState();
      const all: LogEvent[] = [{ type: 'settings-applied', settings: SETTINGS }, ...events];
      for (const [at, event] of all.entries()) fold(state, { seq: at + 1, at: 1, event });
      expect(inLine(state)).toEqual(unblocked(state));
      expect(inLine(restoreSnapshot(takeSnapshot(state)) as ConductorState)).toEqual(inLine(state));
    }),
    { numRuns: 1_000, seed },
  );
});

test('P2 an item joins the line when its last blocker is merged', () => {
  const state = emptyState();
  const say = (event: LogEvent) => fold(state, { seq: state.seq + 1, at: 1, event });
  say({ type: 'settings-applied', settings: SETTINGS });
  const blockedBy = [{ id: 'B', identifier: 'B', state: 'Todo' }];
  say({ type: 'item-seen', item: 'A', tracked: trackedItem('A', { blockedBy }) });
  say({ type: 'item-seen', item: 'B', tracked: trackedItem('B') });
  expect(inLine(state)).toEqual(['B']);
  const merged = {
    type: 'item-moved',
    item: 'B',
    event: 'pr_merged',
    from: 'handed_off',
    to: 'open',
  } as const;
  say({ ...merged, facts: {}, reason: '', outcome: 'merged' });
  expect(inLine(state)).toEqual(['A']);
});
