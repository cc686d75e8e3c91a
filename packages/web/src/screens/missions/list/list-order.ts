import type { MissionRunView } from '@symphony/domain';

/** What waits for a person first, then what is played, then what has ended; the newest first in each. */
export const inListOrder = (missions: readonly MissionRunView[]): readonly MissionRunView[] =>
  [...missions].sort((a, b) => rank(a) - rank(b) || b.startedAt - a.startedAt);

const rank = ({ step, needsYou }: MissionRunView): number => {
  if (step === 'ended') return 2;
  return needsYou ? 0 : 1;
};
