import type { AgentEvent, ProcessIdentity } from '../agent-event.ts';
import type { PlayerSettings } from '../settings.ts';
import type { RunId, TrackedItem } from '../work-item.ts';

/**
 * Any coding agent. An adapter starts one session per run, reports what it hears through `hear`
 * (in order, ending with exactly one `exited`), and never decides anything.
 */
export interface AgentPort {
  readonly name: string;
  /**
   * Starts (or, with `resume`, goes on with) a session and its first turn. Resolves once the
   * process runs; rejects with PortError `missing` when the program is not installed.
   */
  start(request: AgentStart, hear: (event: AgentEvent) => void): Promise<AgentSession>;
  /**
   * Makes a process ready that a later `start` can go on with, so that nobody waits for it then.
   * Rejects as `start` does. What is never used ends with `cool`, and with this process.
   */
  warm?(player: PlayerSettings): Promise<WarmAgent>;
}

/** An agent process that waits for its work. */
export interface WarmAgent {
  /** False once it ended by itself: it is of no use any more. */
  isAlive(): boolean;
  /** Ends it if no run has taken it over. Repeating it is harmless. */
  cool(): Promise<void>;
}

export interface AgentStart {
  readonly run: RunId;
  readonly item: TrackedItem;
  readonly attempt: number;
  readonly player: PlayerSettings;
  readonly cwd: string;
  /** The whole environment of the agent: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly prompt: string;
  /** The agent's own session id from an earlier process of this item, if it can go on from there. */
  readonly resume: string | null;
  /** One of this adapter's own, made for the same player. It is used up by this, whatever comes of it. */
  readonly warm?: WarmAgent;
}

export interface AgentSession {
  readonly process: ProcessIdentity | null;
  /** Another turn on the same session. Only between `turn-ended` and the next call. */
  prompt(text: string): Promise<void>;
  /** Answers a question the agent asked. Repeating it is harmless. */
  answer?(questionId: string, text: string): Promise<void>;
  /** Freezes and thaws the whole process group. */
  suspend?(): Promise<void>;
  unsuspend?(): Promise<void>;
  /**
   * Asks the agent to end, then makes it: resolves when no process of the session is left.
   * `exited` has been heard by then. Repeating it is harmless.
   */
  stop(graceMs: number): Promise<void>;
}
