import type { Instant, ItemId, Settings } from '@symphony/domain';
import { isAgentNode, type MelodyRun, workIdOf } from '../melody/melody-run.ts';
import { isLive, isToBeOffered, type MissionState } from '../mission/mission-state.ts';
import { openOffers } from '../offer.ts';
import type { ConductorState } from '../state.ts';
import { refusal } from './eligibility.ts';
import { movesByItself as decidedElsewhere } from './proposal.ts';
import { countSlots } from './slots.ts';

/**
 * Nothing runs and nothing will start by itself: what is left waits for a person (or another day's
 * budget). Time alone is no reason to be idle: retries and resting players come back.
 */
export function isIdle(
  state: ConductorState,
  settings: Settings,
  now: Instant,
  only: ItemId | null,
): boolean {
  const { train } = state;
  const trainBusy = train.current ? train.held === null : train.queue.length + train.segments.length > 0;
  if (trainBusy) return false;
  const rested = { ...state, resting: new Map() };
  const question = { state: rested, settings, slots: countSlots(state), now, only };
  const wouldStart = (id: ItemId): boolean => {
    const item = state.items.get(id);
    return item !== undefined && refusal({ ...item, dueAt: null }, question) === null;
  };
  for (const id of state.live) {
    const item = state.items.get(id);
    if (!item) continue;
    if (item.run && item.state !== 'paused') return false;
    if (item.state === 'completed' && !state.codeHostLasting) return false;
    if (item.run?.takeover) return false;
    if (item.moveWanted !== null && state.trackerProblem === null) return false;
    if (item.commentsWanted.length > 0 && state.trackerProblem === null) return false;
    if (item.cleanup && item.chamber) return false;
    if (item.state === 'queued' && wouldStart(id)) return false;
  }
  if (state.codeHostProblem === null)
    for (const offer of openOffers(state))
      if (offer.proposal.leaving || decidedElsewhere(offer)) return false;
  for (const { tracked } of state.line) if (wouldStart(tracked.id)) return false;
  for (const run of state.melodies.values()) if (isBusy(state, run)) return false;
  for (const mission of state.missions.values()) if (movesByItself(state, mission)) return false;
  return true;
}

/** A step whose answer is on its way. What waits for items is judged as items; the rest is a person's. */
function movesByItself(state: ConductorState, mission: MissionState): boolean {
  if (!isLive(mission) || mission.paused) return false;
  if (mission.parts.some(({ item }) => !state.items.has(item))) return true;
  const { step } = mission;
  return (
    step === 'beginning' ||
    step === 'reviewing' ||
    (step === 'purging' && mission.surveyed === null) ||
    (step === 'finishing' && mission.proof === null) ||
    isToBeOffered(mission)
  );
}

/** Something in it moves by itself. An item it waits for is judged as an item; a gate waits for a person. */
function isBusy(state: ConductorState, run: MelodyRun): boolean {
  if (run.flow.state === 'pending') return true;
  if (run.flow.state !== 'running') return false;
  for (const { path, node, state: standing, attempt } of run.flow.active()) {
    if (standing === 'queued') return true;
    if (standing !== 'running') continue;
    const item = isAgentNode(node) && state.items.get(workIdOf({ run: run.id, node: path, attempt }));
    if (!item) return true;
  }
  return false;
}
