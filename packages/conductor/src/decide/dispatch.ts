import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { estimateRun } from '../policy/budget.ts';
import { type EligibilityQuestion, refusal } from '../policy/eligibility.ts';
import { choosePlayer } from '../policy/routing.ts';
import { countSlots, take } from '../policy/slots.ts';
import type { ItemState, RunState } from '../state.ts';
import { breakRun, currentRun, playTurn } from './running.ts';
import { miss, see } from './tracker.ts';

/**
 * Starts what may start now, best first, while slots are free (C11, C12). A run begins with
 * reading its item again, because the tracker may have moved on since the last poll.
 */
export function considerDispatch(out: Decision, setting: Setting): void {
  const { state, settings, now, only } = setting;
  const slots = countSlots(state);
  if (slots.total >= settings.slots.total || state.draining) return;
  const question: EligibilityQuestion = { state, settings, slots, now, only };
  for (const item of state.line) {
    if (slots.total >= settings.slots.total) return;
    if (refusal(item, question) !== null) continue;
    const player = choosePlayer(item.tracked, settings);
    const reservedUsd = estimateRun(state, settings, player);
    startRun(out, setting, item, player, reservedUsd);
    take(slots, item, player, reservedUsd);
  }
}

function startRun(
  out: Decision,
  { names }: Setting,
  item: ItemState,
  player: string,
  reservedUsd: number,
): void {
  const id = item.tracked.id;
  const run = names('run');
  if (item.state === 'open' && !out.move(item, 'claim', '', { facts: { slotAvailable: true } })) return;
  out.record({
    type: 'run-started',
    item: id,
    run,
    attempt: item.attempt + (item.sameAttempt ? 0 : 1),
    player,
    reservedUsd,
  });
  out.perform({ type: 'refresh-item', item: id, run });
}

/** The item as the tracker has it right before dispatch (C12). */
export function itemRefreshed(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'item-refreshed' }>,
): void {
  const { settings, state, now } = setting;
  const found = currentRun(state, input.item, input.run);
  if (found?.run.phase !== 'refreshing') return;
  const before = out.events.length;
  const item = input.tracked ? see(out, setting, found.item, input.tracked) : miss(out, setting, found.item);
  if (out.events.slice(before).some((event) => event.type === 'item-moved')) return; // reconciled away
  const idle: ItemState = { ...item, run: null };
  const question: EligibilityQuestion = {
    state,
    settings,
    slots: countSlots(state, input.item),
    now,
    only: null,
  };
  const why = refusal(idle, question);
  if (why !== null) {
    // Stale or out of slots: back to where it came from, and no retry is counted.
    if (found.item.retries === 0 && found.item.attempt === 0)
      out.move(item, 'cancelled', why, { outcome: 'none' });
    out.record({ type: 'run-ended', item: input.item, run: input.run, spend: found.run.spend });
    return;
  }
  if (!out.move(item, 'dispatch', '', { facts: { concurrencyOk: true } })) return;
  const { startedState } = settings.tracker;
  if (startedState !== null && item.tracked.state !== startedState) {
    out.record({ type: 'tracker-move-wanted', item: input.item, state: startedState });
    out.perform({ type: 'move-on-tracker', item: input.item, state: startedState });
  }
  prepare(out, setting, item, found.run);
}

export function prepare(out: Decision, { settings }: Setting, item: ItemState, run: RunState): void {
  out.perform({
    type: 'prepare-chamber',
    item: item.tracked.id,
    run: run.id,
    tracked: item.tracked,
    target: settings.target,
    known: item.chamber,
  });
}

/** The tracker did not answer right before dispatch: not the item's failure, so nothing is counted. */
export function refreshFailed(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'refresh-failed' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase !== 'refreshing') return;
  const { item, run } = found;
  const wait = setting.now + setting.settings.pollIntervalMs;
  out.record(
    {
      type: 'retry-scheduled',
      item: input.item,
      retries: item.retries,
      dueAt: wait,
      error: item.lastError ?? '',
      sameAttempt: item.sameAttempt,
    },
    { type: 'run-ended', item: input.item, run: run.id, spend: run.spend },
  );
}

export function chamberReady(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'chamber-ready' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase !== 'preparing') return;
  const { item, run } = found;
  const { chamber, inspection } = input;
  out.record({ type: 'chamber-prepared', item: input.item, run: run.id, chamber });
  out.record({ type: 'chamber-inspected', item: input.item, run: run.id, inspection });
  if (!out.move(item, 'workspace_ready', '')) return;
  const resumed = item.sameAttempt && item.session !== null;
  const kind = resumed
    ? 'after-restart'
    : (item.followUp?.why ?? (item.lastError === null ? 'first' : 'retry'));
  const report = resumed ? null : (item.followUp?.report ?? item.lastError);
  playTurn(out, setting, { ...item, chamber }, run, { turn: 1, kind, report });
}

export function chamberFailed(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'chamber-failed' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase === 'preparing') breakRun(out, setting, found.item, found.run, input.failure);
}
