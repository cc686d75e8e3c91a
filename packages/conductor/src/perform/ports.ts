import type {
  AdviceBook,
  AgentPort,
  ChamberPort,
  Clock,
  CodeHost,
  ItemId,
  Launch,
  Operators,
  PlayerName,
  PlayerSettings,
  PromptBook,
  Prover,
  RunId,
  Survey,
  Tracker,
} from '@symphony/domain';
import type { Effect } from '../effect.ts';
import type { Input } from '../input.ts';

/** The outside world as the conductor knows it. */
export interface Ports {
  readonly tracker: Tracker;
  readonly chambers: ChamberPort;
  readonly prover: Prover;
  readonly codeHost: CodeHost;
  readonly prompts: PromptBook;
  readonly operators: Operators;
  readonly survey: Survey;
  readonly advice: AdviceBook;
  /** What earlier missions learnt, for the agents of a new one. */
  lessons(): Promise<readonly string[]>;
  readonly clock: Clock;
  /** Where a person works with an agent's own program; absent: they cannot. */
  readonly takeover?: TakeoverDesk;
  agent(name: string): AgentPort | undefined;
  player(name: string): PlayerSettings | undefined;
  /**
   * The environment checks get, besides what their chamber leases; with a player, the one its agent
   * gets, which holds the agent's own keys too.
   */
  environment(player?: PlayerName): Readonly<Record<string, string>>;
}

export interface TakeoverDesk {
  /** Resolves when the program has ended, with one sentence about how. */
  play(request: {
    readonly run: RunId;
    readonly item: ItemId;
    readonly player: PlayerName;
    readonly launch: Launch;
  }): Promise<string>;
  /** Ends the program of the run, if there is one. */
  stop(run: RunId): Promise<void>;
}

/** What an effect is performed with: the ports, and where its result goes. */
export interface Stage {
  readonly ports: Ports;
  post(input: Input): void;
  /** The conductor is ending: results of work that was cut short say nothing about anybody. */
  isClosing(): boolean;
}

export type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>;
