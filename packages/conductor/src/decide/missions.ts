import { type MissionStep, sayFailure, trainIdOf } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { isLive, type MissionState } from '../mission/mission-state.ts';
import { planPart } from '../mission/next-parts.ts';
import { undecided } from '../mission/questions.ts';
import { allEnded, CYCLES_OUT } from '../mission/standing.ts';
import { moveTracker } from './handoff.ts';
import { beginMission, offerMission, proveMission, reviewMission, surveyMarks } from './mission-effects.ts';
import { finish, handOff, judged, passGate } from './mission-end.ts';
import { decideDeviations, mergeCycle, purge } from './mission-merge.ts';
import { enterPhase, make, step } from './mission-step.ts';

/**
 * The cycle of a mission (M8): complete, review, decide, merge, purge, continue. Each call takes one
 * mission one step further by what is recorded, and is asked again until nothing is left to say; what
 * takes time is an effect whose answer comes back as an input.
 */
export function advanceMissions(out: Decision, setting: Setting): void {
  for (const mission of setting.state.missions.values()) {
    if (!isLive(mission) || mission.paused !== null) continue;
    const before = out.events.length;
    STEPS[mission.step](out, setting, mission);
    if (out.events.length > before) return;
  }
}

type Step = (out: Decision, setting: Setting, mission: MissionState) => void;

const STEPS: Readonly<Record<MissionStep, Step>> = {
  planning(out, setting, mission) {
    if (mission.parts.length === 0) make(out, setting, mission, planPart(mission));
  },
  planned(out, setting, mission) {
    if (!mission.approved) return;
    step(out, mission, 'beginning', { phase: null, cycle: 0 });
    out.perform(beginMission(setting, mission));
  },
  beginning: () => undefined,
  working(out, setting, mission) {
    if (mission.reason === CYCLES_OUT || !allEnded(setting.state, mission)) return;
    step(out, mission, 'reviewing');
    out.perform(reviewMission(setting, mission));
  },
  reviewing: () => undefined,
  deciding: decideDeviations,
  merging: mergeCycle,
  purging: purge,
  gating: passGate,
  finishing: finish,
  'handing-off': handOff,
  ended: () => undefined,
};

export function missionBegun(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-begun' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  const first = mission?.plan?.phases[0];
  if (mission?.step !== 'beginning' || first === undefined) return;
  const { branch, base, lessons } = input;
  out.record({ type: 'mission-begun', mission: mission.id, branch, base, lessons });
  enterPhase(out, setting, mission, first);
}

/** Git or the tracker did not do what a mission needs: it pauses with the reason, and nothing is lost. */
export function missionBroke(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-broke' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (!mission || !isLive(mission) || mission.paused) return;
  const reason = sayFailure(input.failure);
  out.record({ type: 'mission-paused', mission: mission.id, by: 'symphony', reason });
}

/** REVIEW is over: marks and foreseen conflicts are known. */
export function missionReviewed(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-reviewed' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (mission?.step !== 'reviewing') return;
  const { marks, conflicts } = input;
  out.record({ type: 'mission-reviewed', mission: mission.id, marks, conflicts });
  step(out, mission, 'deciding');
}

export const planAgain = (out: Decision, setting: Setting, mission: MissionState): void =>
  make(out, setting, mission, planPart(mission));

export function missionProved(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-proved' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (mission?.step !== 'finishing' || mission.proof) return;
  out.record({ type: 'mission-proved', mission: mission.id, evidence: input.evidence });
}

/** Its branch stands at `commit`: it is offered to the train, or it came to nothing. */
export function missionOffered(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-offered' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (mission?.step !== 'handing-off' || mission.offered) return;
  const { commit } = input;
  if (commit === mission.base)
    return void out.record({
      type: 'mission-ended',
      mission: mission.id,
      outcome: 'done',
      reason: 'nothing had to change',
      commit,
    });
  const entry = {
    item: trainIdOf(mission.id),
    identifier: mission.id,
    title: mission.plan?.title ?? mission.id,
    branch: mission.branch,
    head: commit,
  };
  out.record({ type: 'mission-offered', mission: mission.id, entry });
  if (setting.settings.handoff.mode === 'auto')
    out.record({ type: 'handoff-approved', item: trainIdOf(mission.id), by: 'handoff.mode auto' });
}

/** What an advising player committed was read: it takes effect, and its chamber goes. */
export function adviceTaken(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'advice-taken' }>,
): void {
  const { state } = setting;
  const { item: id, advice } = input;
  const place = state.missionParts.get(id);
  const mission = place && state.missions.get(place.mission);
  const item = state.items.get(id);
  if (!mission || item?.state !== 'completed') return;
  out.record({ type: 'advice-taken', mission: mission.id, item: id, advice });
  if (out.move(item, 'cancelled', 'its advice was taken; it is not merged', { outcome: 'closed' })) {
    moveTracker(out, item, setting.settings.tracker.mergedState);
    if (item.chamber)
      out.perform({
        type: 'remove-chamber',
        item: id,
        chamber: item.chamber,
        target: setting.settings.target,
        force: true,
      });
  }
  const by = `player ${item.session?.player ?? place.part.player ?? 'unknown'}`;
  if (advice.kind === 'plan' && mission.step === 'planning')
    out.record({
      type: 'mission-planned',
      mission: mission.id,
      // The request is the person's, word for word, whatever was made of it.
      plan: { ...advice.plan, name: mission.id, request: mission.request },
      by,
    });
  if (advice.kind === 'decide' && mission.step === 'deciding')
    for (const { deviation, verdict, instruction, rationale } of advice.decisions)
      if (undecided(mission).some((each) => each.id === deviation))
        out.record({
          type: 'deviation-decided',
          mission: mission.id,
          deviation,
          decision: { verdict, instruction, rationale, by },
        });
  if (advice.kind === 'judge' && mission.step === 'gating') judged(out, setting, mission, advice, by);
}

export function recoverMissions(out: Decision, setting: Setting): void {
  for (const mission of setting.state.missions.values())
    if (isLive(mission)) recoverMission(out, setting, mission);
}

/** After a restart, or when it failed: what the step waits for is asked for again. All of it may be asked twice. */
export function recoverMission(out: Decision, setting: Setting, mission: MissionState): void {
  const { state } = setting;
  for (const part of mission.parts)
    if (!state.items.has(part.item)) out.perform({ type: 'make-part', mission: mission.id, part });
  if (mission.step === 'beginning') out.perform(beginMission(setting, mission));
  if (mission.step === 'reviewing') out.perform(reviewMission(setting, mission));
  if (mission.step === 'purging' && mission.surveyed === null) out.perform(surveyMarks(mission));
  if (mission.step === 'finishing' && mission.proof === null) out.perform(proveMission(setting, mission));
  if (mission.step === 'handing-off' && mission.offered === null && mission.returned === null)
    out.perform(offerMission(mission));
}
