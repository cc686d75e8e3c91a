import { type Failure, type PromptKind, sayFailure } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import { contextOf } from '../mission/context.ts';
import { targetOf } from '../mission/standing.ts';
import { CONTINUATION_MS, type FailingPlace, failureWords, keepsLetter } from '../policy/conformance.ts';
import { backoff, retriesLeft } from '../policy/retry.ts';
import { fallbacksOf } from '../policy/routing.ts';
import type { ItemState, RunState } from '../state.ts';

/** Moves shared by the decisions about running items. */

/** An agent that is told to end for a person or a cap gets this long before it is made to. */
const SHORT_GRACE_MS = 5_000;
/** How long a player that cannot play is left alone while another one plays for it. */
const UNFIT_REST_MS = 600_000;

export interface NextTurn {
  readonly turn: number;
  readonly kind: PromptKind;
  readonly report: string | null;
  /** After a restart: whatever was at work in the chamber did not end in good order. */
  readonly mend?: boolean;
}

/** Gives the run another turn. */
export function playTurn(
  out: Decision,
  { state, settings }: Setting,
  item: ItemState,
  run: RunState,
  next: NextTurn,
): void {
  const chamber = item.chamber;
  if (!chamber) return;
  const { turn, kind, report, mend = false } = next;
  const steering = item.steering === '' ? null : item.steering;
  // By the letter a run begins with nothing of an earlier one (svc-C6).
  const fresh = keepsLetter(settings) && turn === 1;
  const session = item.session?.player === run.player && !fresh ? item.session : null;
  // Those who have their request already have this too.
  const context = kind === 'first' || kind === 'retry' ? contextOf(state, item.tracked.id) : null;
  if (context) {
    const { given, leftOut } = context;
    out.record({ type: 'context-given', item: item.tracked.id, run: run.id, turn, given, leftOut });
  }
  out.record({
    type: 'turn-started',
    item: item.tracked.id,
    run: run.id,
    turn,
    kind,
    ...(steering === null ? {} : { steering }),
  });
  out.perform({
    type: 'play-turn',
    item: item.tracked.id,
    run: run.id,
    attempt: run.attempt,
    player: run.player,
    tracked: item.tracked,
    chamber,
    target: targetOf(state, settings, item.tracked.id),
    turn,
    kind,
    report,
    resume: session?.id ?? null,
    spent: session?.usage ?? null,
    steering,
    context: context?.text ?? null,
    mend,
  });
}

/**
 * The agent of this turn is gone. A turn it never heard of is given whole; one it began is taken up in
 * its own session, with a word about why it stopped.
 */
export function playTurnAgain(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  next: Omit<NextTurn, 'report'>,
): void {
  if (run.heard && item.session?.player === run.player)
    return playTurn(out, setting, item, run, { ...next, report: null });
  const told = { ...item, steering: `${run.steering}\n\n${item.steering}`.trim() };
  const report = item.followUp?.report ?? item.lastError;
  playTurn(out, setting, told, run, { ...next, kind: run.turnKind, report });
}

/** Ends the run's agent. What follows is decided when it is gone (`agent-stopped`). */
export function endAgent(out: Decision, item: ItemState, run: RunState, why: string): void {
  // Asked again for a run that is ending or parked already: its end must still be heard of.
  if (run.phase !== 'ending') out.record({ type: 'run-ending', item: item.tracked.id, run: run.id, why });
  out.perform({
    type: 'stop-agent',
    item: item.tracked.id,
    run: run.id,
    chamber: item.chamber,
    graceMs: SHORT_GRACE_MS,
  });
}

/** A failure of the run: tried again later while retries are left, failed otherwise (C4, C13). */
export function failRun(
  out: Decision,
  { settings, now, chance }: Setting,
  item: ItemState,
  run: RunState,
  failed: string,
  place: FailingPlace = 'agent turn error',
): void {
  const error = failureWords(settings, place, failed);
  const left = retriesLeft(item.retries, settings);
  if (!out.move(item, 'error', error, { facts: { retriesLeft: left } })) return;
  if (left && item.state !== 'paused') {
    const retries = item.retries + 1;
    out.record({
      type: 'retry-scheduled',
      item: item.tracked.id,
      retries,
      dueAt: now + backoff(retries, settings, chance),
      error,
      sameAttempt: false,
    });
  }
  endAgent(out, item, run, error);
}

/**
 * Its player cannot play, whatever the work is: a program that is missing, a key that is refused.
 * Trying it again helps nobody; somebody else may play instead.
 */
export function failPlayer(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  error: string,
): void {
  const { settings, state, now } = setting;
  if (keepsLetter(settings)) return failRun(out, setting, item, run, error);
  const others = fallbacksOf(item.tracked, settings, run.player).filter(
    (player) => (state.resting.get(player)?.until ?? 0) <= now,
  );
  if (others.length === 0) return giveUp(out, item, run, error);
  out.record({ type: 'player-rested', player: run.player, until: now + UNFIT_REST_MS, reason: error });
  requeue(out, item, run, now, `${run.player} cannot play: ${error}`);
}

function giveUp(out: Decision, item: ItemState, run: RunState, error: string): void {
  if (out.move(item, 'error', error, { facts: { retriesLeft: false } })) endAgent(out, item, run, error);
}

/** Something the run needed failed. A disk without room is nobody's failure: the item waits for it, uncounted. */
export function breakRun(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  failure: Failure,
  place?: FailingPlace,
): void {
  if (failure.code === 'missing' && fallbacksOf(item.tracked, setting.settings, run.player).length > 0)
    return failPlayer(out, setting, item, run, sayFailure(failure));
  if (failure.code !== 'disk') return failRun(out, setting, item, run, failure.message, place);
  requeue(out, item, run, setting.now + setting.settings.pollIntervalMs, failure.message);
}

/** Sends the item back to the queue without counting a failure (limits, lost slots). */
export function requeue(out: Decision, item: ItemState, run: RunState, dueAt: number, reason: string): void {
  if (!out.move(item, 'error', reason, { facts: { retriesLeft: true } })) return;
  out.record({
    type: 'retry-scheduled',
    item: item.tracked.id,
    retries: item.retries,
    dueAt,
    error: item.lastError ?? '',
    sameAttempt: true,
  });
  endAgent(out, item, run, reason);
}

/** By the letter: another run goes on with what this one left active, a moment later and as the first retry (svc-R2). */
export function continueLater(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  reason: string,
): void {
  if (!out.move(item, 'error', reason, { facts: { retriesLeft: true } })) return;
  out.record({
    type: 'retry-scheduled',
    item: item.tracked.id,
    retries: 1,
    dueAt: setting.now + CONTINUATION_MS,
    error: '',
    sameAttempt: false,
  });
  endAgent(out, item, run, reason);
}

/** The run of this id if the item still has it: answers of earlier runs are out of date. */
export function currentRun(
  state: Setting['state'],
  id: string,
  run: string,
): { item: ItemState; run: RunState } | null {
  const item = state.items.get(id);
  return item?.run?.id === run ? { item, run: item.run } : null;
}
