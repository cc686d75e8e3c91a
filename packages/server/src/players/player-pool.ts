import type { AgentEvent, AgentPort, AgentSession, AgentStart, TrackedItem } from '@symphony/domain';
import { Places, type PlacesOptions, type PlayerPlaces, type Stay } from './places.ts';
import { kindOf, type PoolPlan } from './plan.ts';

export interface PlayerPoolOptions extends Omit<PlacesOptions, 'waiting'> {
  readonly agents: ReadonlyMap<string, AgentPort>;
  /** How many items wait to be played; null: no player is made ready beforehand. */
  readonly waiting: (() => number) | null;
  /** Asked again at every start, because the configuration is live (C21). */
  plan(): PoolPlan;
}

export interface PlayerPoolView {
  readonly players: readonly PlayerPlaces[];
  /** Starts that found a process ready, and those that did not. */
  readonly starts: { readonly warm: number; readonly fresh: number };
}

/**
 * The agents with a pool of processes before them (P1): a run is given one that waits, if there is
 * one, and nobody above knows the difference. It fails and refuses exactly what the agent does.
 */
export class PlayerPool {
  readonly #options: PlayerPoolOptions;
  readonly #agents: ReadonlyMap<string, AgentPort>;
  #places: Places | null = null;
  #planned = '';
  /** Pools of earlier plans whose runs go on. */
  readonly #retired = new Set<Promise<void>>();
  #closed = false;
  #warm = 0;
  #fresh = 0;

  constructor(options: PlayerPoolOptions) {
    this.#options = options;
    this.#agents = new Map(Array.from(options.agents, ([name, agent]) => [name, this.#pooled(agent)]));
  }

  agent(name: string): AgentPort | undefined {
    return this.#agents.get(name);
  }

  view(): PlayerPoolView {
    return { players: this.#places?.views() ?? [], starts: { warm: this.#warm, fresh: this.#fresh } };
  }

  /** Nothing waits from here on. Resolves when no process waits and every run has ended. */
  async drain(): Promise<void> {
    this.#closed = true;
    this.#retire();
    await Promise.all(this.#retired);
  }

  #pooled(agent: AgentPort): AgentPort {
    if (!agent.warm) return agent;
    return { ...agent, start: (request, hear) => this.#start(agent, request, hear) };
  }

  async #start(
    agent: AgentPort,
    request: AgentStart,
    hear: (event: AgentEvent) => void,
  ): Promise<AgentSession> {
    const places = this.#current();
    const player = kindOf(request.player);
    const stay = places?.enter(player, workflowOf(request.item)) ?? NOWHERE;
    if (stay.warm) this.#warm += 1;
    else this.#fresh += 1;
    try {
      return await agent.start(stay.warm ? { ...request, warm: stay.warm } : request, (event) => {
        if (event.type === 'exited') stay.leave();
        // Not before: making another one ready would slow this one down.
        if (event.type === 'started' || event.type === 'turn-ended') places?.prepare(player);
        hear(event);
      });
    } catch (error) {
      stay.leave();
      throw error;
    }
  }

  /** A changed plan gets a pool of its own. What plays in the old one is counted there until it ends. */
  #current(): Places | null {
    const { agents, waiting } = this.#options;
    if (this.#closed || waiting === null) return null;
    const plan = this.#options.plan();
    const planned = JSON.stringify(plan);
    if (planned === this.#planned) return this.#places;
    this.#retire();
    this.#planned = planned;
    if (plan.spare > 0) this.#places = new Places(plan, agents, { ...this.#options, waiting });
    return this.#places;
  }

  #retire(): void {
    const drained = this.#places?.drain();
    this.#places = null;
    if (!drained) return;
    this.#retired.add(drained);
    void drained.then(() => this.#retired.delete(drained));
  }
}

/** Where no pool is. */
const NOWHERE: Stay = { warm: null, leave: () => undefined };

/** What is played one after the other: the items of a melody's run, else the runs of an item. */
const workflowOf = ({ id, fields }: TrackedItem): string =>
  typeof fields.melody === 'string' ? fields.melody : id;
