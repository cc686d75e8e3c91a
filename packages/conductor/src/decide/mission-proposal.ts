import { missionOnTrain, sayFailure, trainIdOf } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { isClosedUnmerged, isLive, isToBeOffered, type MissionState } from '../mission/mission-state.ts';
import { isPassing } from '../policy/handoff.ts';
import { ELSEWHERE, hostAnswers, hostFails } from './handoff.ts';
import { lookAtProposals } from './looking.ts';
import { offerMission, proposeMission, proveMission } from './mission-effects.ts';
import { pauseBroken, step, stopParts } from './mission-step.ts';

/** The one handoff of a mission (M8): to the train, or over to the code host, which decides over it (C19). */

/** Its branch stands at `commit`: that is offered, or it came to nothing. */
export function missionReady(
  out: Decision,
  setting: Setting,
  { mission: id, commit }: Extract<Input, { type: 'mission-ready' }>,
): void {
  const mission = setting.state.missions.get(id);
  if (!mission?.proof || !isToBeOffered(mission)) return;
  if (commit === mission.base) {
    const reason = 'nothing had to change';
    out.record({ type: 'mission-ended', mission: id, outcome: 'done', reason, commit });
  } else if (commit !== mission.proof.commit) {
    // Somebody has committed to its branch: only what was proved is offered (C5).
    step(out, mission, 'finishing', { reason: mission.reason });
    out.perform(proveMission(setting, mission));
  } else {
    out.perform(proposeMission(setting, mission, mission.proof));
  }
}

export function missionProposed(
  out: Decision,
  setting: Setting,
  { item, head, ref, review }: Extract<Input, { type: 'proposed' }>,
): void {
  const mission = setting.state.missions.get(missionOnTrain(item) ?? '');
  if (!mission) return;
  // Aborted while it was being offered: nobody must find it open over there.
  if (!isLive(mission)) {
    if (!review || mission.proposal?.ref === ref) return;
    out.record({ type: 'proposal-orphaned', item, ref });
    out.perform({ type: 'withdraw', item, ref });
    return;
  }
  if (!isToBeOffered(mission) || mission.proof?.commit !== head) return;
  hostAnswers(out, setting, item);
  const { id, branch } = mission;
  const entry = { item, identifier: id, title: mission.plan?.title ?? id, branch, head };
  out.record({ type: 'mission-offered', mission: id, entry, ref, ...(review && { review }) });
  if (setting.settings.handoff.mode === 'auto')
    out.record({ type: 'handoff-approved', item, by: 'handoff.mode auto', ...(review && ELSEWHERE) });
}

/** What passes by itself is asked again with the next tick; what else it says is mended, or a person's. */
export function missionNotProposed(
  out: Decision,
  { state }: Setting,
  { item, failure }: Extract<Input, { type: 'not-proposed' }>,
): void {
  const mission = state.missions.get(missionOnTrain(item) ?? '');
  if (!mission || !isToBeOffered(mission)) return;
  if (isPassing(failure)) {
    hostFails(out, state, failure);
  } else if (failure.code === 'conflict' && mission.proposal) {
    // A person pushed to its branch over there while it was being mended here.
    const report = sayFailure(failure);
    out.record({ type: 'mission-returned', mission: mission.id, why: 'pull-request', report });
  } else {
    pauseBroken(out, mission, failure);
  }
}

export function missionMergedElsewhere(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  head: string,
  commit: string | null,
): void {
  const { id, proposal } = mission;
  const item = trainIdOf(id);
  const reason = `merged into ${setting.settings.target}`;
  stopParts(out, setting, mission, `its mission ${id} was ${reason}`);
  out.record({ type: 'proposal-merged', item, head, commit });
  out.record({ type: 'mission-ended', mission: id, outcome: 'done', reason, commit: commit ?? head });
  if (proposal) out.perform({ type: 'withdraw', item, ref: proposal.ref });
}

/** A person lets it be merged. */
export function approveMission(out: Decision, setting: Setting, mission: MissionState, by: string): void {
  const elsewhere = mission.proposal !== null;
  out.record({
    type: 'handoff-approved',
    item: trainIdOf(mission.id),
    by,
    ...(elsewhere ? ELSEWHERE : {}),
  });
  if (elsewhere) lookAtProposals(out, setting, true);
}

/** A person asks for it once more: to be mended, or, where it was closed, to be offered anew. */
export function missionAgain(out: Decision, setting: Setting, mission: MissionState, by: string): void {
  const { id, proposal, handoff } = mission;
  const closed = isClosedUnmerged(mission);
  if (!closed) out.record({ type: 'mission-extended', mission: id, cycles: 1, usd: 0, by });
  if (proposal && (closed || handoff)) out.record({ type: 'proposal-released', item: trainIdOf(id), by });
  if (closed) goOnAfterClosing(out, mission);
  else if (proposal && handoff) lookAtProposals(out, setting, true);
}

/** What was mended meanwhile, or all of it, is offered: where it is open again as what it was, else anew. */
export function goOnAfterClosing(out: Decision, mission: MissionState): void {
  if (mission.step !== 'handing-off' || mission.returned !== null) return;
  step(out, mission, 'handing-off', { reason: mission.reason });
  out.perform(offerMission(mission));
}
