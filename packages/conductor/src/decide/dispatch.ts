import type { Ruling } from '@symphony/pit/arbitration';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { targetOf } from '../mission/standing.ts';
import { estimateRun } from '../policy/budget.ts';
import { keepsLetter, NO_SLOT, REFRESH_FAILED } from '../policy/conformance.ts';
import { contend } from '../policy/contention.ts';
import { type EligibilityQuestion, refusal, unfitness } from '../policy/eligibility.ts';
import { backoff } from '../policy/retry.ts';
import { playerNow } from '../policy/routing.ts';
import { countSlots } from '../policy/slots.ts';
import type { ConductorState, ItemState, RunState } from '../state.ts';
import { breakRun, currentRun, playTurn } from './running.ts';
import { miss, see } from './tracker.ts';

/**
 * Starts what may start now, best first, while slots are free (C11, C12). A run begins with
 * reading its item again, because the tracker may have moved on since the last poll.
 */
export function considerDispatch(out: Decision, setting: Setting): void {
  const { state, settings, now, only, chance } = setting;
  const slots = countSlots(state);
  if (slots.total >= settings.slots.total || state.draining) return postponeDue(out, setting, new Set());
  const ruling = contend({ state, settings, slots, now, only }, chance);
  postponeDue(out, setting, new Set(ruling.granted.map(({ id }) => id)));
  if (ruling.granted.length === 0) return;
  recordContention(out, state, ruling);
  for (const { id } of ruling.granted) {
    const item = state.items.get(id) as ItemState;
    const player = playerNow(item.tracked, setting);
    startRun(out, setting, item, player, estimateRun(state, settings, player));
  }
}

/** By the letter a retry that is due and finds no slot is another one, with a longer wait (svc-R4). */
function postponeDue(out: Decision, setting: Setting, granted: ReadonlySet<string>): void {
  const { state, settings, now, only, chance } = setting;
  if (!keepsLetter(settings) || state.draining) return;
  const question = { state, settings, slots: countSlots(state), now, only };
  for (const id of state.underWay) {
    const item = state.items.get(id);
    if (!item || item.run !== null || item.dueAt === null || item.dueAt > now || granted.has(id)) continue;
    if (unfitness(item, question) !== null) continue;
    const retries = item.retries + 1;
    const dueAt = now + backoff(retries, settings, chance);
    out.record({ type: 'retry-scheduled', item: id, retries, dueAt, error: NO_SLOT, sameAttempt: false });
  }
}

/** How many of those passed over are named in the log; it says how many there were. */
const NAMED = 5;

/** Only where somebody had to wait: that everybody got a slot is told by the runs themselves. */
function recordContention(out: Decision, state: ConductorState, ruling: Ruling): void {
  if (state.line.size <= ruling.granted.length) return;
  if (ruling.stoppedBy === null && ruling.denied.length === 0) return;
  out.record({
    type: 'slots-arbitrated',
    strategy: ruling.strategy,
    granted: ruling.granted.map(({ id }) => id),
    passedOver: ruling.denied.slice(0, NAMED).map(({ id }) => id),
    waiting: state.line.size,
    rationale: ruling.rationale,
  });
}

function startRun(
  out: Decision,
  { names, settings }: Setting,
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
    attempt: keepsLetter(settings) ? item.retries + 1 : item.attempt + (item.sameAttempt ? 0 : 1),
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

export function prepare(out: Decision, { state, settings }: Setting, item: ItemState, run: RunState): void {
  out.perform({
    type: 'prepare-chamber',
    item: item.tracked.id,
    run: run.id,
    tracked: item.tracked,
    target: targetOf(state, settings, item.tracked.id),
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
  const { now, settings, chance } = setting;
  const counted = keepsLetter(settings) && item.retries > 0;
  const retries = item.retries + (counted ? 1 : 0);
  out.record(
    {
      type: 'retry-scheduled',
      item: input.item,
      retries,
      dueAt: now + (counted ? backoff(retries, settings, chance) : settings.pollIntervalMs),
      error: counted ? REFRESH_FAILED : (item.lastError ?? ''),
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
  // Another player has no session to go on with: it gets the whole request.
  const resumed = item.sameAttempt && item.session?.player === run.player;
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
  if (found?.run.phase === 'preparing')
    breakRun(out, setting, found.item, found.run, input.failure, 'workspace error');
}
