import type { LifecycleState, Outcome, Spend } from '@symphony/domain';

/** What came of a run of the conductor: the JSON of `symphony run --json`. */
export interface Summary {
  readonly items: readonly ItemEnd[];
  readonly merged: readonly { readonly item: string; readonly commit: string }[];
  readonly retries: readonly { readonly item: string; readonly error: string }[];
  readonly conflicts: readonly Conflict[];
  readonly questions: readonly Asked[];
  readonly spend: Spend;
}

export interface ItemEnd {
  readonly identifier: string;
  readonly title: string;
  readonly state: LifecycleState;
  readonly outcome: Outcome;
  readonly reason: string;
  /** Finished, proved, and waiting for a person's approval. */
  readonly awaitsApproval: boolean;
  /** The train sent it back too often. */
  readonly givenUp: boolean;
}

export interface Conflict {
  readonly item: string;
  readonly why: 'conflict' | 'failed-on-target';
  /** The player that got it back, once one did. */
  readonly solver: string | null;
  /** Its closing words. */
  readonly how: string | null;
  readonly solved: boolean;
}

export interface Asked {
  readonly item: string;
  readonly question: string;
  readonly answer: string | null;
  readonly by: string | null;
}
