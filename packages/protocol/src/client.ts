import type {
  Entry,
  EntryFilter,
  ExplainView,
  MelodyView,
  NodePath,
  StatusView,
  Values,
} from '@symphony/domain';
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
  /** Words for the agent: given to it as its next turn. */
  | { readonly name: 'steer'; readonly id: string; readonly text: string; readonly by: string }
  /** The agent's session is a person's when its turn ends, in the agent's own program: see `terminal`. */
  | { readonly name: 'takeover'; readonly id: string; readonly by: string }
  /** Plays the melody of that name; the answer's `run` names it. */
  | { readonly name: 'melody-run'; readonly melody: string; readonly parameters: Values; readonly by: string }
  | {
      readonly name: 'melody-pause' | 'melody-resume' | 'melody-cancel';
      readonly run: string;
      readonly by: string;
    }
  | {
      readonly name: 'melody-skip' | 'melody-retry';
      readonly run: string;
      readonly node: NodePath;
      readonly by: string;
    }
  | { readonly name: 'drain'; readonly on: boolean; readonly by: string }
  /** Brings the next tick forward. */
  | { readonly name: 'refresh'; readonly by: string }
  /** Shuts the conductor down gracefully. */
  | { readonly name: 'stop'; readonly by: string };

export interface CommandAnswer {
  readonly accepted: boolean;
  /** The run that was started, when one was. */
  readonly run?: string;
  /** One plain sentence: what happened, or why not and what to do instead. */
  readonly message: string;
}
