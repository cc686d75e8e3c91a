import type { ModelMessage, ModelTier, StepResult } from '@symphony/domain';

/** What the tool loop starts from. */
export interface Opening {
  /** Up to and with the person's words. */
  readonly messages: readonly ModelMessage[];
  /** Names of tools it may use. None: it only speaks. */
  readonly tools: readonly string[];
  readonly tier: ModelTier;
  /** Told as they happen. */
  readonly listener?: ExecutionListener;
}

export interface ExecutionListener {
  /** Said along with a call, not the answer. */
  said?(text: string): void;
  done?(step: StepResult): void;
}

/** What came of it. `success` follows from what was seen to happen, never from what the model said of it. */
export interface ExecutionOutcome {
  readonly success: boolean;
  /** The model's last words; empty when it never came to them. */
  readonly answer: string;
  readonly steps: readonly StepResult[];
  readonly error?: string;
  /** Why it ended. */
  readonly ending: ExecutionEnding;
  /** Name of the model that spoke last. */
  readonly model: string | null;
}

export type ExecutionEnding =
  | 'answered'
  | 'no-model' // none could be asked: the key, the network, the budget
  | 'no-answer' // what it answered was no answer, or never kept to the form
  | 'circles' // the same call again and again
  | 'limit' // more model calls than it may make
  | 'stopped'; // cancelled, or its time was up
