import type { Instant, Json } from '../work-item.ts';

/**
 * A plan: a graph of tool calls made for one request (R10). Steps are numbered 1..n; what a step needs follows from
 * the `{{step_N_output.path}}` references in its parameters and from `dependsOn`.
 */
export type PlanStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'replanning';
export type StepStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'skipped';

export interface ExecutionStep {
  readonly stepNumber: number;
  /** `domain.tool`, or `none` for a step in which the agent only says something. */
  readonly toolName: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly dependsOn: readonly number[];
  /** An expression over earlier outputs; when it does not hold the step is skipped. */
  readonly when?: string;
  /** Earlier steps that failed or could not be played, in whose place this one was put by a replan. */
  readonly replaces?: readonly number[];
  readonly status: StepStatus;
  readonly result?: Json;
  /** Why it failed, or why it was skipped when that is nobody's wish. A step its `when` skipped has none. */
  readonly error?: string;
}

export interface ExecutionPlan {
  readonly planId: string;
  readonly request: string;
  readonly selectedTools: readonly string[];
  readonly steps: readonly ExecutionStep[];
  readonly reasoning: string;
  readonly createdAt: Instant;
  readonly updatedAt?: Instant;
  readonly status: PlanStatus;
  readonly metadata: Readonly<Record<string, Json>>;
}

export interface ReplanRequest {
  readonly currentPlan: ExecutionPlan;
  readonly executionState: Readonly<Record<string, Json>>;
  readonly reason: string;
  readonly completedSteps: readonly number[];
  readonly failedSteps: readonly number[];
  readonly newInformation?: string;
}
