import type { MissionRunView } from '@symphony/domain';

/** What a person may ask of a mission as it stands. */
export const actsOf = ({ step, paused }: Pick<MissionRunView, 'step' | 'paused'>) => ({
  approve: step === 'planned' && !paused,
  pause: step !== 'ended' && step !== 'planned' && !paused,
  resume: step !== 'ended' && paused,
  abort: step !== 'ended',
});
