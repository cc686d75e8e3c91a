import type { BudgetCaps } from './budget.ts';
import type { PermissionPolicy } from './permission.ts';
import type { SandboxProfile } from './ports/sandbox.ts';
import type { Json, PlayerName } from './work-item.ts';

/**
 * What the conductor decides by: the configuration after defaults, with every secret left out.
 * It is recorded in the log whenever it changes, so that a replay decides as the original did.
 */
export interface Settings {
  /** The branch work is cut from and merged into. */
  readonly target: string;
  readonly tracker: {
    readonly activeStates: readonly string[];
    readonly terminalStates: readonly string[];
    readonly requiredLabels: readonly string[];
    /** Where the tracker is moved when the item starts, is handed off, is merged. Null: leave it. */
    readonly startedState: string | null;
    readonly reviewState: string | null;
    readonly mergedState: string | null;
  };
  /** Which repositories' items are played, when the tracker spans several. An empty allow list allows all. */
  readonly repositories: {
    readonly allow: readonly string[];
    readonly deny: readonly string[];
    readonly slots: Readonly<Record<string, number>>;
  };
  readonly pollIntervalMs: number;
  readonly players: Readonly<Record<PlayerName, PlayerSettings>>;
  readonly defaultPlayer: PlayerName;
  readonly routes: readonly Route[];
  readonly slots: {
    readonly total: number;
    readonly byState: Readonly<Record<string, number>>;
    /** Who goes first when more want a slot than there are (P4). */
    readonly strategy: SlotStrategy;
    /** With `priority`: whoever waited this long moves up until it is served. Null: never. */
    readonly starvationAfterMs: number | null;
  };
  readonly maxRetries: number;
  readonly maxRetryBackoffMs: number;
  /** 0 or less: never. */
  readonly stallTimeoutMs: number;
  readonly turnTimeoutMs: number;
  readonly maxTurns: number;
  readonly budget: BudgetCaps & {
    /** Reserved before a run when there is no history to learn from. */
    readonly estimatePerRun: number;
  };
  readonly verify: readonly string[];
  readonly verifyTimeoutMs: number;
  readonly handoff: {
    /** `agent`: the agent hands its work over by itself, as its prompt says; nothing is merged here. */
    readonly mode: 'auto' | 'review' | 'agent';
    readonly followUp: boolean;
    /** How often a finished item may be sent back to its author by the train or the code host. */
    readonly maxReturns: number;
  };
  readonly train: { readonly batchSize: number };
  readonly permissions: PermissionPolicy;
  /** What is waited for when a person is asked, and what is answered when nobody does. */
  readonly inbox: {
    readonly waitMs: number;
    /** To a request for permission. */
    readonly unanswered: 'allow' | 'deny';
  };
  readonly shutdownGraceMs: number;
  /**
   * Of a repository with a WORKFLOW.md (C22): what that file's specification says about retries, stalls
   * and restarts is kept to the letter, or where Symphony's own rules are safer those hold. Absent: no such file.
   */
  readonly conformance?: 'safe' | 'letter';
}

export type SlotStrategy = 'priority' | 'round-robin' | 'fair-share' | 'queue' | 'weighted';

export interface PlayerSettings {
  /** Which agent adapter plays. */
  readonly agent: string;
  readonly slots: number | null;
  readonly stallTimeoutMs: number | null;
  readonly model: string | null;
  /** The program, where it is not the agent's usual one, and what it is given besides. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Who plays instead while it rests or is not to be had, in this order. */
  readonly fallback?: readonly PlayerName[];
  readonly sandbox?: SandboxProfile;
  /** A whole command line for `bash -lc`, instead of `command` and `args`: nothing is added to it. */
  readonly shell?: string;
  /** What codex is asked with, word for word in its own words. */
  readonly codex?: CodexWishes;
}

export interface CodexWishes {
  readonly approvalPolicy?: Json;
  readonly threadSandbox?: Json;
  readonly turnSandboxPolicy?: Json;
  /** How long an answer to one of our requests may take. Absent: as long as its process lives. */
  readonly readTimeoutMs?: number;
}

/** The first route whose conditions all hold names the player. */
export interface Route {
  readonly label: string | null;
  readonly field: { readonly name: string; readonly value: string } | null;
  readonly player: PlayerName;
}
