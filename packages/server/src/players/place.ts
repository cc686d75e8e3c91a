import type { AgentPort, WarmAgent } from '@symphony/domain';
import type { Instrument, Reading } from '@symphony/pit/pool';
import type { PlayerKind } from './plan.ts';

/** What the pool holds at a place that is not cold. */
export interface Seated {
  /** Null: a process that its run starts itself. It is here to be counted. */
  readonly spare: WarmAgent | null;
  /** A run has it: how it is, is the run's to notice. */
  taken: boolean;
}

/** Room for one process of a player. One that was used is of no further use and is cooled. */
export class PlayerPlace implements Instrument<Seated> {
  readonly id: string;
  readonly memoryMb: number;
  /** A run that starts its own process has the place, or waits for it. */
  forRun = false;
  readonly #agent: AgentPort;
  readonly #kind: PlayerKind;

  constructor(agent: AgentPort, kind: PlayerKind, number: number) {
    this.id = `${kind.key} #${number}`;
    this.memoryMb = kind.memoryMb;
    this.#agent = agent;
    this.#kind = kind;
  }

  async warm(): Promise<Seated> {
    if (this.forRun) return { spare: null, taken: true };
    const spare = await this.#agent.warm?.(this.#kind.player);
    if (!spare) throw new TypeError(`${this.#kind.key} has no warm processes`);
    return { spare, taken: false };
  }

  async cool({ spare }: Seated): Promise<void> {
    await spare?.cool();
  }

  async check({ spare, taken }: Seated): Promise<Reading> {
    if (!taken && spare?.isAlive() === false) throw new Error(`${this.id} has ended`);
    return {};
  }
}
