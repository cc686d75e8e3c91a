import type {
  BoardFrame,
  ChatBatch,
  ChatFile,
  ChatId,
  ChatPermit,
  ChatVerdict,
  Entry,
  EntryBatch,
  EntryFilter,
  ExplainView,
  Melody,
  MelodyView,
  MissionAct,
  MissionId,
  MissionPlan,
  NodePath,
  PhaseName,
  ReviewComment,
  StatusView,
  Values,
} from '@symphony/domain';
import type { QueryName, QueryParams, QueryResult } from './queries.ts';
import type { RequestError } from './request-error.ts';
import type { TerminalRequest, TerminalView } from './terminal.ts';

/**
 * What a client may say to a conductor and hear from it. One interface, met over the control
 * socket by `connectClient` and inside the process by the server itself.
 * Every method rejects with a `RequestError` whose message is one plain sentence.
 */
export interface ConductorClient {
  status(): Promise<StatusView>;
  /** `id` may be the item's id or its identifier, in any case. */
  explain(id: string): Promise<ExplainView>;
  /** One run of a melody with all its nodes; the id may be cut short as long as it stays unique. */
  melody(run: string): Promise<MelodyView>;
  events(after: number, limit: number, filter?: EntryFilter): Promise<readonly Entry[]>;
  search(words: string, limit: number): Promise<readonly Entry[]>;
  /**
   * Calls `hear` for every entry after `after`, in order, none lost, until stopped. The first may
   * be heard before the promise resolves. When it ends without having been stopped, `onEnd` is
   * called once, after the last entry; following again from there loses nothing.
   */
  follow(
    after: number,
    hear: (entry: Entry) => void,
    onEnd?: (error: RequestError) => void,
  ): Promise<{ stop(): Promise<void> }>;
  /** See `Queries`. */
  ask<Q extends QueryName>(query: Q, params: QueryParams<Q>): Promise<QueryResult<Q>>;
  /**
   * The board: everything, then what changes, at most four times a second and never faster than it is
   * read. Left by leaving the loop. Throws a RequestError; asked again it begins with everything.
   */
  board(): AsyncIterable<BoardFrame>;
  /**
   * The entries after `after` that fit, in order and none lost, then what is new, never faster than it
   * is read. Left by leaving the loop. Throws a RequestError; asked again after the last `seq` heard it
   * goes on there.
   */
  entries(after: number, filter?: EntryFilter): AsyncIterable<EntryBatch>;
  /**
   * One chat: what was recorded after `after`, in order and none lost, then what is new and what is being said,
   * never faster than it is read. Left by leaving the loop. Throws a RequestError; asked again after the last `seq`
   * heard it goes on there.
   */
  chat(id: ChatId, after: number): AsyncIterable<ChatBatch>;
  /** The program a person has taken the item's agent over with; waits for it while none is on. */
  terminal(id: string, request: TerminalRequest): Promise<TerminalView>;
  command(command: OperatorCommand): Promise<CommandAnswer>;
  close(): Promise<void>;
}

/** What an operator may ask for (C20). Each is recorded with who asked. */
export type OperatorCommand =
  | { readonly name: 'pause'; readonly id: string; readonly now: boolean; readonly by: string }
  | { readonly name: 'resume'; readonly id: string; readonly by: string }
  | { readonly name: 'kill'; readonly id: string; readonly by: string }
  | { readonly name: 'retry'; readonly id: string; readonly by: string }
  | { readonly name: 'approve'; readonly id: string; readonly by: string }
  /** `id` is the item's; with several open questions `question` tells which. */
  | {
      readonly name: 'answer';
      readonly id: string;
      readonly question: string | null;
      readonly text: string;
      readonly by: string;
    }
  /** Puts new work on the tracker; the answer's `item` names it. */
  | ({ readonly name: 'add'; readonly title: string; readonly by: string } & NewItemDetails)
  /** What is left out stays as it is. `state` is one of the tracker's. */
  | ({
      readonly name: 'edit';
      readonly id: string;
      readonly by: string;
      readonly title?: string;
      readonly state?: string;
      /** Its place among those of its priority; null: by age. */
      readonly rank?: number | null;
    } & NewItemDetails)
  /**
   * Remarks on what the agent did: they become its next turn. Work that waits to be merged goes back to
   * its author with them.
   */
  | {
      readonly name: 'review';
      readonly id: string;
      readonly comments: readonly ReviewComment[];
      /** What is said about the whole; may be empty. */
      readonly text: string;
      readonly by: string;
    }
  /** Writes the configuration, unless it would be wrong or the file is not `instead` any more. */
  | { readonly name: 'save-settings'; readonly text: string; readonly instead: string; readonly by: string }
  /** Writes a melody of the repository. `over`: one of this name may be there. */
  | { readonly name: 'save-melody'; readonly melody: Melody; readonly over: boolean; readonly by: string }
  /** Words for the agent: given to it as its next turn. */
  | { readonly name: 'steer'; readonly id: string; readonly text: string; readonly by: string }
  /** The agent's session is a person's when its turn ends, in the agent's own program: see `terminal`. */
  | { readonly name: 'takeover'; readonly id: string; readonly by: string }
  /** Plays the melody of that name; the answer's `run` names it. */
  | {
      readonly name: 'melody-run';
      readonly melody: string;
      readonly parameters: Values;
      readonly by: string;
      /** Played by the rehearsal player; commands are only told, and nothing is merged. */
      readonly dry?: boolean;
      /** It pauses before each of these. */
      readonly breakpoints?: readonly NodePath[];
    }
  | {
      readonly name: 'melody-breakpoints';
      readonly run: string;
      readonly nodes: readonly NodePath[];
      readonly by: string;
    }
  | {
      /** `step`: lets one node that is ready begin, and pauses again. */
      readonly name: 'melody-pause' | 'melody-resume' | 'melody-cancel' | 'melody-step';
      readonly run: string;
      readonly by: string;
    }
  | {
      readonly name: 'melody-skip' | 'melody-retry';
      readonly run: string;
      readonly node: NodePath;
      readonly by: string;
    }
  /** Plays a mission that was written. `approved`: it begins without being asked about; the answer's `run` names it. */
  | {
      readonly name: 'mission-start';
      readonly plan: MissionPlan;
      readonly approved: boolean;
      readonly by: string;
    }
  /** A player plans it from one sentence; it begins when a person has approved the plan. */
  | {
      readonly name: 'mission-plan';
      readonly mission: MissionId;
      readonly request: string;
      readonly phases: readonly PhaseName[] | null;
      readonly player: string | null;
      readonly by: string;
    }
  | { readonly name: 'mission'; readonly mission: MissionId; readonly act: MissionAct; readonly by: string }
  /** A request to the runtime; without `chat` it begins a new one. The answer's `chat` and `session` name it. */
  | {
      readonly name: 'chat-send';
      readonly chat: ChatId | null;
      readonly text: string;
      readonly files?: readonly ChatFile[];
      /** Stays so for the chat until it is said otherwise; at first `ask`. */
      readonly permit?: ChatPermit;
      readonly by: string;
    }
  /** Calls off what is being played in it. */
  | { readonly name: 'chat-stop'; readonly chat: ChatId; readonly by: string }
  /** To what a tool wants; with several open questions `question` tells which. */
  | {
      readonly name: 'chat-answer';
      readonly chat: ChatId;
      readonly question: string | null;
      readonly verdict: ChatVerdict;
      readonly by: string;
    }
  | { readonly name: 'chat-rename'; readonly chat: ChatId; readonly title: string; readonly by: string }
  /** Makes a work item of a chat, or of one request in it; the answer's `item` names it. */
  | {
      readonly name: 'chat-item';
      readonly chat: ChatId;
      /** Null: all of it. */
      readonly session: string | null;
      /** Null: what the chat is called. */
      readonly title: string | null;
      readonly by: string;
    }
  /** Has a player plan a mission from a chat; the answer's `run` names it. */
  | {
      readonly name: 'chat-mission';
      readonly chat: ChatId;
      readonly mission: MissionId;
      readonly by: string;
    }
  | { readonly name: 'drain'; readonly on: boolean; readonly by: string }
  /** Brings the next tick forward. */
  | { readonly name: 'refresh'; readonly by: string }
  /** Shuts the conductor down gracefully. */
  | { readonly name: 'stop'; readonly by: string };

export interface NewItemDetails {
  readonly description?: string;
  readonly labels?: readonly string[];
  readonly priority?: number | null;
  readonly blockedBy?: readonly string[];
  readonly player?: string | null;
}

export interface CommandAnswer {
  readonly accepted: boolean;
  /** The work item that was made, when one was: its identifier. */
  readonly item?: string;
  /** The run that was started, when one was. */
  readonly run?: string;
  /** The chat a request went to, and the session that plays it. */
  readonly chat?: ChatId;
  readonly session?: string;
  /** One plain sentence: what happened, or why not and what to do instead. */
  readonly message: string;
}
