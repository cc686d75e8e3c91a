/**
 * The core: what every use of the runtime needs. Each engine has a door of its own (`@symphony/runtime/router`,
 * `/planning`, …), because whoever does not use one should not wait for it to load.
 */
export { AgentExecutor } from './agent-executor.ts';
export type { AgentProfile } from './agent-profile.ts';
export { Cancellation, orStopped } from './cancellation.ts';
export { type RuntimeConfig, runtimeConfig, USUAL_CONFIG } from './config.ts';
export type {
  Assessment,
  ContextEngine,
  Engines,
  IntentEngine,
  LearningEngine,
  MemoryEngine,
  Occasion,
  PlanHooks,
  PlanMade,
  PlanningEngine,
  PlanOutcome,
  ReflectionEngine,
  RouteOutcome,
  RouterEngine,
  RouterSurroundings,
} from './engines.ts';
export { converse } from './execution/converse.ts';
export type { ExecutionOutcome, Opening } from './execution/outcome.ts';
export { type RuntimeHealth, type RuntimeStatus, type RuntimeTotals, SymphonyRuntime } from './runtime.ts';
export { RuntimeError } from './runtime-error.ts';
export type { ExecuteOptions, RuntimeLogger, RuntimeParts } from './runtime-parts.ts';
export { type Keep, type ModelAnswer, Session, type Surroundings, type WrittenCall } from './session.ts';
export { type Permit, ToolRegistry } from './tools/registry.ts';
