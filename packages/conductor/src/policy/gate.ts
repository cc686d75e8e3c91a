import { CONFIDENCE, type GateVerdict, owes, PHASE_RULES } from '@symphony/domain';
import type { MissionState } from '../mission/mission-state.ts';

/** What lets the next phase begin (M6). `judge` and `ask` are not settled here. */
export interface GateSight {
  readonly verdict: GateVerdict | 'judge';
  readonly reasons: readonly string[];
}

/** Judged by what was handed on; build and tests were proved by the train on the merged tree. */
export function judgeGate(mission: MissionState): GateSight {
  const { plan, phase, handOns } = mission;
  if (!plan || phase === null) return { verdict: 'passed', reasons: [] };
  const handed = new Set(
    handOns.filter((each) => each.phase === phase && each.values.length > 0).map(({ key }) => key),
  );
  const missing = owes(plan.phases, phase).filter((key) => !handed.has(key));
  if (missing.length > 0)
    return refined(mission, [
      `The next phase needs ${missing.join(', ')}: hand ${missing.length === 1 ? 'it' : 'them'} on with the tool hand_on.`,
    ]);
  const { gate } = PHASE_RULES[phase];
  if (gate === 'confidence') return judgeConfidence(mission);
  if (gate === 'verdict') return { verdict: plan.reviewer === null ? 'ask' : 'judge', reasons: [] };
  return { verdict: 'passed', reasons: ['The merged work passes the checks.'] };
}

/** Facts beside assumptions: what rests on guesses is a person's to allow. */
function judgeConfidence({ handOns, phase }: MissionState): GateSight {
  const count = (key: string): number =>
    handOns
      .filter((each) => each.phase === phase && each.key === key)
      .reduce((sum, { values }) => sum + values.length, 0);
  const facts = count('facts');
  const assumptions = count('assumptions');
  if (facts + assumptions === 0)
    return {
      verdict: 'ask',
      reasons: ['Nobody said what of the architecture is known and what is assumed.'],
    };
  const confidence = facts / (facts + assumptions);
  const said = `${facts} facts and ${assumptions} assumptions: ${Math.round(confidence * 100)} % is known.`;
  return confidence >= CONFIDENCE
    ? { verdict: 'passed', reasons: [said] }
    : { verdict: 'ask', reasons: [said, `At least ${CONFIDENCE * 100} % should be.`] };
}

/** Sent back while that is allowed; then a person is asked. */
export function refined(mission: MissionState, reasons: readonly string[]): GateSight {
  const tries = mission.gates.filter(
    ({ phase, verdict }) => phase === mission.phase && verdict === 'refine',
  ).length;
  const limit = mission.plan?.limits.refinements ?? 0;
  if (tries < limit) return { verdict: 'refine', reasons };
  return { verdict: 'ask', reasons: [...reasons, `It was sent back ${tries} times already.`] };
}
