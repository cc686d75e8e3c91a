import type {
  LifecycleState,
  MissionId,
  MissionOutcome,
  MissionStep,
  Outcome,
  PhaseName,
  Spend,
} from '@symphony/domain';

/** What came of a run of the conductor: the JSON of `symphony run --json`. */
export interface Summary {
  readonly items: readonly ItemEnd[];
  readonly merged: readonly { readonly item: string; readonly commit: string }[];
  readonly retries: readonly { readonly item: string; readonly error: string }[];
  readonly conflicts: readonly Conflict[];
  readonly questions: readonly Asked[];
  /** Those that something was heard of. */
  readonly missions: readonly MissionEnd[];
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

export interface MissionEnd {
  readonly id: MissionId;
  readonly title: string;
  readonly step: MissionStep;
  readonly phase: PhaseName | null;
  readonly cycle: number;
  /** Null while it is played. */
  readonly outcome: MissionOutcome | null;
  readonly reason: string;
  /** Since the watching began, like what follows. */
  readonly merged: number;
  readonly left: number;
  /** Deviations that were decided. */
  readonly decided: number;
  /** Marks that were taken out. */
  readonly purged: number;
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
