import type { AgentEvent, Instant, LogEvent, LogEventOf, RunPhase } from '@symphony/domain';
import { addSpend, latestUsage, NO_SPEND, usageGrowth } from '@symphony/domain';
import type { RunState } from '../state.ts';

/** How much of an agent's words stays in memory; the log has all of them. */
const MESSAGE_LIMIT = 300;

/** A run's share of an event. Events of another run of the same item change nothing. */
export function foldRun(run: RunState | null, event: LogEvent, at: Instant): RunState | null {
  if (event.type === 'run-started') return startedRun(event, at);
  if (!run || ('run' in event && event.run !== run.id)) return run;
  switch (event.type) {
    case 'chamber-prepared':
      return { ...run, phase: 'starting' };
    case 'turn-started':
      return {
        ...run,
        phase: 'starting',
        turn: event.turn,
        turnKind: event.kind,
        heard: false,
        steering: event.steering ?? '',
        lastEventAt: at,
        openTools: [],
        suspended: false,
        exited: false,
      };
    case 'agent-reported':
      return heard({ ...run, lastEventAt: at }, event.event);
    case 'turn-ended':
      return {
        ...run,
        phase: 'inspecting',
        heard: true,
        lastEventAt: at,
        openTools: [],
        lastMessage: clip(event.message) || run.lastMessage,
      };
    case 'chamber-inspected': {
      const same = event.inspection.fingerprint === run.fingerprint;
      return {
        ...run,
        fingerprint: event.inspection.fingerprint,
        head: event.inspection.head,
        tree: event.inspection.tree,
        idleTurns: same ? run.idleTurns + 1 : 0,
      };
    }
    case 'question-answered':
      return { ...run, lastEventAt: at }; // the wait was a person's, not the agent's silence
    case 'question-withdrawn':
      return { ...run, lastEventAt: at };
    case 'tool-reported':
      return event.report.kind === 'progress'
        ? { ...run, lastEventAt: at, lastMessage: clip(event.report.text) }
        : { ...run, lastEventAt: at };
    case 'takeover-wanted':
      return { ...run, takeover: 'wanted' };
    case 'takeover-began':
      return { ...run, takeover: 'on' };
    case 'takeover-ended':
      // The chamber is looked at as after a turn.
      return event.goesOn
        ? {
            ...run,
            takeover: null,
            phase: 'inspecting',
            turnKind: 'after-takeover',
            exited: false,
            fingerprint: null,
          }
        : { ...run, takeover: null };
    case 'pause-wanted':
      return { ...run, pauseWanted: true };
    case 'pause-withdrawn':
      return { ...run, pauseWanted: false };
    case 'run-suspended':
      return { ...run, suspended: true, pauseWanted: false };
    case 'run-ending':
      return { ...run, phase: 'ending', ending: event.why, pauseWanted: false, suspended: false };
    case 'proving-started':
      return { ...run, phase: 'proving', tree: event.tree, process: null };
    case 'item-moved':
      if (event.event === 'resume') return { ...run, phase: 'turn', suspended: false, lastEventAt: at };
      return { ...run, phase: phaseAfter(run, event) };
    default:
      return run;
  }
}

function startedRun(event: LogEventOf<'run-started'>, at: Instant): RunState {
  return {
    id: event.run,
    attempt: event.attempt,
    player: event.player,
    startedAt: at,
    phase: 'refreshing',
    turn: 0,
    turnKind: 'first',
    heard: false,
    steering: '',
    idleTurns: 0,
    fingerprint: null,
    head: null,
    tree: null,
    lastEventAt: at,
    openTools: [],
    process: null,
    exited: false,
    lastMessage: '',
    pauseWanted: false,
    takeover: null,
    suspended: false,
    reservedUsd: event.reservedUsd,
    usage: null,
    spend: NO_SPEND,
    ending: null,
  };
}

function phaseAfter(run: RunState, event: LogEventOf<'item-moved'>): RunPhase {
  if (event.event === 'dispatch') return 'preparing';
  if (event.event === 'pause_requested') return run.phase === 'ending' ? 'ending' : 'paused';
  return run.phase;
}

function heard(run: RunState, event: AgentEvent): RunState {
  switch (event.type) {
    case 'started':
      return { ...atWork(run), process: event.process };
    case 'message':
      return { ...hearing(run), lastMessage: clip(event.text) };
    case 'thought':
      return hearing(run);
    case 'tool-started':
      return {
        ...hearing(run),
        openTools: [...run.openTools, event.id],
        lastMessage: clip(event.summary),
      };
    case 'tool-ended':
      return { ...run, openTools: run.openTools.filter((id) => id !== event.id) };
    case 'usage':
      return {
        ...run,
        usage: latestUsage(run.usage, event.usage),
        spend: addSpend(run.spend, usageGrowth(run.usage, event.usage)),
      };
    case 'exited':
      return { ...run, process: null, exited: true, openTools: [] };
    default:
      return run;
  }
}

/** A session that lives on begins its next turn without a word about it. */
const atWork = (run: RunState): RunState => (run.phase === 'starting' ? { ...run, phase: 'turn' } : run);

/** A program that has started may not have read what it was told; its words and deeds show that it has. */
const hearing = (run: RunState): RunState => ({ ...atWork(run), heard: true });

const clip = (text: string): string =>
  text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT - 1)}…` : text;
