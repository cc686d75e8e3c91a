import type {
  AgentPort,
  ChamberPort,
  Clock,
  CodeHost,
  Operators,
  PlayerSettings,
  PromptBook,
  Prover,
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
  readonly clock: Clock;
  agent(name: string): AgentPort | undefined;
  player(name: string): PlayerSettings | undefined;
  /** The environment agents and checks get, besides what their chamber leases. */
  environment(): Readonly<Record<string, string>>;
}

/** What an effect is performed with: the ports, and where its result goes. */
export interface Stage {
  readonly ports: Ports;
  post(input: Input): void;
  /** The conductor is ending: results of work that was cut short say nothing about anybody. */
  isClosing(): boolean;
}

export type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>;
