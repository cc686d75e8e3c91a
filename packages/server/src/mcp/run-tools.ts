import type {
  Deviation,
  Discovery,
  HandOn,
  Instant,
  ItemId,
  MissionId,
  PhaseName,
  RecordedDeviation,
  RuleArea,
  RunId,
  TrackedItem,
} from '@symphony/domain';

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
  /** Absent: the run is no part of a mission, and nothing of missions is offered to it. */
  readonly mission?: MissionTools;
}

/** What a part of a mission may tell the others of it (M4). */
export interface MissionTools {
  /** Resolves when it is recorded, like everything that is reported. */
  updateUnderstanding(change: Explained): Promise<void>;
  addRequirement(requirement: Explained): Promise<void>;
  recordRule(rule: Explained & { readonly area: RuleArea }): Promise<void>;
  handOn(handed: { readonly key: string; readonly values: readonly string[] }): Promise<void>;
  requestScope(asked: { readonly paths: readonly string[]; readonly why: string }): Promise<ScopeAnswer>;
}

interface Explained {
  readonly text: string;
  readonly why: string;
}

export interface ScopeAnswer {
  readonly granted: boolean;
  /** For the agent: who else works there, or that nobody does. */
  readonly why: string;
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
  /** Null for work that is no part of one. */
  readonly mission: MissionContext | null;
}

/** The mission of the run, as it is known now. */
export interface MissionContext {
  readonly id: MissionId;
  readonly phase: PhaseName | null;
  readonly cycle: number;
  readonly yourPart: { readonly worker: string | null; readonly title: string; readonly task: string };
  /** Globs of what the run may change; empty: no such limit. */
  readonly scope: readonly string[];
  readonly understanding: string;
  readonly requirements: readonly string[];
  readonly rules: readonly { readonly area: RuleArea; readonly text: string }[];
  readonly criteria: readonly string[];
  /** With what was decided on them, oldest first. */
  readonly deviations: readonly KnownDeviation[];
  /** Those of the same phase. */
  readonly otherWorkers: readonly OtherWorker[];
  /** By this phase and the ones before it, without what is out of date. */
  readonly handedOn: readonly HandOn[];
}

export type KnownDeviation = Pick<
  RecordedDeviation,
  'id' | 'worker' | 'severity' | 'expected' | 'discovered' | 'action' | 'decision'
>;

export interface OtherWorker {
  readonly id: string;
  readonly title: string;
  readonly scope: readonly string[];
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
