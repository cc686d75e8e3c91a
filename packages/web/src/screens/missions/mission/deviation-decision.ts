import type { MissionAct, MissionVerdict } from '@symphony/domain';

/** What its author goes by when a person asks for rework and says nothing more. */
export const USUAL_INSTRUCTION = 'Go by what was discovered.';

/** One click is enough: what is written beside it is the instruction of a rework, and the reason of the others. */
export function decisionOf(
  deviation: string,
  verdict: MissionVerdict,
  words: string,
): Extract<MissionAct, { kind: 'decide' }> {
  const said = words.trim();
  return {
    kind: 'decide',
    deviation,
    verdict,
    instruction: verdict === 'rework' ? said || USUAL_INSTRUCTION : '',
    rationale: said,
  };
}
