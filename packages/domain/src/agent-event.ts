import type { Usage } from './budget.ts';
import type { Instant } from './work-item.ts';

/**
 * What any agent can be heard saying, whatever its own protocol. Adapters translate into this
 * union and nothing above them knows which agent spoke.
 */
export type AgentEvent =
  | { readonly type: 'started'; readonly sessionId: string | null; readonly process: ProcessIdentity | null }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'tool-started'; readonly id: string; readonly name: string; readonly summary: string }
  | { readonly type: 'tool-ended'; readonly id: string; readonly ok: boolean; readonly summary: string }
  | { readonly type: 'plan'; readonly steps: readonly { readonly text: string; readonly done: boolean }[] }
  /** Cumulative for the session. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** The agent's provider refuses more work until `until` (null: it did not say). */
  | { readonly type: 'limited'; readonly until: Instant | null; readonly message: string }
  | { readonly type: 'question'; readonly question: AgentQuestion }
  | { readonly type: 'turn-ended'; readonly status: TurnStatus; readonly message: string }
  /** Something the agent said that its adapter does not know: recorded, never a stall. */
  | { readonly type: 'unrecognised'; readonly text: string }
  | {
      readonly type: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      readonly message: string;
    };

export type TurnStatus = 'completed' | 'failed' | 'interrupted';

export interface AgentQuestion {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  /** Given when nobody answers in `defaultAfterMs`. */
  readonly defaultAnswer: string | null;
  readonly defaultAfterMs: number | null;
}

/** A process that cannot be mistaken for another one that got its number later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The kernel's start time of the process, as text; differs when the pid is reused. */
  readonly startedAt: string;
}
