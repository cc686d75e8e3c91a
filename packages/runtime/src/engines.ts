import type {
  Complexity,
  ContextRequirement,
  ExecutionPlan,
  ExecutionStep,
  IntentsProcessed,
  Json,
  Reflection,
  RouteDecision,
  RuntimeResult,
  StepResult,
  ToolResult,
} from '@symphony/domain';
import type { Role } from './roles/role.ts';
import type { Session } from './session.ts';

/**
 * What the runtime asks of its engines (R1). Each is a set of functions over a session; they are put together once,
 * in `runtime.ts`, and none knows another. All are optional: without them a request is one shot with tools.
 */
export interface Engines {
  readonly router?: RouterEngine;
  readonly planning?: PlanningEngine;
  readonly reflection?: ReflectionEngine;
  readonly context?: ContextEngine;
  readonly memory?: MemoryEngine;
  readonly intents?: IntentEngine;
  readonly learning?: LearningEngine;
}

/** R7, R8. Asks models, if at all, through `surroundings.session`, so that every call is metered. */
export interface RouterEngine {
  /** Never rejects but when the session is stopped: what cannot be decided is planned. */
  decide(request: string, surroundings: RouterSurroundings): Promise<RouteDecision>;
  learn(outcome: RouteOutcome): Promise<void> | void;
}

export interface RouterSurroundings {
  readonly session: Session;
  readonly roles: readonly Role[];
}

/** How a decision turned out. */
export interface RouteOutcome {
  readonly request: string;
  readonly decision: RouteDecision;
  readonly success: boolean;
  /** The fast path did not do and it was planned after all. */
  readonly escalated: boolean;
  /** Names of tools that were called, in order. */
  readonly tools: readonly string[];
  readonly at: number;
}

/** R10–R13. */
export interface PlanningEngine {
  assess(session: Session): Promise<Assessment>;
  /** Never rejects but when the session is stopped. */
  createPlan(session: Session): Promise<PlanMade>;
  /** Emits `planned`'s followers: steps, tool calls, replans. Never rejects: a stop is an outcome too. */
  playPlan(session: Session, plan: ExecutionPlan, hooks: PlanHooks): Promise<PlanOutcome>;
}

export interface Assessment {
  readonly complexity: Complexity;
  readonly why: string;
}

/** `plan: null`: none could be made; the agent works without one and the result says so. */
export interface PlanMade {
  readonly plan: ExecutionPlan | null;
  /** What is worse than it should be, in a sentence. */
  readonly degraded?: string;
}

export interface PlanHooks {
  /** Null: nothing was thought; the usual rules hold. Never rejects. */
  judge(step: ExecutionStep, result: ToolResult, history: readonly StepResult[]): Promise<Reflection | null>;
}

export interface PlanOutcome {
  /** As it stands at the end. */
  readonly plan: ExecutionPlan;
  /** True only when every step that was not skipped by its `when` was seen to succeed. */
  readonly success: boolean;
  readonly steps: readonly StepResult[];
  readonly adaptations: readonly string[];
  readonly error?: string;
}

/** R15. */
export interface ReflectionEngine {
  /**
   * Null: nothing outside the model spoke, so there is nothing to think about. Rejects only when the session is
   * stopped: its own failure is a reflection too.
   */
  reflectOn(session: Session, occasion: Occasion): Promise<Reflection | null>;
  /** The last few that have to do with it. */
  lessonsFor(topic: string): Promise<readonly string[]> | readonly string[];
}

export interface Occasion {
  readonly step: ExecutionStep;
  readonly result: ToolResult;
  readonly plan: ExecutionPlan | null;
  readonly history: readonly StepResult[];
  /** What something outside the model looked at after the step: tests, a verify command, the state of the world. */
  readonly checks?: readonly OutsideCheck[];
}

export interface OutsideCheck {
  readonly name: string;
  readonly passed: boolean;
  readonly detail?: string;
}

/** R16. Never throws. */
export interface ContextEngine {
  useMagic(intent: string, params: Readonly<Record<string, Json>>): Promise<ToolResult>;
  healthy?(): Promise<boolean> | boolean;
}

/** What is worth telling the model before it begins: lines, most important first. */
export interface MemoryEngine {
  recall(session: Session, needs: readonly ContextRequirement[]): Promise<readonly string[]>;
}

/** R17. Reads `session.intents`; each is carried out apart from the others. Never rejects. */
export interface IntentEngine {
  process(session: Session): Promise<IntentsProcessed>;
}

/** R16: skills, lessons and counts from what was really seen to happen. */
export interface LearningEngine {
  ended(session: Session, result: RuntimeResult): Promise<void> | void;
}
