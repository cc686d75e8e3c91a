import type { AgentEvent, AgentQuestion, TurnStatus } from './agent-event.ts';
import type { Spend } from './budget.ts';
import type { ToolReport } from './deviation.ts';
import type { Evidence } from './evidence.ts';
import type { Failure } from './failure.ts';
import type { FlowChange, NodePath, Values } from './flow/change.ts';
import type { LifecycleEvent, LifecycleFacts, LifecycleState } from './lifecycle.ts';
import type { Melody, TriggerKind } from './melody/melody.ts';
import type { MissionEvent } from './mission/event.ts';
import type { Verdict } from './permission.ts';
import type { Chamber, Inspection } from './ports/chamber.ts';
import type { ProposalSight, TrainEntry } from './ports/code-host.ts';
import type { PromptKind } from './ports/prompt-book.ts';
import type { CommentAuthor, Standing } from './ports/tracker.ts';
import type { Settings } from './settings.ts';
import type { Instant, ItemId, Outcome, PlayerName, RunId, TrackedItem } from './work-item.ts';

/**
 * Everything that can be recorded. The union is closed: the fold over it is the state, and a new
 * kind of fact starts here. Names are noun-verb, in the past.
 */
export type LogEvent =
  // The conductor itself
  | {
      readonly type: 'conductor-started';
      readonly instance: string;
      readonly version: string;
      readonly pid: number;
    }
  | { readonly type: 'conductor-stopped'; readonly reason: string }
  | { readonly type: 'settings-applied'; readonly settings: Settings }
  | { readonly type: 'settings-rejected'; readonly message: string }
  | { readonly type: 'drain-changed'; readonly draining: boolean; readonly by: string }
  | { readonly type: 'survivors-ended'; readonly count: number }
  // The tracker
  | { readonly type: 'item-seen'; readonly item: ItemId; readonly tracked: TrackedItem }
  | { readonly type: 'item-left'; readonly item: ItemId; readonly why: 'inactive' | 'missing' }
  | { readonly type: 'tracker-failed'; readonly message: string; readonly family?: Failure['family'] }
  | { readonly type: 'tracker-recovered' }
  | {
      readonly type: 'tracker-problems-changed';
      readonly problems: readonly { where: string; message: string }[];
    }
  | { readonly type: 'tracker-move-wanted'; readonly item: ItemId; readonly state: string }
  | { readonly type: 'tracker-moved'; readonly item: ItemId; readonly state: string }
  | {
      readonly type: 'tracker-move-failed';
      readonly item: ItemId;
      readonly state: string;
      readonly final: boolean;
      readonly message: string;
    }
  /** A comment that is meant for us; `comment` is its id over there, and is heard once. */
  | {
      readonly type: 'comment-heard';
      readonly item: ItemId;
      readonly comment: string;
      /** The offer it was said on, and is answered on; left out: the tracker's record of the item. */
      readonly offer?: string;
      readonly author: CommentAuthor;
      readonly standing: Standing;
      readonly text: string;
    }
  /** What it commanded is done, or refused: its author is to be told. */
  | {
      readonly type: 'comment-settled';
      readonly item: ItemId;
      readonly comment: string;
      readonly by: string;
      readonly accepted: boolean;
      readonly message: string;
    }
  | {
      readonly type: 'comment-answered';
      readonly item: ItemId;
      readonly comment: string;
      /** False: the tracker does not take our answer, and is not asked again. */
      readonly ok: boolean;
      readonly message: string;
    }
  /** How far the tracker's comments are read. */
  | { readonly type: 'comments-read'; readonly cursor: string }
  /** Something to be said on the tracker, once: the key makes its repetition harmless. */
  | {
      readonly type: 'tracker-comment-wanted';
      readonly item: ItemId;
      readonly key: string;
      readonly text: string;
    }
  | { readonly type: 'tracker-commented'; readonly item: ItemId; readonly key: string }
  | {
      readonly type: 'tracker-comment-failed';
      readonly item: ItemId;
      readonly key: string;
      readonly final: boolean;
      readonly message: string;
    }
  // The lifecycle (C1): the only two events that speak of states
  | {
      readonly type: 'item-moved';
      readonly item: ItemId;
      readonly event: LifecycleEvent;
      readonly from: LifecycleState;
      readonly to: LifecycleState;
      readonly facts: LifecycleFacts;
      readonly reason: string;
      /** Set when `to` is open. */
      readonly outcome: Outcome | null;
    }
  | {
      readonly type: 'transition-refused';
      readonly item: ItemId;
      readonly event: LifecycleEvent;
      readonly state: LifecycleState;
      readonly detail: string;
    }
  | { readonly type: 'item-reopened'; readonly item: ItemId; readonly why: string }
  | {
      readonly type: 'retry-scheduled';
      readonly item: ItemId;
      /** Failures so far; limits and lost slots do not count (C4, C16). */
      readonly retries: number;
      readonly dueAt: Instant;
      readonly error: string;
      /** The attempt goes on where it stood (a limit, a lost slot); otherwise the next one begins. */
      readonly sameAttempt: boolean;
    }
  // Runs
  | {
      readonly type: 'run-started';
      readonly item: ItemId;
      readonly run: RunId;
      readonly attempt: number;
      readonly player: PlayerName;
      readonly reservedUsd: number;
    }
  | {
      readonly type: 'chamber-prepared';
      readonly item: ItemId;
      readonly run: RunId;
      readonly chamber: Chamber;
    }
  | {
      readonly type: 'turn-started';
      readonly item: ItemId;
      readonly run: RunId;
      readonly turn: number;
      readonly kind: PromptKind;
      /** What a person had to say to the agent: given to it with this turn. */
      readonly steering?: string;
    }
  | {
      readonly type: 'agent-reported';
      readonly item: ItemId;
      readonly run: RunId;
      readonly event: AgentEvent;
    }
  | {
      readonly type: 'turn-ended';
      readonly item: ItemId;
      readonly run: RunId;
      readonly turn: number;
      readonly status: TurnStatus;
      readonly message: string;
    }
  | {
      readonly type: 'chamber-inspected';
      readonly item: ItemId;
      readonly run: RunId;
      readonly inspection: Inspection;
    }
  | { readonly type: 'run-suspended'; readonly item: ItemId; readonly run: RunId }
  | { readonly type: 'pause-wanted'; readonly item: ItemId; readonly by: string }
  | { readonly type: 'pause-withdrawn'; readonly item: ItemId; readonly by: string }
  /** The agent is being ended; the run is over when `run-ended` follows. */
  | { readonly type: 'run-ending'; readonly item: ItemId; readonly run: RunId; readonly why: string }
  | { readonly type: 'proving-started'; readonly item: ItemId; readonly run: RunId; readonly tree: string }
  | {
      readonly type: 'evidence-recorded';
      readonly item: ItemId;
      readonly run: RunId;
      readonly evidence: Evidence;
    }
  | { readonly type: 'run-ended'; readonly item: ItemId; readonly run: RunId; readonly spend: Spend }
  | {
      readonly type: 'player-rested';
      readonly player: PlayerName;
      readonly until: Instant;
      readonly reason: string;
    }
  // The inbox
  | {
      readonly type: 'question-asked';
      readonly item: ItemId;
      readonly run: RunId;
      readonly question: AgentQuestion;
    }
  | {
      readonly type: 'question-answered';
      readonly item: ItemId;
      readonly question: string;
      readonly answer: string;
      readonly by: string;
    }
  /** The agent no longer waits for an answer. */
  | {
      readonly type: 'question-withdrawn';
      readonly item: ItemId;
      readonly run: RunId;
      readonly question: string;
    }
  /** A permission the policy settled without asking anybody. */
  | {
      readonly type: 'permission-judged';
      readonly item: ItemId;
      readonly run: RunId;
      readonly tool: string;
      readonly summary: string;
      readonly verdict: Exclude<Verdict, 'ask'>;
      readonly why: string;
    }
  /** What an agent told us through the host tools (M4). */
  | {
      readonly type: 'tool-reported';
      readonly item: ItemId;
      readonly run: RunId;
      readonly report: ToolReport;
    }
  /** Words of a person for the agent: given to it as its next turn. */
  | { readonly type: 'steering-wanted'; readonly item: ItemId; readonly text: string; readonly by: string }
  /** A person takes the agent's session over when its turn ends, and gives it back by leaving. */
  | { readonly type: 'takeover-wanted'; readonly item: ItemId; readonly by: string }
  | { readonly type: 'takeover-began'; readonly item: ItemId; readonly run: RunId }
  | {
      readonly type: 'takeover-ended';
      readonly item: ItemId;
      readonly run: RunId;
      /** How the interactive program ended. */
      readonly message: string;
      /** The run goes on from what is in the chamber now; false: it was not held up, or was stopped. */
      readonly goesOn: boolean;
    }
  // Handoff and the merge train (M9)
  | {
      readonly type: 'handoff-made';
      readonly item: ItemId;
      readonly ref: string;
      readonly entry: TrainEntry;
      /** Decided over at the code host (a pull request), not by the train. */
      readonly review?: { readonly url: string | null };
    }
  | {
      readonly type: 'handoff-approved';
      readonly item: ItemId;
      readonly by: string;
      /** Merged by the code host, not by the train. */
      readonly elsewhere?: true;
    }
  | {
      readonly type: 'handoff-returned';
      readonly item: ItemId;
      /**
       * `review`: a person has comments; `pull-request`: checks, conflicts or remarks over at the code
       * host; the others are the merge train's.
       */
      readonly why: 'conflict' | 'failed-on-target' | 'review' | 'pull-request';
      /** The commit that was sent back: the author's next offer must differ from it. */
      readonly head: string;
      readonly report: string;
      /** Checks and remarks that are in the report: they are told only this once. */
      readonly told?: readonly string[];
    }
  // Offers that the code host decides (C19). Their `item` may be all of a mission, by the name the train has for it.
  /** `lasting`: it stays so until a person does something about it. */
  | { readonly type: 'code-host-failed'; readonly message: string; readonly lasting?: true }
  | { readonly type: 'code-host-recovered' }
  /** Where it stands over there, when that changed. */
  | {
      readonly type: 'proposal-seen';
      readonly item: ItemId;
      readonly ref: string;
      readonly sight: ProposalSight;
    }
  /** A person pushed to its branch: it is theirs until they ask for its author again. */
  | {
      readonly type: 'proposal-touched';
      readonly item: ItemId;
      readonly head: string;
      /** What was said by then: it is no request to go on. */
      readonly known: readonly string[];
    }
  /** Why nothing more happens to it by itself; said once for each reason. */
  | {
      readonly type: 'proposal-held';
      readonly item: ItemId;
      readonly reason: string;
      /** A person has to say whether its author is to go on with it. */
      readonly asks?: true;
    }
  /** A person asks for its author again. */
  | { readonly type: 'proposal-released'; readonly item: ItemId; readonly by: string }
  | { readonly type: 'proposal-merging'; readonly item: ItemId; readonly head: string }
  | {
      readonly type: 'proposal-merged';
      readonly item: ItemId;
      readonly head: string;
      readonly commit: string | null;
    }
  /** Offered for an item that was stopped meanwhile: it is taken back. */
  | { readonly type: 'proposal-orphaned'; readonly item: ItemId; readonly ref: string }
  /** The code host knows that it is over. */
  | { readonly type: 'proposal-withdrawn'; readonly item: ItemId; readonly ref: string }
  | { readonly type: 'train-departed'; readonly attempt: string; readonly items: readonly ItemId[] }
  | {
      readonly type: 'train-proved';
      readonly attempt: string;
      readonly base: string;
      readonly commit: string;
      readonly evidence: Evidence;
    }
  /** The batch is tried in these parts instead, in this order. */
  | {
      readonly type: 'train-split';
      readonly attempt: string;
      readonly parts: readonly (readonly ItemId[])[];
      readonly why: string;
    }
  | { readonly type: 'train-held'; readonly attempt: string; readonly reason: string }
  | { readonly type: 'train-restarted'; readonly attempt: string; readonly why: string }
  | {
      readonly type: 'train-landed';
      readonly attempt: string;
      readonly commit: string;
      readonly items: readonly ItemId[];
    }
  // Chambers
  | {
      readonly type: 'chamber-removed';
      readonly item: ItemId;
      readonly key: string;
      readonly bundle: string | null;
    }
  | { readonly type: 'chamber-kept'; readonly item: ItemId; readonly key: string; readonly reason: string }
  // Melodies (P7, P8)
  | {
      readonly type: 'melody-started';
      readonly run: RunId;
      /** Whole, so that a change of the file does not change what is under way. */
      readonly melody: Melody;
      readonly parameters: Values;
      readonly trigger: TriggerFired;
      readonly by: string;
      /** It pauses before each of these. */
      readonly breakpoints?: readonly NodePath[];
      /** Played by the rehearsal player; no operator is executed and nothing is merged. */
      readonly dry?: boolean;
    }
  | {
      readonly type: 'melody-refused';
      readonly melody: string;
      readonly trigger: TriggerFired;
      readonly reason: string;
    }
  | { readonly type: 'flow-changed'; readonly run: RunId; readonly change: FlowChange }
  | MissionEvent
  // The pit
  | {
      /** What was kept of a run: a prompt as sent, a transcript, a diff … */
      readonly type: 'artifact-stored';
      readonly item: ItemId | null;
      readonly run: RunId | null;
      readonly artifact: string;
      readonly kind: string;
      readonly name: string;
      readonly bytes: number;
    }
  | {
      readonly type: 'artifact-not-stored';
      readonly item: ItemId | null;
      readonly name: string;
      readonly message: string;
    }
  /** Who got a slot and who did not, when more wanted one than there were (P4). */
  | {
      readonly type: 'slots-arbitrated';
      readonly strategy: string;
      readonly granted: readonly ItemId[];
      /** The first few; `waiting` counts all. */
      readonly passedOver: readonly ItemId[];
      readonly waiting: number;
      readonly rationale: string;
    }
  | {
      readonly type: 'cleaned';
      readonly removed: number;
      readonly archived: number;
      readonly purged: number;
      readonly bytes: number;
    }
  /** A timer or reminder that was set in a chat has rung. `lateMs`: nobody was there to ring it before. */
  | {
      readonly type: 'timer-fired';
      readonly timer: string;
      readonly label: string;
      readonly dueAt: Instant;
      readonly lateMs: number;
      /** The session it was set in. */
      readonly session: string | null;
    }
  /** Somebody outside was told of the entry `about`, or could not be. */
  | {
      readonly type: 'notice-sent';
      readonly channel: string;
      readonly about: number;
      readonly ok: boolean;
      readonly message: string;
    }
  // People
  | {
      readonly type: 'operator-commanded';
      readonly command: string;
      readonly item: ItemId | null;
      readonly by: string;
    };

/** What made a melody start. A key that has been seen starts nothing again. */
export interface TriggerFired {
  readonly kind: TriggerKind;
  /** In a person's words: `every weekday at 9:00`, `S-4 has the label flaky`. */
  readonly detail: string;
  readonly key: string | null;
}

/** A recorded event: its place in the log and when it happened. */
export interface Entry {
  readonly seq: number;
  readonly at: Instant;
  readonly event: LogEvent;
}

export type LogEventOf<T extends LogEvent['type']> = Extract<LogEvent, { type: T }>;

/** The work item an event speaks of, or null. */
export const itemOf = (event: LogEvent): ItemId | null => ('item' in event ? event.item : null);
