import type { Usage } from './budget.ts';
import type { AgentFamily } from './failure.ts';
import type { PermissionRequest } from './permission.ts';
import type { Instant } from './work-item.ts';

/**
 * What any agent can be heard saying, whatever its own protocol. Adapters translate into this
 * union and nothing above them knows which agent spoke.
 */
export type AgentEvent =
  | {
      readonly type: 'started';
      readonly sessionId: string | null;
      readonly process: ProcessIdentity | null;
      /** Of the agent's program, and the model it plays with, where it says so. */
      readonly version?: string;
      readonly model?: string;
    }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'thought'; readonly text: string }
  | { readonly type: 'tool-started'; readonly id: string; readonly name: string; readonly summary: string }
  | { readonly type: 'tool-ended'; readonly id: string; readonly ok: boolean; readonly summary: string }
  | { readonly type: 'plan'; readonly steps: readonly { readonly text: string; readonly done: boolean }[] }
  /** Cumulative for the session. */
  | { readonly type: 'usage'; readonly usage: Usage }
  /** How much of what the provider grants is used. Nothing is refused yet. */
  | { readonly type: 'limits'; readonly windows: readonly LimitWindow[] }
  /** The agent's provider refuses more work until `until` (null: it did not say). */
  | { readonly type: 'limited'; readonly until: Instant | null; readonly message: string }
  /** A model call failed and the agent tries it again by itself. */
  | { readonly type: 'retrying'; readonly reason: string }
  /** The agent waits until it is told whether it may; answered with `allow` or `deny`. */
  | { readonly type: 'permission'; readonly request: PermissionRequest }
  | { readonly type: 'question'; readonly question: AgentQuestion }
  /** The agent no longer waits for the answer to this question or permission. */
  | { readonly type: 'withdrawn'; readonly id: string }
  /** What the sandbox allows, and what it refused. */
  | { readonly type: 'contained'; readonly text: string }
  | {
      readonly type: 'turn-ended';
      readonly status: TurnStatus;
      readonly message: string;
      /** Why it failed, where the agent says so in a way that can be relied on. */
      readonly fault?: TurnFault;
      /** Where the turn did not even come to its own end. */
      readonly family?: AgentFamily;
    }
  /** Something the agent said that its adapter does not know: recorded, never a stall. */
  | {
      readonly type: 'unrecognised';
      readonly text: string;
      /** What it is, where that is known: a broken message, or a tool nobody offered. */
      readonly as?: 'malformed' | 'unsupported_tool_call';
    }
  | {
      readonly type: 'exited';
      readonly code: number | null;
      readonly signal: string | null;
      readonly message: string;
    };

export type TurnStatus = 'completed' | 'failed' | 'interrupted';

/** `auth`: no key, or one that is refused. `limit`: too much was asked for. `provider`: it failed or could not be reached. */
export type TurnFault = 'auth' | 'limit' | 'provider' | 'agent';

/** A window of time in which a provider grants so much and no more. */
export interface LimitWindow {
  readonly name: string;
  readonly usedPercent: number;
  readonly resetsAt: Instant | null;
}

export interface AgentQuestion {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  /** Given when nobody answers in `defaultAfterMs`. */
  readonly defaultAnswer: string | null;
  readonly defaultAfterMs: number | null;
  /** Set when it asks for leave to do something. */
  readonly permission?: PermissionRequest;
}

/** A process that cannot be mistaken for another one that got its number later. */
export interface ProcessIdentity {
  readonly pid: number;
  /** The kernel's start time of the process, as text; differs when the pid is reused. */
  readonly startedAt: string;
}
