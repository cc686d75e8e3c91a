import type {
  AdviceKind,
  AgentNode,
  Chamber,
  FlowNode,
  ItemId,
  MissionId,
  NodePath,
  Part,
  PlayerName,
  PromptKind,
  Proposal,
  RunId,
  Standing,
  TrackedItem,
  TrainEntry,
  Usage,
  Values,
} from '@symphony/domain';

/**
 * What the runner is asked to do. An effect carries all it needs, may be repeated after a crash,
 * and answers with an input.
 */
export type Effect =
  | { readonly type: 'read-tracker'; readonly states: readonly string[]; readonly known: readonly ItemId[] }
  | { readonly type: 'refresh-item'; readonly item: ItemId; readonly run: RunId }
  | { readonly type: 'move-on-tracker'; readonly item: ItemId; readonly state: string }
  | { readonly type: 'read-comments'; readonly after: string | null }
  /** Whether its author may command. */
  | {
      readonly type: 'weigh-comment';
      readonly item: ItemId;
      readonly comment: string;
      /** The offer it was said on; null: on the tracker. */
      readonly offer: string | null;
      /** Their id. */
      readonly author: string;
      readonly standing: Standing;
    }
  | {
      readonly type: 'answer-comment';
      readonly item: ItemId;
      readonly comment: string;
      readonly offer: string | null;
      readonly text: string;
    }
  | {
      readonly type: 'comment-on-tracker';
      readonly item: ItemId;
      readonly key: string;
      readonly text: string;
    }
  | {
      readonly type: 'prepare-chamber';
      readonly item: ItemId;
      readonly run: RunId;
      readonly tracked: TrackedItem;
      readonly target: string;
      readonly known: Chamber | null;
    }
  /** A turn: on the living session when there is one, else a new process (going on with `resume`). */
  | {
      readonly type: 'play-turn';
      readonly item: ItemId;
      readonly run: RunId;
      readonly attempt: number;
      readonly player: PlayerName;
      readonly tracked: TrackedItem;
      readonly chamber: Chamber;
      readonly target: string;
      readonly turn: number;
      readonly kind: PromptKind;
      readonly report: string | null;
      readonly resume: string | null;
      /** What that session has reported as used so far. */
      readonly spent: Usage | null;
      readonly steering: string | null;
      /** What it is told of its mission. */
      readonly context: string | null;
      /** The chamber may have been left half-way by a process that was killed: make it whole first. */
      readonly mend: boolean;
    }
  /** The agent's own interactive program on its session, for a person; answers when they have left it. */
  | {
      readonly type: 'open-takeover';
      readonly item: ItemId;
      readonly run: RunId;
      readonly player: PlayerName;
      readonly chamber: Chamber;
      readonly session: string;
    }
  | { readonly type: 'answer-agent'; readonly run: RunId; readonly question: string; readonly text: string }
  | { readonly type: 'suspend-agent'; readonly run: RunId; readonly on: boolean }
  | {
      readonly type: 'stop-agent';
      readonly item: ItemId;
      readonly run: RunId;
      readonly chamber: Chamber | null;
      readonly graceMs: number;
    }
  | {
      readonly type: 'inspect-chamber';
      readonly item: ItemId;
      readonly run: RunId;
      readonly chamber: Chamber;
    }
  | {
      readonly type: 'prove';
      readonly item: ItemId;
      readonly run: RunId;
      readonly chamber: Chamber;
      readonly tree: string;
      readonly commit: string;
      readonly commands: readonly string[];
      readonly timeoutMs: number;
      /** Of a part of a mission: what it may change, and the form of its advice. */
      readonly scope: readonly string[] | null;
      /** The branch it is merged into: what came from there is not its own. */
      readonly target: string;
      readonly advice: AdviceKind | null;
    }
  | {
      readonly type: 'propose';
      /** A work item, or all of a mission by the name the train has for it. */
      readonly item: ItemId;
      readonly proposal: Omit<Proposal, 'item'>;
    }
  | { readonly type: 'withdraw'; readonly item: ItemId; readonly ref: string }
  /** What became of these offers; all in one question. */
  | {
      readonly type: 'look-at-proposals';
      readonly offers: readonly { readonly item: ItemId; readonly ref: string }[];
      /** A look that is under way began too early: there must be one after it. */
      readonly again: boolean;
    }
  | {
      readonly type: 'merge-proposal';
      readonly item: ItemId;
      readonly ref: string;
      readonly head: string;
    }
  | {
      readonly type: 'assemble-train';
      readonly attempt: string;
      readonly target: string;
      readonly entries: readonly TrainEntry[];
      readonly commands: readonly string[];
      readonly timeoutMs: number;
      readonly provedTrees: readonly string[];
      readonly afterMs: number;
    }
  | {
      readonly type: 'land-train';
      readonly attempt: string;
      readonly target: string;
      readonly expected: string;
      readonly commit: string;
      readonly afterMs: number;
    }
  | {
      readonly type: 'begin-mission';
      readonly mission: MissionId;
      readonly branch: string;
      readonly target: string;
    }
  /** A part of a mission becomes a work item on the tracker. */
  | { readonly type: 'make-part'; readonly mission: MissionId; readonly part: Part }
  | {
      readonly type: 'review-mission';
      readonly mission: MissionId;
      readonly offers: readonly { readonly item: ItemId; readonly base: string; readonly head: string }[];
    }
  | {
      readonly type: 'survey-marks';
      readonly mission: MissionId;
      readonly branch: string;
      readonly base: string;
    }
  | {
      readonly type: 'prove-mission';
      readonly mission: MissionId;
      readonly branch: string;
      readonly commands: readonly string[];
      readonly timeoutMs: number;
    }
  | { readonly type: 'offer-mission'; readonly mission: MissionId; readonly branch: string }
  | {
      readonly type: 'take-advice';
      readonly item: ItemId;
      readonly kind: AdviceKind;
      readonly commit: string;
    }
  /** An agent node becomes a work item on the tracker. */
  | {
      readonly type: 'make-item';
      readonly run: RunId;
      readonly node: NodePath;
      readonly attempt: number;
      readonly id: ItemId;
      readonly melody: string;
      readonly work: AgentNode['work'];
      /** It is only rehearsed, and never merged. */
      readonly dry: boolean;
      /** What its placeholders stand for. */
      readonly scope: Values;
    }
  | {
      readonly type: 'run-node';
      readonly run: RunId;
      readonly node: NodePath;
      readonly attempt: number;
      readonly what: FlowNode;
      readonly scope: Values;
      readonly inputs: Values;
      readonly target: string;
    }
  | { readonly type: 'stop-node'; readonly run: RunId; readonly node: NodePath; readonly attempt: number }
  | {
      readonly type: 'remove-chamber';
      readonly item: ItemId;
      readonly chamber: Chamber;
      readonly target: string;
      /** Also with unmerged work, which is then stored as a bundle. */
      readonly force: boolean;
    };
