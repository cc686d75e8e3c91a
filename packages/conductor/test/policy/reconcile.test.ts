import type { LifecycleState, Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { reconcile, type Verdict } from '../../src/policy/reconcile.ts';
import { type ItemStand, itemAs } from './stands.ts';

const KEEP: Verdict = { kind: 'keep' };
const stop = (reason: string): Verdict => ({ kind: 'stop', clean: false, reason });
const stopAndClean = (reason: string): Verdict => ({ kind: 'stop', clean: true, reason });
const withdraw = (reason: string): Verdict => ({ kind: 'withdraw', reason });

const ACTIVE: ItemStand = { tracked: { state: 'in progress', labels: ['agent'] } };
const DONE: ItemStand = { tracked: { state: 'DONE', labels: ['agent'] } };
const CANCELLED: ItemStand = { tracked: { state: 'Cancelled', labels: ['agent'] } };
const PARKED: ItemStand = { tracked: { state: 'Ice', labels: ['agent'] } };
const MISSING: ItemStand = { presence: 'missing', tracked: { state: 'Todo', labels: ['agent'] } };
const UNLABELLED: ItemStand = { tracked: { state: 'Todo' } };
const NOT_FOR_US: ItemStand = { tracked: { state: 'Todo', labels: ['agent'], dispatchable: false } };
/** Taken off the tracker in a finished column: what it said last is no word about now. */
const MISSING_DONE: ItemStand = { presence: 'missing', tracked: { state: 'Done', labels: ['agent'] } };

const LABELS = 'no longer meant for Symphony (labels or kind)';

type Shown = readonly [what: string, shown: ItemStand, verdict: Verdict];

/** What each stand of ours makes of what the tracker shows. */
const AT_WORK: readonly Shown[] = [
  ['active', ACTIVE, KEEP],
  ['a finished column', DONE, stopAndClean('DONE on the tracker')],
  ['another finished column', CANCELLED, stopAndClean('Cancelled on the tracker')],
  ['a column that is not active', PARKED, stop('moved to Ice on the tracker')],
  ['nothing', MISSING, stop('no longer on the tracker')],
  ['nothing, and the last word was done', MISSING_DONE, stop('no longer on the tracker')],
  ['a required label is gone', UNLABELLED, stop(LABELS)],
  ['not dispatchable any more', NOT_FOR_US, stop(LABELS)],
];

const WAITING_FOR_A_PERSON: readonly Shown[] = [
  ['active', ACTIVE, KEEP],
  ['a finished column', DONE, stopAndClean('DONE on the tracker')],
  ['a column that is not active', PARKED, KEEP],
  ['nothing', MISSING, KEEP],
  ['a required label is gone', UNLABELLED, KEEP],
];

const HANDED_OFF: readonly Shown[] = [
  ['active', ACTIVE, KEEP],
  ['the column of merged work: it is what the merge will do', DONE, KEEP],
  ['a finished column only a person chooses', CANCELLED, withdraw('Cancelled on the tracker')],
  ['a column that is not active: review is one', PARKED, KEEP],
  ['nothing', MISSING, KEEP],
  ['nothing, and the last word was cancelled', { ...CANCELLED, presence: 'missing' }, KEEP],
  ['a required label is gone', UNLABELLED, KEEP],
];

const OPEN: readonly Shown[] = AT_WORK.map(([what, shown]) => [what, shown, KEEP]);

const TABLE: Readonly<Record<LifecycleState, readonly Shown[]>> = {
  open: OPEN,
  queued: AT_WORK,
  preparing: AT_WORK,
  running: AT_WORK,
  paused: AT_WORK,
  completed: AT_WORK,
  handed_off: HANDED_OFF,
  needs_human: WAITING_FOR_A_PERSON,
  failed: WAITING_FOR_A_PERSON,
};

const settings: Settings = { ...SETTINGS, tracker: { ...SETTINGS.tracker, requiredLabels: ['agent'] } };

describe.each(Object.entries(TABLE))('C17 svc-C2 svc-O5 %s, and the tracker shows', (state, shown) => {
  test.each(shown)('%s', (_what, stand, verdict) => {
    expect(reconcile(itemAs({ ...stand, state: state as LifecycleState }), settings)).toEqual(verdict);
  });

  test.each(shown)('%s, while our own move is on its way: what it shows is older', (_what, stand) => {
    const item = itemAs({ ...stand, state: state as LifecycleState, moveWanted: 'Review' });
    expect(reconcile(item, settings)).toEqual(KEEP);
  });
});

test('C17 without a column for merged work no finished column is taken for a person’s word', () => {
  const unmoved = { ...settings, tracker: { ...settings.tracker, mergedState: null } };
  expect(reconcile(itemAs({ ...CANCELLED, state: 'handed_off' }), unmoved)).toEqual(KEEP);
});
