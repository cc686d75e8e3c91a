import type { Deviation, Discovery, Instant, ItemId, RunId, TrackedItem } from '@symphony/domain';

/**
 * What the agent of one run can have done on the host. Every method speaks for this run alone and
 * acts with the host's own credentials, so the agent never holds any. A method that cannot do what
 * it was asked rejects with PortError: its sentence is what the agent reads.
 */
export interface RunTools {
  readonly run: RunId;
  reportProgress(progress: Progress): Promise<void>;
  /**
   * Resolves with the person's answer, however long that takes. `signal` aborts when nobody waits
   * for it any more: the question is to be withdrawn then.
   */
  askHuman(question: HumanQuestion, signal: AbortSignal): Promise<string>;
  recordDeviation(deviation: Deviation): Promise<void>;
  shareDiscovery(discovery: Discovery): Promise<void>;
  getContext(): Promise<RunContext>;
  readonly tracker: RunTracker;
}

/** The tracker as this run may use it. What the tracker cannot do is left out, and not offered. */
export interface RunTracker {
  /** The item of the run, or another one. Rejects with `missing` when there is none of that id. */
  read(id: ItemId | null): Promise<TrackedItem>;
  /** Comments on the item of the run. */
  comment?(text: string): Promise<void>;
  /** Puts the item of the run into another state. */
  move?(state: string): Promise<void>;
  /** Makes a follow-up item and answers its id. */
  create?(work: FollowUp): Promise<ItemId>;
}

export interface Progress {
  readonly text: string;
  readonly percent: number | null;
}

export interface HumanQuestion {
  readonly question: string;
  /** Empty: the person answers in their own words. */
  readonly choices: readonly string[];
  /** What the agent would do if it had to decide by itself. */
  readonly default: string | null;
}

export interface FollowUp {
  readonly title: string;
  readonly description: string;
  readonly labels: readonly string[];
  readonly priority: number | null;
}

export interface RunContext {
  readonly item: TrackedItem;
  /** The folder the agent works in. */
  readonly chamber: string;
  readonly branch: string;
  readonly attempt: number;
  readonly budgetLeft: BudgetLeft;
  /** The commands that must pass before the work counts as done. */
  readonly verify: readonly string[];
  /** The states an item may be put into. */
  readonly states: readonly string[];
  /** What agents of other items found out, oldest first. */
  readonly discoveries: readonly SharedDiscovery[];
}

/** Null where there is no cap. */
export interface BudgetLeft {
  readonly usd: number | null;
  readonly tokens: number | null;
}

export interface SharedDiscovery extends Discovery {
  /** The identifier of the item whose agent found it. */
  readonly from: string;
  readonly at: Instant;
}
