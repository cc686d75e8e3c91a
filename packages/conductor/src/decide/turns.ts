import type { AgentEvent, Instant, PromptKind } from '@symphony/domain';
import { addSpend, isAdvice, usageGrowth } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import { dayOf } from '../fold/fold-money.ts';
import type { Input } from '../input.ts';
import { brokeMission, targetOf, verifyOf } from '../mission/standing.ts';
import { exceededCap } from '../policy/budget.ts';
import { mayRemoveChamber } from '../policy/cleanup.ts';
import { keepsLetter } from '../policy/conformance.ts';
import { judgeTurn } from '../policy/evidence.ts';
import { restUntil } from '../policy/limits.ts';
import { playableAt } from '../policy/routing.ts';
import { type ConductorState, FINISHED, type ItemState, type RunState } from '../state.ts';
import { permissionAsked, questionAsked, withdrawn } from './asking.ts';
import { hearsFirst } from './handoff.ts';
import {
  breakRun,
  continueLater,
  currentRun,
  endAgent,
  failPlayer,
  failRun,
  playTurn,
  requeue,
} from './running.ts';
import { removeChamber } from './stopping.ts';
import { beginTakeover } from './takeover.ts';
import { miss, see } from './tracker.ts';

/** What an agent said. Everything is recorded; a few things are decided on. */
export function agentHeard(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'agent-heard' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (!found) return;
  const { item, run } = found;
  const { event } = input;
  out.record({ type: 'agent-reported', item: input.item, run: run.id, event });
  if (run.phase === 'ending') return; // it is being ended: its last words change nothing
  if (event.type === 'permission') {
    permissionAsked(out, setting, item, run, event.request);
  } else if (event.type === 'question') {
    questionAsked(out, setting, item, run, event.question);
  } else if (event.type === 'withdrawn') {
    withdrawn(out, setting, item, run, event);
  } else if (event.type === 'usage') {
    checkBudget(out, setting, item, run, event);
  } else if (event.type === 'limited') {
    limited(out, setting, item, run, event.until, event.message);
  } else if (event.type === 'turn-ended') {
    turnEnded(out, setting, item, run, event);
  } else if (event.type === 'exited') {
    agentExited(out, setting, item, run, event);
  }
}

/** The player rests and the item waits for it, or is played by somebody else (C16). */
function limited(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  named: Instant | null,
  message: string,
): void {
  const until = restUntil(named, setting.now);
  out.record({ type: 'player-rested', player: run.player, until, reason: message });
  const dueAt = playableAt(item.tracked, setting, { player: run.player, until });
  requeue(out, item, run, dueAt, `${run.player} is limited: ${message}`);
}

function checkBudget(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  event: AgentEvent & { type: 'usage' },
): void {
  const growth = usageGrowth(run.usage, event.usage);
  const spent = { ...item, spend: addSpend(item.spend, growth) };
  const over =
    exceededCap(withToday(setting, growth), setting.settings, spent, setting.now) ??
    brokeMission(setting.state, item.tracked.id, growth.usd);
  if (over === null || !out.move(item, 'budget_exceeded', over)) return;
  endAgent(out, item, run, over);
}

/** The state's day total with this report in it; the fold will come to the same. */
function withToday({ state, now }: Setting, growth: ReturnType<typeof usageGrowth>): ConductorState {
  const day = dayOf(now);
  const today = state.spendByDay.get(day);
  return { ...state, spendByDay: new Map([[day, today ? addSpend(today, growth) : growth]]) };
}

function turnEnded(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  { status, message, fault }: Omit<AgentEvent & { type: 'turn-ended' }, 'type'>,
): void {
  if (run.phase !== 'turn' && run.phase !== 'starting') return;
  const id = item.tracked.id;
  out.record({ type: 'turn-ended', item: id, run: run.id, turn: run.turn, status, message });
  const error = message === '' ? 'the agent failed' : message;
  if (status === 'failed' && fault === 'limit') return limited(out, setting, item, run, null, error);
  if (status === 'failed' && fault === 'auth')
    return failPlayer(out, setting, item, run, refusedKey(run.player, error));
  if (status === 'failed') return failRun(out, setting, item, run, error);
  if (item.state === 'running') out.move(item, 'turn_completed', '');
  if (item.chamber) out.perform({ type: 'inspect-chamber', item: id, run: run.id, chamber: item.chamber });
}

const refusedKey = (player: string, error: string): string =>
  `the key or login of ${player} is refused (${error.replace(/\.$/, '')}); put it right, \`symphony doctor\` checks it`;

/** An agent that ends by itself in good order ends its turn by it; otherwise it failed. */
function agentExited(
  out: Decision,
  setting: Setting,
  item: ItemState,
  run: RunState,
  event: AgentEvent & { type: 'exited' },
): void {
  if (run.phase !== 'turn' && run.phase !== 'starting' && !run.suspended) return;
  // Its last words are what a person wants to read (C4), not that its process exited with 0.
  if (item.state === 'running' && event.code === 0)
    return turnEnded(out, setting, item, run, {
      status: 'completed',
      message: run.lastMessage || event.message,
    });
  const how = event.signal === null ? `with code ${event.code}` : `by ${event.signal}`;
  failRun(
    out,
    setting,
    item,
    run,
    `the agent ended ${how}${event.message === '' ? '' : `: ${event.message}`}`,
  );
}

export function runBroke(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'run-broke' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (!found || found.run.phase === 'ending') return;
  const place = input.failure.message.startsWith('template_')
    ? 'prompt error'
    : 'agent session startup error';
  breakRun(out, setting, found.item, found.run, input.failure, place);
}

/** What the finished turn left in the chamber, and what the tracker says meanwhile (C18). */
export function chamberInspected(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'chamber-inspected' }>,
): void {
  const { settings, state } = setting;
  const found = currentRun(state, input.item, input.run);
  if (found?.run.phase !== 'inspecting') return;
  const { run } = found;
  const before = out.events.length;
  let item = found.item;
  if (input.tracked !== undefined && item.moveWanted === null) {
    item = input.tracked ? see(out, setting, item, input.tracked) : miss(out, setting, item);
  }
  const stopped = out.events.slice(before).some((event) => event.type === 'item-moved');
  out.record({ type: 'chamber-inspected', item: input.item, run: run.id, inspection: input.inspection });
  if (stopped) return;
  if (input.tracked === undefined && keepsLetter(settings))
    return failRun(out, setting, item, run, 'the tracker does not answer', 'issue state refresh error');
  const verdict = judgeTurn(item, input.inspection, settings);
  const steered = item.steering !== '';
  if (run.takeover === 'wanted') {
    if (out.move(item, 'pause_requested', 'taken over by a person')) endAgent(out, item, run, 'taken over');
    return;
  }
  if (steered && !run.pauseWanted) {
    const report = verdict.kind === 'continue' ? verdict.report : null;
    const kind = nextKind(run, verdict.kind === 'continue' ? verdict.prompt : 'steered');
    return playTurn(out, setting, item, run, { turn: run.turn + 1, kind, report });
  }
  if (verdict.kind === 'left-uncommitted') return failRun(out, setting, item, run, verdict.reason);
  if (verdict.kind === 'no-commits') {
    if (out.move(item, 'agent_exited_no_commits', verdict.reason)) endAgent(out, item, run, verdict.reason);
    return;
  }
  if (run.pauseWanted) {
    if (out.move(item, 'pause_requested', 'paused by a person')) endAgent(out, item, run, 'paused');
    return;
  }
  if (verdict.kind === 'left-active') return continueLater(out, setting, item, run, verdict.reason);
  if (verdict.kind === 'finished') return endAgent(out, item, run, FINISHED);
  const kind = nextKind(run, verdict.prompt);
  playTurn(out, setting, item, run, { turn: run.turn + 1, kind, report: verdict.report });
}

/** After a person's work the agent is told of that first. */
const nextKind = (run: RunState, kind: PromptKind): PromptKind =>
  run.turnKind === 'after-takeover' ? 'after-takeover' : kind;

/** The run's agent is gone, with everything it had started. */
export function agentStopped(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'agent-stopped' }>,
): void {
  const found = currentRun(setting.state, input.item, input.run);
  if (found?.run.phase === 'ending') afterEnding(out, setting, found.item, found.run);
}

/** What follows the end of a run's agent. Also asked after a restart, for runs that were ending. */
export function afterEnding(out: Decision, setting: Setting, item: ItemState, run: RunState): void {
  const id = item.tracked.id;
  if (run.ending === FINISHED && item.state === 'running' && item.chamber && run.tree && run.head) {
    if (hearsFirst(out, setting, item, run)) return;
    out.record({ type: 'proving-started', item: id, run: run.id, tree: run.tree });
    out.perform(proveEffect(setting, item, run));
    return;
  }
  if (item.state === 'paused') {
    if (run.takeover === 'wanted') beginTakeover(out, item, run);
    return; // the run goes on when it is resumed
  }
  out.record({ type: 'run-ended', item: id, run: run.id, spend: run.spend });
  if (mayRemoveChamber({ ...item, run: null })) removeChamber(out, setting, item);
}

export function proveEffect({ state, settings }: Setting, item: ItemState, run: RunState) {
  const part = state.missionParts.get(item.tracked.id)?.part;
  const advice = part && isAdvice(part.kind) ? part.kind : null;
  return {
    type: 'prove',
    item: item.tracked.id,
    run: run.id,
    chamber: item.chamber as NonNullable<ItemState['chamber']>,
    tree: run.tree as string,
    commit: run.head as string,
    // Advice is no code: what proves it is that it can be read.
    commands: advice === null ? verifyOf(state, settings, [item.tracked.id]) : [],
    timeoutMs: settings.verifyTimeoutMs,
    scope: part?.scope ?? null,
    target: targetOf(state, settings, item.tracked.id),
    advice,
  } as const;
}
