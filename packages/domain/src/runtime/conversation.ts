import type { Instant } from '../work-item.ts';

/** One conversation (R14): the path every request takes, whatever is done for it. */
export type ConversationState =
  | 'initiated'
  | 'working'
  | 'reflecting'
  | 'adapting'
  | 'concluding'
  | 'completed'
  | 'error';

export interface ConversationTurn {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
  readonly timestamp: Instant;
  readonly metadata?: {
    readonly stepId?: string;
    readonly toolUsed?: string;
    readonly actionType?: 'opening' | 'progress' | 'tool' | 'reflection' | 'adaptation' | 'answer';
    readonly confidence?: number;
    readonly reflection?: string;
  };
}

/** What `RuntimeResult.conversation` is, and what JSON export writes. */
export interface ConversationRecord {
  readonly id: string;
  readonly originalTask: string;
  readonly turns: readonly ConversationTurn[];
  readonly finalResponse: string;
  readonly reasoningChain: readonly string[];
  readonly duration: number;
  readonly state: ConversationState;
}
