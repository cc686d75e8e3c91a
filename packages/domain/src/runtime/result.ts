import type { Json } from '../work-item.ts';
import type { ConversationRecord } from './conversation.ts';
import type { ExecutionPlan } from './plan.ts';
import type { Reflection } from './reflection.ts';
import type { ToolResult } from './tool.ts';

export type RuntimeMode = 'legacy' | 'legacy_with_conversation' | 'enhanced_planning' | 'adaptive_reflection';

/** What came of one `execute` (R3). A failed plan is no success, whatever was said about it. */
export interface RuntimeResult {
  readonly success: boolean;
  readonly mode: RuntimeMode;
  readonly conversation: ConversationRecord;
  readonly execution: {
    readonly steps: readonly StepResult[];
    readonly adaptations: readonly string[];
    readonly insights: readonly string[];
  };
  readonly plan?: ExecutionPlan;
  readonly reflections?: readonly Reflection[];
  readonly error?: string;
  readonly metrics: RuntimeMetrics;
}

/** The part of it that is recorded at the end of a session. */
export type RuntimeOutcome = Pick<RuntimeResult, 'success' | 'error' | 'metrics'> & {
  readonly answer: string;
};

export interface StepResult {
  readonly stepId: string;
  readonly description: string;
  readonly tool: string | null;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly result: ToolResult;
  /** It failed, and a later step of a revised plan did it in its place. */
  readonly madeGood?: boolean;
}

export interface RuntimeMetrics {
  readonly duration: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** US dollars; null when a model was used whose price nobody told us. */
  readonly cost: number | null;
  /** Answers that needed no model: learned patterns, cached calls. */
  readonly cacheHits: number;
}
