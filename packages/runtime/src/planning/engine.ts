import type { PlanningEngine } from '../engines.ts';
import { assess } from './assess.ts';
import { createPlan } from './create.ts';
import { playPlan } from './play.ts';

/** Planning as the runtime takes it (R10–R13). It keeps nothing: all of it is in the session. */
export const planning: PlanningEngine = {
  assess: (session) => assess(session),
  createPlan: (session) => createPlan(session),
  playPlan,
};
