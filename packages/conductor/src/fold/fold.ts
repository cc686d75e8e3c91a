import type { Entry, Instant, LogEvent, Settings } from '@symphony/domain';
import { itemOf } from '@symphony/domain';
import { Dependencies } from '../dependencies.ts';
import { ownerOf } from '../policy/contention.ts';
import type { ConductorState, ItemState } from '../state.ts';
import { isUnderWay, newItem } from '../state.ts';
import { isWaiting, WaitingLine } from '../waiting-line.ts';
import { foldComments } from './fold-comments.ts';
import { foldItem } from './fold-item.ts';
import { foldMelodies } from './fold-melodies.ts';
import { foldMissions } from './fold-missions.ts';
import { foldMoney } from './fold-money.ts';
import { foldQuestions } from './fold-questions.ts';
import { foldTrain } from './fold-train.ts';

/** Enough for whoever asks what others found out; the log has all of them. */
const DISCOVERIES_KEPT = 100;

/**
 * Adds one recorded event to the state. This is the only place the state changes: a decision, a
 * restart and a replay all come through here, so they cannot disagree.
 */
export function fold(state: ConductorState, entry: Entry): void {
  const { event, at } = entry;
  state.seq = entry.seq;
  foldConductor(state, event, at);
  foldMoney(state, event, at);
  foldQuestions(state, event, at);
  foldComments(state, event);
  foldMelodies(state, event, at);
  foldMissions(state, event, at);
  state.train = foldTrain(state.train, event, at);
  const id = itemOf(event);
  if (id !== null) {
    const before = state.items.get(id) ?? (event.type === 'item-seen' ? newItem(event.tracked) : undefined);
    if (before) keep(state, id, foldItem(before, event, at, state.settings));
  }
  if (event.type === 'run-started') {
    const tracked = state.items.get(event.item)?.tracked;
    const waitedMs = Math.max(0, at - (tracked?.createdAt ?? at));
    if (tracked) state.grants.record({ owner: ownerOf(tracked), at, waitedMs });
  }
  if (event.type === 'train-landed') {
    for (const each of event.items) {
      const item = state.items.get(each);
      if (item)
        keep(state, each, { ...item, mergedAs: event.commit, mergedHead: item.handoff?.entry.head ?? null });
    }
  }
}

function keep(state: ConductorState, id: string, item: ItemState): void {
  state.items.set(id, item);
  const stirred = state.dependencies.put(item, state.items, state.settings);
  state.line.put(item, state.dependencies.isReady(id));
  for (const other of stirred) {
    const waiting = other === id ? undefined : state.items.get(other);
    if (waiting) state.line.put(waiting, state.dependencies.isReady(other));
  }
  const quiet = item.state === 'open' && item.run === null && !item.cleanup && !owesSomething(item);
  if (quiet) state.live.delete(id);
  else state.live.add(id);
  if (isUnderWay(item)) state.underWay.add(id);
  else state.underWay.delete(id);
  if (isWaiting(item)) state.waiting.add(id);
  else state.waiting.delete(id);
}

/** The tracker or the code host has not confirmed something that was asked of it. */
const owesSomething = ({ moveWanted, commentsWanted, proposal }: ItemState): boolean =>
  moveWanted !== null || commentsWanted.length > 0 || proposal?.leaving === true;

/** Other finished states make other items wait: what is known of them is made again. */
function applySettings(state: ConductorState, settings: Settings): void {
  const before = state.settings?.tracker.terminalStates.join('\n');
  state.settings = settings;
  state.settingsProblem = null;
  if (before === settings.tracker.terminalStates.join('\n')) return;
  state.dependencies = new Dependencies(state.items, settings);
  const ready = [...state.items.values()].filter(({ tracked }) => state.dependencies.isReady(tracked.id));
  state.line = new WaitingLine(ready);
}

function foldConductor(state: ConductorState, event: LogEvent, at: Instant): void {
  switch (event.type) {
    case 'settings-applied':
      applySettings(state, event.settings);
      break;
    case 'settings-rejected':
      state.settingsProblem = event.message;
      break;
    case 'drain-changed':
      state.draining = event.draining;
      break;
    case 'tracker-failed':
      state.trackerProblem = event.message;
      break;
    case 'tracker-recovered':
      state.trackerProblem = null;
      break;
    case 'code-host-failed':
      state.codeHostProblem = event.message;
      state.codeHostLasting = event.lasting === true;
      break;
    case 'code-host-recovered':
      state.codeHostProblem = null;
      state.codeHostLasting = false;
      break;
    case 'tracker-problems-changed':
      state.boardProblems = event.problems;
      break;
    case 'tool-reported':
      if (event.report.kind === 'discovery') {
        const shared = { item: event.item, at, discovery: event.report.discovery };
        state.discoveries = [...state.discoveries, shared].slice(-DISCOVERIES_KEPT);
      }
      break;
    case 'discovery-told':
      state.discoveries = [
        ...state.discoveries,
        { item: event.mission, at, discovery: event.discovery },
      ].slice(-DISCOVERIES_KEPT);
      break;
    case 'player-rested':
      state.resting.set(event.player, { until: event.until, reason: event.reason });
      break;
    default:
      break;
  }
}
