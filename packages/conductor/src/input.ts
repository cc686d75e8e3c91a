import type {
  Advice,
  AgentEvent,
  Assembly,
  Chamber,
  Evidence,
  Failure,
  Inspection,
  Instant,
  ItemId,
  Landing,
  LogEventOf,
  Mark,
  Melody,
  MissionAct,
  MissionId,
  MissionPlan,
  NodePath,
  PhaseName,
  PlayerName,
  ProposalStanding,
  Removal,
  ReviewComment,
  ReviewMerge,
  RunId,
  Settings,
  ToolReport,
  TrackedItem,
  TrackerComment,
  TrackerProblem,
  TriggerFired,
  Values,
} from '@symphony/domain';

/**
 * Everything that can wake the loop, on one page. An input is a fact from outside, decoded and
 * validated already; what it means is decided in `decide`.
 */
export type Input =
  // Starting and configuring
  | { readonly type: 'started'; readonly instance: string; readonly version: string; readonly pid: number }
  | { readonly type: 'survivors-cleared'; readonly ended: number }
  | { readonly type: 'settings-loaded'; readonly settings: Settings }
  | { readonly type: 'settings-broken'; readonly message: string }
  // Time
  | { readonly type: 'tick' }
  | { readonly type: 'wake' }
  // The tracker
  | {
      readonly type: 'tracker-read';
      /** When the read began: what changed since is not in it. */
      readonly begunAt: Instant;
      readonly items: readonly TrackedItem[];
      readonly problems: readonly TrackerProblem[];
      /** Ids that were asked for and not found. */
      readonly missing: readonly ItemId[];
    }
  | { readonly type: 'tracker-unreadable'; readonly failure: Failure }
  | {
      readonly type: 'item-refreshed';
      readonly item: ItemId;
      readonly run: RunId;
      readonly tracked: TrackedItem | null;
    }
  | { readonly type: 'refresh-failed'; readonly item: ItemId; readonly run: RunId; readonly failure: Failure }
  | { readonly type: 'tracker-move-done'; readonly item: ItemId; readonly state: string }
  | {
      readonly type: 'tracker-move-refused';
      readonly item: ItemId;
      readonly state: string;
      readonly failure: Failure;
      readonly final: boolean;
    }
  /** What was written below items. `next`: how far was read; null when a webhook told of it. */
  | {
      readonly type: 'comments-read';
      readonly comments: readonly TrackerComment[];
      readonly next: string | null;
    }
  | { readonly type: 'comment-weighed'; readonly comment: string; readonly allowed: boolean }
  | {
      readonly type: 'comment-told';
      readonly comment: string;
      /** False: the tracker does not take it, and need not be asked again. */
      readonly ok: boolean;
      readonly message: string;
    }
  | { readonly type: 'tracker-commented'; readonly item: ItemId; readonly key: string }
  | {
      readonly type: 'tracker-comment-refused';
      readonly item: ItemId;
      readonly key: string;
      readonly failure: Failure;
      readonly final: boolean;
    }
  // Chambers
  | {
      readonly type: 'chamber-ready';
      readonly item: ItemId;
      readonly run: RunId;
      readonly chamber: Chamber;
      readonly inspection: Inspection;
    }
  | { readonly type: 'chamber-failed'; readonly item: ItemId; readonly run: RunId; readonly failure: Failure }
  | {
      readonly type: 'chamber-inspected';
      readonly item: ItemId;
      readonly run: RunId;
      readonly inspection: Inspection;
      /** The item as the tracker has it now; null when it is gone, undefined when the tracker did not answer. */
      readonly tracked: TrackedItem | null | undefined;
    }
  | {
      readonly type: 'chamber-removal';
      readonly item: ItemId;
      readonly key: string;
      readonly removal: Removal;
    }
  // Agents
  | { readonly type: 'agent-heard'; readonly item: ItemId; readonly run: RunId; readonly event: AgentEvent }
  | {
      readonly type: 'run-broke';
      readonly item: ItemId;
      readonly run: RunId;
      readonly failure: Failure;
    }
  | {
      readonly type: 'tool-called';
      readonly item: ItemId;
      readonly run: RunId;
      readonly report: ToolReport;
    }
  | {
      readonly type: 'takeover-over';
      readonly item: ItemId;
      readonly run: RunId;
      readonly message: string;
    }
  | { readonly type: 'agent-stopped'; readonly item: ItemId; readonly run: RunId }
  // Proof, handoff, train
  | { readonly type: 'proved'; readonly item: ItemId; readonly run: RunId; readonly evidence: Evidence }
  | { readonly type: 'not-proved'; readonly item: ItemId; readonly run: RunId; readonly failure: Failure }
  | {
      readonly type: 'proposed';
      readonly item: ItemId;
      readonly head: string;
      readonly ref: string;
      /** The code host decides over it, and a person reads it there. */
      readonly review?: { readonly url: string | null };
    }
  | { readonly type: 'not-proposed'; readonly item: ItemId; readonly failure: Failure }
  | { readonly type: 'withdrawn'; readonly item: ItemId; readonly ref: string }
  /** Something may have changed over there with offers of these names. */
  | { readonly type: 'offers-hinted'; readonly names: readonly string[] }
  | {
      readonly type: 'proposals-looked';
      /** When the look began: what was offered since is not in it. */
      readonly begunAt: Instant;
      readonly offers: readonly { readonly item: ItemId; readonly ref: string }[];
      readonly standings: readonly ProposalStanding[];
    }
  | { readonly type: 'proposals-unseen'; readonly failure: Failure }
  | {
      readonly type: 'proposal-answered';
      readonly item: ItemId;
      readonly ref: string;
      readonly head: string;
      readonly merge: ReviewMerge;
    }
  | { readonly type: 'train-assembled'; readonly attempt: string; readonly assembly: Assembly }
  | { readonly type: 'train-broke'; readonly attempt: string; readonly failure: Failure }
  | { readonly type: 'train-landing'; readonly attempt: string; readonly landing: Landing }
  // Missions
  | {
      readonly type: 'mission-begun';
      readonly mission: MissionId;
      readonly branch: string;
      readonly base: string;
      readonly lessons: readonly string[];
    }
  /** What the mission needed could not be done. */
  | { readonly type: 'mission-broke'; readonly mission: MissionId; readonly failure: Failure }
  | {
      readonly type: 'mission-reviewed';
      readonly mission: MissionId;
      readonly marks: LogEventOf<'mission-reviewed'>['marks'];
      readonly conflicts: LogEventOf<'mission-reviewed'>['conflicts'];
    }
  | {
      readonly type: 'marks-surveyed';
      readonly mission: MissionId;
      readonly commit: string;
      readonly marks: readonly Mark[];
    }
  | { readonly type: 'mission-proved'; readonly mission: MissionId; readonly evidence: Evidence }
  /** Where its branch stands, now that it is to be handed off. */
  | { readonly type: 'mission-ready'; readonly mission: MissionId; readonly commit: string }
  | { readonly type: 'advice-taken'; readonly item: ItemId; readonly advice: Advice }
  | { readonly type: 'advice-lost'; readonly item: ItemId; readonly failure: Failure }
  /** The radar looked at a chamber: everything it collides with now (M10). */
  | {
      readonly type: 'chambers-compared';
      readonly item: ItemId;
      readonly collisions: readonly {
        readonly other: ItemId;
        readonly files: readonly string[];
        /** Of these, where a merge was tried and conflicts. */
        readonly conflicts: readonly string[];
      }[];
    }
  // Melodies
  | {
      readonly type: 'melody-wanted';
      readonly melody: Melody;
      readonly parameters: Values;
      readonly trigger: TriggerFired;
      readonly by: string;
    }
  /** A trigger fired and the melody cannot be played with what it was given. */
  | {
      readonly type: 'melody-unfit';
      readonly melody: string;
      readonly trigger: TriggerFired;
      readonly reason: string;
    }
  | {
      readonly type: 'node-answered';
      readonly run: RunId;
      readonly node: NodePath;
      readonly attempt: number;
      readonly outputs: Values;
    }
  | {
      readonly type: 'node-broke';
      readonly run: RunId;
      readonly node: NodePath;
      readonly attempt: number;
      readonly failure: Failure;
    }
  // The pit
  | { readonly type: 'artifact-kept'; readonly stored: LogEventOf<'artifact-stored'> }
  | {
      readonly type: 'artifact-lost';
      readonly item: ItemId | null;
      readonly name: string;
      readonly failure: Failure;
    }
  /** Somebody outside was told of an entry, or could not be. */
  | { readonly type: 'notice-told'; readonly sent: LogEventOf<'notice-sent'> }
  | { readonly type: 'timer-rang'; readonly rang: LogEventOf<'timer-fired'> }
  | { readonly type: 'cleaned'; readonly report: LogEventOf<'cleaned'> }
  // People
  | { readonly type: 'commanded'; readonly command: Command };

/** An operator's command with its item already found. */
export type Command =
  | { readonly name: 'pause'; readonly item: ItemId; readonly now: boolean; readonly by: string }
  | { readonly name: 'resume' | 'kill' | 'retry' | 'approve'; readonly item: ItemId; readonly by: string }
  | {
      readonly name: 'answer';
      readonly item: ItemId;
      readonly question: string | null;
      readonly text: string;
      readonly by: string;
    }
  | { readonly name: 'steer'; readonly item: ItemId; readonly text: string; readonly by: string }
  /** Comments on the work: they become a turn of its author. */
  | {
      readonly name: 'review';
      readonly item: ItemId;
      readonly comments: readonly ReviewComment[];
      readonly text: string;
      readonly by: string;
    }
  /** Done already, outside the loop, by a person: it is put on record and the tracker is read. */
  | { readonly name: 'noted'; readonly what: string; readonly item: ItemId | null; readonly by: string }
  | { readonly name: 'takeover'; readonly item: ItemId; readonly by: string }
  | { readonly name: 'drain'; readonly on: boolean; readonly by: string }
  | { readonly name: 'refresh'; readonly by: string }
  | {
      readonly name: 'melody-run';
      readonly melody: Melody;
      readonly parameters: Values;
      readonly by: string;
      readonly breakpoints?: readonly NodePath[];
      readonly dry?: boolean;
    }
  | { readonly name: 'melody'; readonly run: RunId; readonly act: MelodyAct; readonly by: string }
  /** A plan that was checked. `approved`: it begins without being asked about. */
  | {
      readonly name: 'mission-start';
      readonly plan: MissionPlan;
      readonly approved: boolean;
      readonly by: string;
    }
  /** In a sentence: a player plans it first. */
  | {
      readonly name: 'mission-plan';
      readonly mission: MissionId;
      readonly request: string;
      readonly phases: readonly PhaseName[] | null;
      readonly player: PlayerName | null;
      readonly by: string;
    }
  | { readonly name: 'mission'; readonly mission: MissionId; readonly act: MissionAct; readonly by: string };

/** What may be asked of a melody that is played. */
export type MelodyAct =
  | { readonly kind: 'pause' | 'resume' | 'cancel' | 'step' }
  | { readonly kind: 'breakpoints'; readonly nodes: readonly NodePath[] }
  | { readonly kind: 'skip' | 'retry'; readonly node: NodePath }
  | { readonly kind: 'answer'; readonly node: NodePath | null; readonly text: string };
