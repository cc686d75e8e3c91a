import type { Json } from '@symphony/domain';
import type { MissionContext } from '../run-tools.ts';

export const shownMission = (mission: MissionContext): { readonly [key: string]: Json } => ({
  id: mission.id,
  phase: mission.phase,
  cycle: mission.cycle,
  yourPart: { ...mission.yourPart },
  scope: mission.scope,
  understanding: mission.understanding,
  requirements: mission.requirements,
  rules: mission.rules.map((rule) => ({ ...rule })),
  criteria: mission.criteria,
  deviations: mission.deviations.map(({ decision, ...deviation }) => ({
    ...deviation,
    decision: decision && { ...decision },
  })),
  otherWorkers: mission.otherWorkers.map((worker) => ({ ...worker })),
  handedOn: mission.handedOn.map((handed) => ({ ...handed })),
});
