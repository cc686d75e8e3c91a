import type { Assembly, ItemId, Settings, TrainEntry } from '@symphony/domain';
import { describeFailure, missionOnTrain } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Effect } from '../effect.ts';
import type { Input } from '../input.ts';
import type { MissionState } from '../mission/mission-state.ts';
import { targetOf, verifyOf } from '../mission/standing.ts';
import { provedTrees } from '../policy/evidence.ts';
import { judgeReturn } from '../policy/handoff.ts';
import type { ConductorState, ItemState, TrainAttempt } from '../state.ts';
import { halves, nextBatch } from '../train/bisect.ts';
import { moveTracker, sendBack } from './handoff.ts';
import { removeChamber } from './stopping.ts';

/** How often a train that cannot move the target looks again. */
const HELD_RETRY_MS = 2_000;

/** Sends the next batch on its way when the line is free (M9). One attempt at a time. */
export function considerTrain(out: Decision, setting: Setting): void {
  const { state, settings, names } = setting;
  if (state.train.current !== null) return;
  const batch = nextBatch(state.train, settings.train.batchSize, (id) => targetOf(state, settings, id));
  if (!batch) return;
  const attempt = { id: names('train'), items: batch, proved: null };
  out.record({ type: 'train-departed', attempt: attempt.id, items: batch });
  out.perform(assembleEffect(setting, attempt));
}

/** `afterMs`: a target that could not be moved, or a scratch that failed, is tried again after a moment. */
export function assembleEffect({ state, settings }: Setting, attempt: TrainAttempt, afterMs = 0): Effect {
  const items = itemsOf(state.items, attempt.items);
  const commands = verifyOf(state, settings, attempt.items);
  return {
    type: 'assemble-train',
    attempt: attempt.id,
    target: targetOfAttempt(state, settings, attempt),
    entries: attempt.items.flatMap((id) => entryOf(state, id) ?? []),
    commands,
    timeoutMs: settings.verifyTimeoutMs,
    provedTrees: provedTrees(items, commands),
    afterMs,
  };
}

/** All of a batch are merged into one branch. */
const targetOfAttempt = (state: ConductorState, settings: Settings, { items }: TrainAttempt): string =>
  targetOf(state, settings, items[0] ?? '');

/** A work item's offer, or that of a whole mission. */
const entryOf = (state: ConductorState, id: ItemId): TrainEntry | null =>
  state.items.get(id)?.handoff?.entry ?? missionOf(state, id)?.handoff?.entry ?? null;

const missionOf = (state: ConductorState, id: ItemId): MissionState | undefined =>
  state.missions.get(missionOnTrain(id) ?? '');

export const landEffect = ({ state, settings }: Setting, attempt: TrainAttempt, afterMs = 0): Effect => ({
  type: 'land-train',
  attempt: attempt.id,
  target: targetOfAttempt(state, settings, attempt),
  expected: attempt.proved?.base ?? '',
  commit: attempt.proved?.commit ?? '',
  afterMs,
});

const itemsOf = (items: ReadonlyMap<ItemId, ItemState>, ids: readonly ItemId[]): ItemState[] =>
  ids.map((id) => items.get(id)).filter((item): item is ItemState => item !== undefined);

/** A batch was merged onto the target in the scratch worktree and proved there, or could not be. */
export function trainAssembled(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'train-assembled' }>,
): void {
  const attempt = setting.state.train.current;
  if (attempt?.id !== input.attempt || attempt.proved) return;
  const { assembly } = input;
  if (assembly.kind === 'conflict') return conflicted(out, setting, attempt, assembly);
  const { evidence, base, commit } = assembly;
  if (evidence.passed) {
    out.record({ type: 'train-proved', attempt: attempt.id, base, commit, evidence });
    out.perform(landEffect(setting, { ...attempt, proved: { base, commit } }));
  } else if (attempt.items.length > 1) {
    const parts = halves(attempt.items);
    out.record({ type: 'train-split', attempt: attempt.id, parts, why: describeFailure(evidence) });
  } else {
    giveBack(out, setting, attempt.items[0] as ItemId, 'failed-on-target', describeFailure(evidence));
  }
}

/**
 * Only the first of a batch meets the target itself: its conflict is the author's to solve. A later
 * one may conflict with work that has not landed yet, so what is before it goes first.
 */
function conflicted(
  out: Decision,
  setting: Setting,
  attempt: TrainAttempt,
  found: Assembly & { kind: 'conflict' },
): void {
  const at = attempt.items.indexOf(found.item);
  if (at <= 0) return giveBack(out, setting, found.item, 'conflict', found.report);
  const parts = [attempt.items.slice(0, at), attempt.items.slice(at)];
  const name = setting.state.items.get(found.item)?.tracked.identifier ?? found.item;
  out.record({
    type: 'train-split',
    attempt: attempt.id,
    parts,
    why: `${name} conflicts with what is before it`,
  });
}

/** The scratch work itself failed (disk, git): the same batch is tried again after a moment. */
export function trainBroke(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'train-broke' }>,
): void {
  const attempt = setting.state.train.current;
  if (attempt?.id !== input.attempt) return;
  hold(out, setting, attempt, input.failure.message);
  out.perform(
    attempt.proved
      ? landEffect(setting, attempt, HELD_RETRY_MS)
      : assembleEffect(setting, attempt, HELD_RETRY_MS),
  );
}

/** Said once per reason: the train looks again every few seconds. */
function hold(out: Decision, { state }: Setting, attempt: TrainAttempt, reason: string): void {
  if (state.train.held?.reason !== reason) out.record({ type: 'train-held', attempt: attempt.id, reason });
}

export function trainLanding(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'train-landing' }>,
): void {
  const attempt = setting.state.train.current;
  if (attempt?.id !== input.attempt || !attempt.proved) return;
  const { landing } = input;
  if (landing.kind === 'held') {
    hold(out, setting, attempt, landing.reason);
    out.perform(landEffect(setting, attempt, HELD_RETRY_MS));
  } else if (landing.kind === 'moved') {
    out.record({
      type: 'train-restarted',
      attempt: attempt.id,
      why: `${targetOfAttempt(setting.state, setting.settings, attempt)} moved to ${landing.now.slice(0, 10)}`,
    });
  } else {
    landed(out, setting, attempt, attempt.proved.commit);
  }
}

function landed(out: Decision, setting: Setting, attempt: TrainAttempt, commit: string): void {
  const { state, settings } = setting;
  const target = targetOfAttempt(state, settings, attempt);
  out.record({ type: 'train-landed', attempt: attempt.id, commit, items: attempt.items });
  for (const id of attempt.items) {
    const mission = missionOf(state, id);
    if (mission?.step !== 'handing-off') continue;
    const reason = `merged into ${target}`;
    out.record({ type: 'mission-ended', mission: mission.id, outcome: 'done', reason, commit });
  }
  for (const item of itemsOf(state.items, attempt.items)) {
    if (!out.move(item, 'pr_merged', `merged into ${target}`, { outcome: 'merged' })) continue;
    moveTracker(out, item, settings.tracker.mergedState);
    const id = item.tracked.id;
    if (item.handoff) out.perform({ type: 'withdraw', item: id, ref: item.handoff.ref });
    removeChamber(out, setting, item);
  }
}

/** Sends an item back to its author with what the train saw, or to a person when that did not help before. */
function giveBack(
  out: Decision,
  setting: Setting,
  id: ItemId,
  why: 'conflict' | 'failed-on-target',
  report: string,
): void {
  const { state, settings } = setting;
  const mission = missionOf(state, id);
  if (mission) out.record({ type: 'mission-returned', mission: mission.id, why, report });
  const item = state.items.get(id);
  if (!item) return;
  sendBack(out, setting, item, {
    why,
    report,
    ...judgeReturn(item, settings, why, targetOf(state, settings, id)),
  });
}
