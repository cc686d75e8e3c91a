export { createPlan } from './create.ts';
export { planning } from './engine.ts';
export { freshPlan } from './fresh-plan.ts';
export type { PlayedPlan, PlayHooks } from './outcome.ts';
export { planningTools } from './planning-tools.ts';
export { playPlan } from './play.ts';
export { type Replanned, replan } from './replan.ts';
export { reusable } from './reusable.ts';
export type { PlanGiven } from './sequence.ts';
