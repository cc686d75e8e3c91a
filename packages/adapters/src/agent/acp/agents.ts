import type { AgentNeeds, InteractiveRequest, Launch, PlayerSettings } from '@symphony/domain';
import type { VersionRange } from '../program/index.ts';
import { claudeAgentAcp, codexAcp, genericAcp } from './bridges.ts';
import type { Gauge } from './gauge.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import type { ToolCall } from './tool-call.ts';

/**
 * What differs between agents that speak the Agent Client Protocol. Everything else is the same for
 * all of them, and an agent that is not in the table works by the words of the protocol alone.
 */
export interface AcpAgent {
  readonly name: string;
  /** Null: the player's settings have to name it. */
  readonly command: string | null;
  readonly args: readonly string[];
  readonly needs: AgentNeeds;
  /** The mode in which it asks before it writes or runs anything, where it has modes. */
  readonly mode: string | null;
  /** Its process ends by itself once nothing more can be said to it. */
  readonly endsWithInput: boolean;
  /** What it runs goes on when a turn is cancelled: those processes are ended from here. */
  readonly runsOn: boolean;
  /** An answer whose usage is null stands for a turn that failed. */
  readonly nullUsageFails: boolean;
  /**
   * Its answers count only the last model call of a prompt. What its gauge does not see is then not
   * known, and no price is told for it: a cap would trust it.
   */
  readonly countsLastCall: boolean;
  /** Faults are first told as if the agent had said them, then as the error they are. */
  readonly saysFaults: boolean;
  readonly version: VersionProbe;
  /** Whose words a piece of text is. */
  chunk(text: string, messageId: string | null): 'words' | 'aside' | 'nothing';
  /** The tool's name where the message does not have one. `announced`: this is the first it says of it. */
  toolName(call: ToolCall, announced: boolean): string | null;
  /** The way to log in that is to be chosen when it refuses to begin without one. */
  authMethod(env: Place['env']): string | null;
  /** What is given to this run's process besides. Nothing is written but below the run's TMPDIR. */
  prepare(place: Place): Promise<Preparation>;
  /** `instance`: names the repository in the marker of whatever is started for it. */
  login(place: Place, instance: string): Promise<Login>;
  /** Its own terminal program on a session, where it has one. */
  interactive?(request: InteractiveRequest): Launch;
}

export interface Place {
  readonly player: PlayerSettings;
  readonly env: Readonly<Record<string, string>>;
}

export interface Preparation {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly gauge: Gauge | null;
}

export interface Login {
  readonly login: 'yes' | 'no' | 'unknown';
  readonly fix: string | null;
}

/** How it tells its version, and which ones are known to work. */
export interface VersionProbe extends VersionRange {
  /** Null: only the protocol tells it. */
  readonly args: readonly string[] | null;
}

export const ACP_AGENTS = {
  acp: genericAcp,
  opencode,
  gemini,
  'claude-agent-acp': claudeAgentAcp,
  'codex-acp': codexAcp,
} as const satisfies Readonly<Record<string, AcpAgent>>;

export type AcpAgentName = keyof typeof ACP_AGENTS;
