import type {
  BoardFrame,
  ChatBatch,
  ChatId,
  Entry,
  EntryBatch,
  EntryFilter,
  ExplainView,
  FailureCode,
  MelodyView,
  StatusView,
} from '@symphony/domain';
import type { CommandAnswer, OperatorCommand } from './client.ts';
import type { Queries } from './queries.ts';
import type { TerminalFrame, TerminalRequest, TerminalSize } from './terminal.ts';

/**
 * Everything that is said over the control socket, by name. The client sends these and the server
 * answers them; both are held to this file by the compiler, and the server checks what comes in.
 */
export interface Methods extends Queries {
  readonly hello: Exchange<NoParams, Hello>;
  readonly status: Exchange<NoParams, StatusView>;
  readonly explain: Exchange<{ readonly id: string }, ExplainView>;
  readonly melody: Exchange<{ readonly run: string }, MelodyView>;
  readonly events: Exchange<EventsParams, readonly Entry[]>;
  readonly search: Exchange<{ readonly words: string; readonly limit: number }, readonly Entry[]>;
  /** Answered when following has begun; entries come as `entry` notifications until `unfollow` or close. */
  readonly follow: Exchange<FollowParams, NoParams>;
  /** No entry of that follower is sent after the answer. One that is over already is no error. */
  readonly unfollow: Exchange<{ readonly follower: number }, NoParams>;
  readonly command: Exchange<{ readonly command: OperatorCommand }, CommandAnswer>;
  /** Typed at an open `terminal` stream of this connection. */
  readonly 'terminal-input': Exchange<{ readonly viewer: number; readonly text: string }, NoParams>;
  readonly 'terminal-resize': Exchange<{ readonly viewer: number } & TerminalSize, NoParams>;
}

/** Requests that are answered with values one after the other, at the caller's pace. Left with a cancel. */
export interface Streams {
  readonly terminal: { readonly params: TerminalParams; readonly value: TerminalFrame };
  readonly board: { readonly params: NoParams; readonly value: BoardFrame };
  readonly entries: {
    readonly params: { readonly after: number; readonly filter?: EntryFilter };
    readonly value: EntryBatch;
  };
  readonly 'chat-follow': {
    readonly params: { readonly id: ChatId; readonly after: number };
    readonly value: ChatBatch;
  };
}

export interface TerminalParams extends TerminalRequest {
  /** Chosen by the client, unique on its connection: named by what is typed. */
  readonly viewer: number;
  readonly id: string;
}

export type Method = keyof Methods;
export type ParamsOf<M extends Method> = Methods[M]['params'];
export type ResultOf<M extends Method> = Methods[M]['result'];

interface Exchange<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

export type NoParams = Readonly<Record<string, never>>;

/** Who listens at the socket. */
export interface Hello {
  readonly version: string;
  readonly pid: number;
}

export interface EventsParams {
  readonly after: number;
  readonly limit: number;
  readonly filter?: EntryFilter;
}

export interface FollowParams {
  /** Chosen by the client, unique on its connection: entries may come before the answer does. */
  readonly follower: number;
  /** The sequence number the client has; the first entry is the one after it. */
  readonly after: number;
}

/** What the server says unasked. */
export interface Notifications {
  readonly entry: { readonly follower: number; readonly entry: Entry };
  /** The server cannot go on: nothing more comes for this follower. */
  readonly 'follow-ended': {
    readonly follower: number;
    readonly code: FailureCode;
    readonly message: string;
    readonly nextStep: string | null;
  };
}

/** The most entries one answer may hold. */
export const MAX_ENTRIES = 10_000;

/** The JSON-RPC code of a request that was understood and not met; `data.code` is a FailureCode. */
export const NOT_MET = -32000;
