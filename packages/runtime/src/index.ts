export { AgentExecutor } from './agent-executor.ts';
export type { AgentProfile } from './agent-profile.ts';
export { Cancellation, orStopped } from './cancellation.ts';
export { type RuntimeConfig, runtimeConfig, USUAL_CONFIG } from './config.ts';
export { ContextApi, type ContextParts } from './context/context-api.ts';
export type { MagicIntent, MagicParams } from './context/magic.ts';
export type { ContextNode, ContextTree } from './context/tree.ts';
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
export { IntentDesk, type IntentHandlers, leaveIntent } from './intents/process.ts';
export { SkillLearning, verifyByModel } from './learning/after-session.ts';
export { Experience, type Learned } from './learning/experience.ts';
export type { Skill, SkillStep } from './learning/skill.ts';
export { SkillBook, type SkillFound, type Verification } from './learning/skill-book.ts';
export { skilledPlanning } from './learning/skilled-planning.ts';
export { type RuntimeStats, runtimeStats } from './learning/stats.ts';
export { type WorkClass, workClassOf } from './learning/work-class.ts';
export { KeyedMemory } from './memory/keyed-memory.ts';
export { Memories, type Memory } from './memory/memories.ts';
export { memoryTools } from './memory/memory-tools.ts';
export { dueForAnalysis, RealtimeLog } from './memory/realtime-log.ts';
export { Recollection } from './memory/recollection.ts';
export { WorkingMemory } from './memory/working-memory.ts';
export { createPlan } from './planning/create.ts';
export { planning } from './planning/engine.ts';
export { freshPlan } from './planning/fresh-plan.ts';
export type { PlayedPlan, PlayHooks } from './planning/outcome.ts';
export { planningTools } from './planning/planning-tools.ts';
export { playPlan } from './planning/play.ts';
export { type Replanned, replan } from './planning/replan.ts';
export { reusable } from './planning/reusable.ts';
export type { PlanGiven } from './planning/sequence.ts';
export { Lessons } from './reflection/lessons.ts';
export { ponderTool } from './reflection/ponder.ts';
export { Reflector } from './reflection/reflector.ts';
export { clausesOf } from './request/clauses.ts';
export { complexityOf, features, type RequestFeatures } from './request/features.ts';
export type { Role, RoleParameter } from './roles/role.ts';
export { Classifier } from './router/classifier/classifier.ts';
export { pack, unpack } from './router/classifier/packed.ts';
export { type CostModel, chooseTier, gainOf, learnCosts, leastGainFor } from './router/cost/cost-router.ts';
export { Router, type RouterSession } from './router/router.ts';

export { calibrate, TARGET_ERROR, type Thresholds, USUAL_THRESHOLDS } from './router/thresholds.ts';
export { type RuntimeHealth, type RuntimeStatus, type RuntimeTotals, SymphonyRuntime } from './runtime.ts';
export { RuntimeError } from './runtime-error.ts';
export type { ExecuteOptions, RuntimeLogger, RuntimeParts } from './runtime-parts.ts';
export { type Keep, type ModelAnswer, Session, type Surroundings, type WrittenCall } from './session.ts';
export { type Summary, summarizeTool } from './summarize/summarize.ts';

export { type Permit, ToolRegistry } from './tools/registry.ts';
