import type { AgentQuestion } from './agent-event.ts';
import type { Spend } from './budget.ts';
import type { FlowState, NodePath, NodeState, Values } from './flow/change.ts';
import type { NodeKind } from './flow/flow.ts';
import type { LifecycleState } from './lifecycle.ts';
import type { Collision } from './mission/mission.ts';
import type { MissionRunView } from './mission/view.ts';
import type { ProposalView } from './proposal-view.ts';
import type { Instant, ItemId, Outcome, PlayerName, RunId } from './work-item.ts';

/**
 * What a face may show: projections of the log, made by the conductor and carried unchanged by the
 * protocol. Nothing here is stored; all of it can be made again from the log, but what chats ask: that is in the
 * runtime's journal, and open only while they are played.
 */

export interface StatusView {
  readonly seq: number;
  readonly at: Instant;
  readonly target: string;
  readonly draining: boolean;
  readonly items: readonly ItemView[];
  readonly players: readonly PlayerView[];
  readonly train: TrainView;
  readonly inbox: readonly QuestionView[];
  /** Runs of melodies, newest last. */
  readonly melodies: readonly MelodyRunView[];
  /** In the order they began. */
  readonly missions: readonly MissionRunView[];
  /** Chambers that touch the same files, by the items' identifiers (M10). */
  readonly collisions: readonly Collision[];
  readonly slots: { readonly used: number; readonly total: number };
  readonly spend: { readonly total: Spend; readonly today: Spend; readonly dayCapUsd: number | null };
  /** What a person should know: a broken configuration, unreadable items, a tracker that does not answer. */
  readonly problems: readonly string[];
  /** Nothing runs and nothing will start by itself. */
  readonly idle: boolean;
}

export interface ItemView {
  readonly id: ItemId;
  readonly identifier: string;
  readonly title: string;
  readonly state: LifecycleState;
  readonly outcome: Outcome;
  readonly trackerState: string;
  readonly priority: number | null;
  /** Its place among those of its priority, given by hand. */
  readonly rank: number | null;
  readonly labels: readonly string[];
  /** Identifiers of what it waits for, done or not; the id where no identifier is known. */
  readonly blockedBy: readonly string[];
  readonly url: string | null;
  readonly createdAt: Instant | null;
  /** When its state last changed; when it was first seen while nothing has. */
  readonly changedAt: Instant;
  /** It came back from the train. */
  readonly returned: boolean;
  /** Why it is where it is, in a person's words; empty when there is nothing to say. */
  readonly reason: string;
  readonly attempt: number;
  readonly retries: number;
  readonly returns: number;
  /** The train sent it back too often: closed by the lifecycle, but its unmerged work waits for a person. */
  readonly givenUp: boolean;
  /** When a queued item is tried again. */
  readonly dueAt: Instant | null;
  readonly run: RunView | null;
  readonly chamber: { readonly path: string; readonly branch: string; readonly baseCommit: string } | null;
  readonly spend: Spend;
  /** The commit it was merged with. */
  readonly mergedAs: string | null;
  /** The mission it is a part of. */
  readonly mission: string | null;
  /** Its pull request, where the code host decides over it. */
  readonly proposal: ProposalView | null;
}

/** Something went wrong that only a person can put right. */
export const isTroubled = (item: Pick<ItemView, 'state' | 'givenUp'>): boolean =>
  item.state === 'needs_human' || item.state === 'failed' || item.givenUp;

export interface RunView {
  readonly id: RunId;
  readonly player: PlayerName;
  readonly startedAt: Instant;
  readonly phase: RunPhase;
  readonly turn: number;
  readonly lastEventAt: Instant;
  readonly lastMessage: string;
  readonly pauseWanted: boolean;
  /** The agent's own session, once it has told it. */
  readonly session?: string;
}

/** Finer than the lifecycle: where in the work a run is. */
export type RunPhase =
  | 'refreshing'
  | 'preparing'
  | 'starting'
  | 'turn'
  | 'inspecting'
  | 'paused'
  | 'proving'
  | 'ending';

export interface PlayerView {
  readonly name: PlayerName;
  readonly agent: string;
  readonly running: number;
  readonly restingUntil: Instant | null;
}

export interface TrainView {
  /** Waiting, in the order they will be tried. */
  readonly queue: readonly string[];
  /** Being merged and proved now. */
  readonly trying: readonly string[];
  /** Handed off and waiting for a person's approval. */
  readonly awaitingApproval: readonly string[];
  readonly held: string | null;
}

export interface QuestionView {
  /** Who asks: an item, a mission, a run of a melody, or a chat. */
  readonly item: string;
  /** Of a chat, which is not on the board. */
  readonly title?: string;
  /** For a chat the session that waits. */
  readonly run: RunId;
  readonly askedAt: Instant;
  readonly question: AgentQuestion;
}

export interface ExplainView {
  readonly item: ItemView;
  /** The checks of C11 in order, up to and with the first that refuses. */
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly reason: string }[];
  /** Who gets the slots and why, when it competes for one (P4); null when it does not. */
  readonly contention: string | null;
  /** One sentence: what happens next, and what a person can do about it. */
  readonly next: string;
}

/** One run of a melody, in short. */
export interface MelodyRunView {
  readonly id: RunId;
  readonly melody: string;
  readonly title: string;
  readonly state: FlowState;
  readonly reason: string;
  readonly trigger: string;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly nodes: Readonly<Record<NodeState, number>>;
  /** What is at work or waited for now, by name. */
  readonly now: readonly string[];
  /** Where it stops. Without rounds: `loop/child` stops in each round of `loop`. */
  readonly breakpoints: readonly NodePath[];
  /** Only rehearsed: no operator is executed and nothing is merged. */
  readonly dry: boolean;
}

/** One run of a melody with all its nodes. */
export interface MelodyView extends MelodyRunView {
  readonly parameters: Values;
  readonly results: Values;
  readonly steps: readonly StepView[];
  readonly criticalPath: { readonly path: readonly NodePath[]; readonly ms: number };
}

export interface StepView {
  readonly path: NodePath;
  readonly name: string;
  readonly kind: NodeKind;
  readonly state: NodeState;
  readonly attempt: number;
  readonly reason: string;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly outputs: Values;
  /** The work item an agent node is played as. */
  readonly item: string | null;
}
