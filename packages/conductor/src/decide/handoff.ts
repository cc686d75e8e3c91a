import type { TrainEntry } from '@symphony/domain';
import { describeFailure } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Effect } from '../effect.ts';
import type { Input } from '../input.ts';
import type { ItemState } from '../state.ts';
import { breakRun, currentRun, failRun } from './running.ts';

/** The verify commands' verdict on the run's tree (C5). */
export function proved(out: Decision, setting: Setting, input: Extract<Input, { type: 'proved' }>): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase !== 'proving') return;
  const { item, run } = found;
  const { evidence } = input;
  out.record({ type: 'evidence-recorded', item: input.item, run: run.id, evidence });
  if (!evidence.passed) return failRun(out, setting, item, run, describeFailure(evidence));
  if (!out.move(item, 'agent_exited_with_commits', '')) return;
  out.record({ type: 'run-ended', item: input.item, run: run.id, spend: run.spend });
  const effect = proposeEffect({ ...item, evidence }, setting);
  if (effect) out.perform(effect);
}

export function notProved(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'not-proved' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase === 'proving') breakRun(out, setting, found.item, found.run, input.failure);
}

/** Offers the proved commit to the code host. */
export function proposeEffect(item: ItemState, { settings }: Setting): Effect | null {
  const { chamber, evidence, tracked } = item;
  if (!chamber || !evidence) return null;
  return {
    type: 'propose',
    item: tracked.id,
    tracked,
    chamber,
    target: settings.target,
    head: evidence.commit,
    evidence,
  };
}

/** The work is offered: it is handed off, and in auto mode goes straight into the train (C19). */
export function proposed(
  out: Decision,
  { state, settings }: Setting,
  input: Extract<Input, { type: 'proposed' }>,
): void {
  const item = state.items.get(input.item);
  if (item?.state !== 'completed' || item.evidence?.commit !== input.head || !item.chamber) return;
  const entry: TrainEntry = {
    item: input.item,
    identifier: item.tracked.identifier,
    title: item.tracked.title,
    branch: item.chamber.branch,
    head: input.head,
  };
  const review = settings.handoff.mode === 'review';
  const reason = review ? `waits for \`symphony approve ${item.tracked.identifier}\`` : '';
  if (!out.move(item, 'pr_created', reason)) return;
  out.record({ type: 'handoff-made', item: input.item, ref: input.ref, entry });
  moveTracker(out, item, settings.tracker.reviewState);
  if (!review) out.record({ type: 'handoff-approved', item: input.item, by: 'handoff.mode auto' });
}

export function notProposed(
  out: Decision,
  { state }: Setting,
  input: Extract<Input, { type: 'not-proposed' }>,
): void {
  const item = state.items.get(input.item);
  if (item?.state === 'completed') out.move(item, 'error', input.failure.message);
}

/** Asks the tracker to show the item in `to`; nothing when it is configured to be left alone. */
export function moveTracker(out: Decision, item: ItemState, to: string | null): void {
  if (to === null || (item.moveWanted === null && item.tracked.state === to)) return;
  out.record({ type: 'tracker-move-wanted', item: item.tracked.id, state: to });
  out.perform({ type: 'move-on-tracker', item: item.tracked.id, state: to });
}
