import type { AgentEvent, ProcessIdentity } from '../agent-event.ts';
import type { Usage } from '../budget.ts';
import type { PlayerSettings } from '../settings.ts';
import type { RunId, TrackedItem } from '../work-item.ts';

/**
 * Any coding agent. An adapter starts one session per run, reports what it hears through `hear`
 * (in order, ending with exactly one `exited`), and never decides anything.
 */
export interface AgentPort {
  readonly name: string;
  /** What it cannot do without, wherever it is confined to. */
  readonly needs?: AgentNeeds;
  /** Whether this run may call the host tools. Absent: whoever has `needs` may. */
  usesTools?(request: AgentStart): boolean;
  /** It says itself what it cost: no price of ours is needed. */
  readonly tellsCost?: boolean;
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
  /** Looks for its program and login without spending anything. Never rejects. */
  detect?(request: DetectRequest): Promise<AgentPresence>;
  /** The agent's own interactive program on a session of this adapter, for a person to take over. */
  interactive?(request: InteractiveRequest): Launch;
}

/** Of an agent, as it is installed on any machine. Paths that begin with `~/` are below HOME. */
export interface AgentNeeds {
  /** Where its login, settings and sessions lie: it reads and writes them itself. */
  readonly own: readonly string[];
  /** What it talks to: host names, `*.` in front for all below. */
  readonly hosts: readonly string[];
  /** Variables it is given when they are set: keys, addresses, where its own folders are. */
  readonly variables: readonly string[];
  /** Where its program lies, when PATH does not lead there: seen, and never written. Absolute. */
  readonly program?: readonly string[];
}

/** A program to be started. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
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
  /**
   * Which turn of the run the prompt is for. After a restart the same one is asked for again; an agent
   * that knows how it ended may tell it once more instead of playing it.
   */
  readonly turn?: number;
  /** The agent's own session id from an earlier process of this item, if it can go on from there. */
  readonly resume: string | null;
  /** What that session has reported as used so far. */
  readonly spent?: Usage | null;
  /** One of this adapter's own, made for the same player. It is used up by this, whatever comes of it. */
  readonly warm?: WarmAgent;
  /** Puts a program of this run into its sandbox. Absent: it runs unconfined. */
  readonly confine?: (launch: Launch) => Launch;
  /** The host tools of this run, offered over MCP. */
  readonly tools?: ToolServer;
}

/** An MCP server (streamable HTTP) that a run's agent may use. */
export interface ToolServer {
  readonly name: string;
  readonly url: string;
  /** Sent as `Authorization: Bearer …`. Also in the run's environment as SYMPHONY_TOOLS_TOKEN. */
  readonly token: string;
}

export interface AgentSession {
  readonly process: ProcessIdentity | null;
  /** Another turn on the same session. Only between `turn-ended` and the next call. */
  prompt(text: string): Promise<void>;
  /** Answers a question the agent asked; a permission with `allow` or `deny`. Repeating it is harmless. */
  answer?(questionId: string, text: string): Promise<void>;
  /** Ends the turn that is under way and keeps the session: `turn-ended` follows, as `interrupted`. */
  interrupt?(): Promise<void>;
  /** Freezes and thaws the whole process group. */
  suspend?(): Promise<void>;
  unsuspend?(): Promise<void>;
  /**
   * Asks the agent to end, then makes it: resolves when no process of the session is left.
   * `exited` has been heard by then. Repeating it is harmless.
   */
  stop(graceMs: number): Promise<void>;
}

export interface DetectRequest {
  readonly player: PlayerSettings;
  readonly env: Readonly<Record<string, string>>;
}

export interface AgentPresence {
  /** The version it says, or null when the program is not there or does not answer. */
  readonly version: string | null;
  /** Whether this version is within the range that is known to work; null without a version. */
  readonly known: boolean | null;
  readonly login: 'yes' | 'no' | 'unknown';
  /** One sentence about what was found. */
  readonly detail: string;
  /** How to put it right, when there is something to put right. */
  readonly fix: string | null;
}

export interface InteractiveRequest {
  readonly player: PlayerSettings;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly session: string;
  readonly tools?: ToolServer;
}
