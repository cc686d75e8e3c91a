import { type Advice, describeFailure } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import { isClosedUnmerged, type MissionState, partsOf } from '../mission/mission-state.ts';
import { criteriaPart, judgePart, refineParts, syncPart } from '../mission/next-parts.ts';
import { syncIsGivenUp, undecided } from '../mission/questions.ts';
import { cycleLimit, standingOf } from '../mission/standing.ts';
import { judgeGate, refined } from '../policy/gate.ts';
import { offerMission, proveMission } from './mission-effects.ts';
import { approvePart, cyclesUsed, enterCycle, enterPhase, isUnapproved, make, step } from './mission-step.ts';

/** What ends a phase and what ends a mission: gates, criteria, the one handoff (M6, M8). */

/** May the next phase begin? What code can say is said at once; the rest is a reviewer's or a person's. */
export function passGate(out: Decision, setting: Setting, mission: MissionState): void {
  const { phase } = mission;
  if (phase === null) return;
  const last = mission.gates.at(-1);
  const asked = last?.phase === phase && last.cycle === mission.cycle && last.verdict === 'ask';
  if (asked) return;
  if (undecided(mission).length > 0) return step(out, mission, 'deciding');
  const judge = partsOf(mission, 'judge').at(-1);
  if (judge) {
    if (standingOf(setting.state, mission, judge) === 'left')
      settleGate(out, setting, mission, 'ask', ['Nobody judged it.'], 'the rules');
    return;
  }
  const { verdict, reasons } = judgeGate(mission);
  if (verdict === 'judge') return make(out, setting, mission, judgePart(mission));
  settleGate(out, setting, mission, verdict, reasons, 'the rules');
}

/** Records the verdict and does what it says. */
export function settleGate(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  verdict: ReturnType<typeof judgeGate>['verdict'],
  reasons: readonly string[],
  by: string,
): void {
  const { phase, plan } = mission;
  if (phase === null || !plan || verdict === 'judge') return;
  out.record({ type: 'gate-judged', mission: mission.id, phase, verdict, reasons, by });
  switch (verdict) {
    case 'ask':
      return;
    case 'passed': {
      const next = plan.phases[plan.phases.indexOf(phase) + 1];
      if (next !== undefined) return enterPhase(out, setting, mission, next);
      step(out, mission, 'finishing');
      out.perform(proveMission(setting, mission));
      return;
    }
    case 'back':
      return enterPhase(out, setting, mission, plan.phases[0] ?? phase);
    default: {
      const player = verdict === 'escalate' ? plan.decider : null;
      const cycle = mission.cycle + 1;
      enterCycle(out, setting, mission, phase, cycle, refineParts(mission, cycle, reasons, player));
    }
  }
}

/** What a reviewer's verdict comes to: the architecture again, a stronger player, once more, or a person (M6). */
export function judged(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  advice: Extract<Advice, { kind: 'judge' }>,
  by: string,
) {
  const { verdict, cause, reasons } = advice;
  const settle = (to: Parameters<typeof settleGate>[3], why = reasons) =>
    settleGate(out, setting, mission, to, why, by);
  if (verdict === 'approved') return settle('passed');
  if (verdict === 'needs-refinement') {
    const sight = refined(mission, reasons);
    return settle(sight.verdict, sight.reasons);
  }
  const tries = (kind: string) => mission.gates.filter((gate) => gate.verdict === kind).length;
  const limits = mission.plan?.limits;
  if (
    cause === 'architecture-flaw' &&
    mission.plan?.phases[0] === 'architecture' &&
    tries('back') < (limits?.refinements ?? 0)
  )
    return settle('back');
  if (cause === 'model-limitation' && mission.plan?.decider && tries('escalate') < (limits?.escalations ?? 0))
    return settle('escalate');
  settle('ask');
}

/** The criteria on the merged tree; what fails becomes work while there are cycles left. */
export function finish(out: Decision, setting: Setting, mission: MissionState): void {
  const { proof, phase, plan } = mission;
  if (!proof || phase === null || !plan) return;
  if (!proof.passed) {
    if (cyclesUsed(mission) >= cycleLimit(mission)) return; // a person is asked
    const cycle = mission.cycle + 1;
    return enterCycle(out, setting, mission, phase, cycle, [
      criteriaPart(mission, cycle, describeFailure(proof)),
    ]);
  }
  if (!mission.judged && plan.criteria.some(({ check }) => check === null)) return;
  if (undecided(mission).length > 0) return step(out, mission, 'deciding');
  step(out, mission, 'handing-off', { reason: mission.reason });
  if (!isClosedUnmerged(mission)) out.perform(offerMission(mission));
}

/** A person says that it is not done yet. */
export function unmet(out: Decision, setting: Setting, mission: MissionState, words: string): void {
  if (mission.phase === null) return;
  const cycle = mission.cycle + 1;
  const report = mission.proof && !mission.proof.passed ? describeFailure(mission.proof) : '';
  enterCycle(out, setting, mission, mission.phase, cycle, [
    criteriaPart(mission, cycle, `${words}\n\n${report}`.trim()),
  ]);
}

/** One handoff for all of it. Where something is against it, somebody mends that on its branch first. */
export function handOff(out: Decision, setting: Setting, mission: MissionState): void {
  const { state, settings } = setting;
  if (mission.returned === null || isClosedUnmerged(mission)) return;
  const last = partsOf(mission, 'sync').at(-1);
  if (last && isUnapproved(state.items.get(last.item))) return approvePart(out, mission, last);
  const standing = last ? standingOf(state, mission, last) : 'left';
  if (standing !== 'merged' && standing !== 'left') return;
  // What the two came to is measured anew; the reason says by whose work, so that it is looked at once.
  if (last && standing === 'merged' && mission.reason !== last.item) {
    step(out, mission, 'finishing', { reason: last.item });
    out.perform(proveMission(setting, mission));
    return;
  }
  if (!syncIsGivenUp(state, mission))
    make(out, setting, mission, syncPart(mission, settings.target, mission.returned));
}
