import type {
  AgentQuestion,
  Chamber,
  Collision,
  CommentAuthor,
  Discovery,
  Evidence,
  Instant,
  ItemId,
  LifecycleState,
  LogEventOf,
  MissionId,
  Outcome,
  PlayerName,
  ProcessIdentity,
  PromptKind,
  ProposalSight,
  RunId,
  RunPhase,
  Settings,
  Spend,
  Standing,
  TrackedItem,
  TrainEntry,
  Usage,
} from '@symphony/domain';
import { NO_SPEND } from '@symphony/domain';
import { GrantHistory } from '@symphony/pit/arbitration';
import { Dependencies } from './dependencies.ts';
import type { MelodyRun, NodeWork } from './melody/melody-run.ts';
import type { MissionState, PartPlace } from './mission/mission-state.ts';
import { WaitingLine } from './waiting-line.ts';

/**
 * What the log adds up to. The maps are owned by the mailbox and changed by the fold alone; the
 * values in them are never changed in place, so a value that was read stays what it was.
 */
export interface ConductorState {
  seq: number;
  settings: Settings | null;
  settingsProblem: string | null;
  draining: boolean;
  readonly items: Map<ItemId, ItemState>;
  /** Items with something going on: not plainly open. Kept so that no pass walks all items. */
  readonly live: Set<ItemId>;
  /**
   * The live ones that have a run or are queued for one: they hold the slots, and only they are moved
   * by time. Thousands may be live because they wait to be merged. Made again, never stored.
   */
  readonly underWay: Set<ItemId>;
  /** Open items that could be claimed. */
  readonly waiting: Set<ItemId>;
  /** Which items wait for others. Made again from the items, never stored. */
  dependencies: Dependencies;
  /** They and the queued ones, as far as they wait for nobody, in the order of dispatch. Made again from the items, never stored. */
  line: WaitingLine;
  readonly resting: Map<PlayerName, { readonly until: Instant; readonly reason: string }>;
  readonly questions: Map<string, OpenQuestion>;
  train: TrainState;
  spendTotal: Spend;
  /** By UTC day, the newest few. */
  readonly spendByDay: Map<string, Spend>;
  /** What recent runs of each player cost, newest last: reservations learn from it. */
  readonly runCosts: Map<PlayerName, readonly number[]>;
  /** Melodies that are played, and the last ones that were, by run in the order they began. */
  readonly melodies: Map<RunId, MelodyRun>;
  /** The work items agent nodes wait for. Made again from the melodies, never stored. */
  readonly nodeWork: Map<ItemId, NodeWork>;
  /** Missions that are played, and the last ones that were, in the order they began. */
  readonly missions: Map<MissionId, MissionState>;
  /** The items of missions. Made again from the missions, never stored. */
  readonly missionParts: Map<ItemId, PartPlace>;
  /** Chambers that touch the same files, by pair. */
  readonly collisions: Map<string, Collision>;
  /** Ids of comments that were heard and must not be obeyed again, oldest first. */
  readonly heardComments: Set<string>;
  /** Comments that are heard and not answered yet, by id. */
  readonly openComments: Map<string, OpenComment>;
  /** How far the tracker's comments are read; null: never. */
  commentCursor: string | null;
  /** Triggers that have fired and must not fire again, oldest first. */
  readonly triggerKeys: Set<string>;
  /** Who was given slots lately: fair shares are reckoned by it. */
  readonly grants: GrantHistory;
  /** What agents found out that others may want to know, newest last. */
  discoveries: readonly SharedDiscovery[];
  trackerProblem: string | null;
  codeHostProblem: string | null;
  /** Only a person ends that problem. */
  codeHostLasting: boolean;
  boardProblems: readonly { readonly where: string; readonly message: string }[];
}

export interface ItemState {
  readonly tracked: TrackedItem;
  readonly presence: 'active' | 'inactive' | 'missing';
  readonly state: LifecycleState;
  readonly outcome: Outcome;
  /** The tracker has shown it outside the active states since the outcome (C3). */
  readonly leftSinceOutcome: boolean;
  readonly reason: string;
  /** When its state last changed. */
  readonly changedAt: Instant;
  readonly attempt: number;
  /** The next run goes on with the attempt that was interrupted, in its session. */
  readonly sameAttempt: boolean;
  readonly retries: number;
  readonly returns: number;
  readonly dueAt: Instant | null;
  readonly run: RunState | null;
  readonly chamber: Chamber | null;
  /** The agent's own session, to go on with, and what it has reported as used so far. */
  readonly session: {
    readonly player: PlayerName;
    readonly id: string;
    readonly usage: Usage | null;
  } | null;
  readonly spend: Spend;
  readonly evidence: Evidence | null;
  readonly followUp: FollowUp | null;
  /** What a person wants the agent to hear with its next turn; empty when there is nothing. */
  readonly steering: string;
  /** What went wrong last, for the next attempt's prompt. */
  readonly lastError: string | null;
  readonly handoff: Handoff | null;
  /** Its offer over at the code host, also while its author is at work on it again. */
  readonly proposal: ProposalState | null;
  /** A tracker state asked for and not yet confirmed. */
  readonly moveWanted: string | null;
  /** Why the tracker did not take it when it was last asked. */
  readonly moveRefused: string | null;
  /** What is to be said on the tracker and is not yet confirmed, and why not yet. */
  readonly commentsWanted: readonly {
    readonly key: string;
    readonly text: string;
    readonly refused: string | null;
  }[];
  /** When the tracker last took a move of ours: reads begun before it are out of date. */
  readonly movedAt: Instant;
  readonly mergedAs: string | null;
  /** Its own last merged commit: work on a reopened item must go beyond it. */
  readonly mergedHead: string | null;
  /** The chamber may go. */
  readonly cleanup: boolean;
}

export interface RunState {
  readonly id: RunId;
  readonly attempt: number;
  readonly player: PlayerName;
  readonly startedAt: Instant;
  readonly phase: RunPhase;
  readonly turn: number;
  readonly turnKind: PromptKind;
  /** The agent has shown that it read this turn's prompt. */
  readonly heard: boolean;
  /** What a person said with this turn. */
  readonly steering: string;
  /** Turns in a row that changed nothing in the chamber (C18). */
  readonly idleTurns: number;
  readonly fingerprint: string | null;
  readonly head: string | null;
  readonly tree: string | null;
  readonly lastEventAt: Instant;
  readonly openTools: readonly string[];
  readonly process: ProcessIdentity | null;
  /** The agent ended by itself: there is no session to give another turn to. */
  readonly exited: boolean;
  readonly lastMessage: string;
  readonly pauseWanted: boolean;
  /** A person wants the agent's session, or has it. */
  readonly takeover: 'wanted' | 'on' | null;
  readonly suspended: boolean;
  readonly reservedUsd: number;
  readonly usage: Usage | null;
  readonly spend: Spend;
  /** Why the agent is being ended; `finished` is followed by proving. */
  readonly ending: string | null;
}

export interface FollowUp {
  readonly why: LogEventOf<'handoff-returned'>['why'];
  readonly head: string;
  readonly report: string;
}

export interface Handoff {
  readonly ref: string;
  readonly entry: TrainEntry;
  readonly approved: boolean;
}

/** An offer that people and checks over at the code host decide (a pull request). */
export interface ProposalState {
  readonly ref: string;
  /** When it was first offered. */
  readonly since: Instant;
  readonly url: string | null;
  /** Every commit it was offered with: any other is a person's. */
  readonly heads: readonly string[];
  /** What was last seen of it. */
  readonly sight: ProposalSight | null;
  /** Keys of checks and remarks its author was told. */
  readonly told: readonly string[];
  /** The commit a person pushed to it, until its author has taken that up. */
  readonly touched: string | null;
  /** A person asked for its author since. */
  readonly released: boolean;
  /** The commit whose merge was asked for. */
  readonly merging: string | null;
  /** Why nothing more happens by itself. `asks`: a person has to say whether its author is to go on with it. */
  readonly held: { readonly reason: string; readonly asks: boolean } | null;
  /** It came to its end. Also once its item is begun anew, until the work is offered again. */
  readonly over: boolean;
  /** It is over for us, and the code host has not confirmed that it knows. */
  readonly leaving: boolean;
}

export interface SharedDiscovery {
  readonly item: ItemId;
  readonly at: Instant;
  readonly discovery: Discovery;
}

export interface OpenQuestion {
  readonly item: ItemId;
  readonly run: RunId;
  readonly askedAt: Instant;
  readonly question: AgentQuestion;
}

export interface OpenComment {
  readonly item: ItemId;
  /** The offer it was said on; null: on the tracker. */
  readonly offer: string | null;
  readonly author: CommentAuthor;
  readonly standing: Standing;
  readonly text: string;
  /** What its author is to be told; null while it is not known whether they may command. */
  readonly reply: string | null;
}

export interface TrainState {
  /** Approved and waiting, in order. */
  readonly queue: readonly ItemId[];
  /** Parts of a failed batch, to be tried before anything else (bisection). */
  readonly segments: readonly (readonly ItemId[])[];
  readonly current: TrainAttempt | null;
  readonly held: { readonly reason: string; readonly since: Instant } | null;
}

export interface TrainAttempt {
  readonly id: string;
  readonly items: readonly ItemId[];
  /** Set once the merged tree is proved: from then on the attempt only lands. */
  readonly proved: { readonly base: string; readonly commit: string } | null;
}

export const FINISHED = 'finished';

export const questionKey = (run: RunId, question: string): string => `${run}/${question}`;

/** Shares are counted over a day. */
export const newGrants = (): GrantHistory => new GrantHistory(86_400_000);

export function emptyState(): ConductorState {
  return {
    seq: 0,
    settings: null,
    settingsProblem: null,
    draining: false,
    items: new Map(),
    live: new Set(),
    underWay: new Set(),
    waiting: new Set(),
    dependencies: new Dependencies(),
    line: new WaitingLine(),
    resting: new Map(),
    questions: new Map(),
    train: { queue: [], segments: [], current: null, held: null },
    spendTotal: NO_SPEND,
    spendByDay: new Map(),
    runCosts: new Map(),
    melodies: new Map(),
    nodeWork: new Map(),
    missions: new Map(),
    missionParts: new Map(),
    collisions: new Map(),
    heardComments: new Set(),
    openComments: new Map(),
    commentCursor: null,
    triggerKeys: new Set(),
    grants: newGrants(),
    discoveries: [],
    trackerProblem: null,
    codeHostProblem: null,
    codeHostLasting: false,
    boardProblems: [],
  };
}

export function newItem(tracked: TrackedItem): ItemState {
  return {
    tracked,
    presence: 'active',
    state: 'open',
    outcome: 'none',
    leftSinceOutcome: false,
    reason: '',
    changedAt: 0,
    attempt: 0,
    sameAttempt: false,
    retries: 0,
    returns: 0,
    dueAt: null,
    run: null,
    chamber: null,
    session: null,
    spend: NO_SPEND,
    evidence: null,
    followUp: null,
    steering: '',
    lastError: null,
    handoff: null,
    proposal: null,
    moveWanted: null,
    moveRefused: null,
    commentsWanted: [],
    movedAt: 0,
    mergedAs: null,
    mergedHead: null,
    cleanup: false,
  };
}

export const isUnderWay = (item: ItemState): boolean => item.run !== null || item.state === 'queued';
