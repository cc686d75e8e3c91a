import type { AgentPort, AgentStart, Usage } from '@symphony/domain';
import type { Step } from '../model-server/index.ts';

/** One adapter with its real program, on a stage. */
export interface ScenarioHall {
  readonly port: AgentPort;
  /** Another instance of the adapter, as after a restart of Symphony. */
  reopen(): AgentPort;
  /** A start whose first turn plays these steps. */
  request(steps: readonly Step[], change: ScenarioChange): AgentStart;
  /** The prompt of a further turn; the steps as a script unless given. */
  prompt?(steps: readonly Step[]): string;
  /** A start with a program in the agent's place, which speaks its protocol and goes wrong. */
  fake(kind: FakeKind, change: { readonly run: string }): Promise<AgentStart>;
  /** The processes that still work for the run, wherever they went. */
  living(run: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

export interface ScenarioChange {
  readonly run: string;
  readonly resume: string | null;
  readonly spent: Usage | null;
}

export type FakeKind =
  /** Begins a session, sends one message of its protocol that is 10 MB long, then ends the turn well. */
  | 'huge-line'
  /** Begins a session, sends a line that is no message of its protocol, then ends the turn well. */
  | 'garbage-line'
  /** Begins a session and a turn, says something, and exits with code 3. */
  | 'no-result';

export interface ScenarioOptions {
  /** Why the real program cannot be used. Only what needs none of it is run then. */
  readonly absent?: string;
  /** Cases that do not hold for this agent, with the reason. */
  readonly skip?: Partial<Record<ScenarioName, string>>;
  /** For one case; a minute unless given. */
  readonly timeoutMs?: number;
  /** The agent passes on when a limit ends. */
  readonly tellsReset?: boolean;
  /** The agent asks no model: what only the model's side can tell is not looked at. */
  readonly withoutModel?: boolean;
}

export const SCENARIOS = [
  'commit',
  'no commits',
  'several turns',
  'error 500',
  'error 429',
  'usage limit',
  'invalid key',
  'killed',
  'hang',
  'cancel',
  'stop',
  'resume',
  'permission allowed',
  'permission denied',
  'usage',
  'usage after resume',
  'huge line',
  'garbage line',
  'no result',
] as const;

export type ScenarioName = (typeof SCENARIOS)[number];
