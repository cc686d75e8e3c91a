import type { AgentPort, Chance, Clock, WarmAgent } from '@symphony/domain';
import { type InstrumentView, type Lease, Pool } from '@symphony/pit/pool';
import { PlayerPlace, type Seated } from './place.ts';
import type { PoolPlan } from './plan.ts';

/** A spare that ended is noticed when it is wanted; the rounds only give its memory back. */
const HEALTH_EVERY_MS = 5_000;

/** Room that a run takes up. */
export interface Stay {
  /** The process that waits there; null: the run starts its own. */
  readonly warm: WarmAgent | null;
  /** Repeating it is harmless. */
  leave(): void;
}

/** How many of a player's processes wait, work and rest. */
export interface PlayerPlaces {
  /** The agent, and the model where one is asked for. */
  readonly player: string;
  readonly waiting: number;
  readonly warming: number;
  readonly inUse: number;
  /** Could not be started lately; tried again later. */
  readonly failed: number;
}

export interface PlacesOptions {
  readonly clock: Clock;
  readonly chance: Chance;
  /** How many items wait to be played. */
  waiting(): number;
  /** How far the people's clock is before UTC. */
  readonly offsetMs: number;
}

/**
 * The places of all players for one plan. The lowest number is used first, so that the places that
 * are used at some time of the day are the same each day and the pool can learn them.
 */
export class Places {
  readonly #pool: Pool<Seated>;
  readonly #places = new Map<string, readonly PlayerPlace[]>();
  readonly #plan: PoolPlan;
  readonly #options: PlacesOptions;

  constructor(plan: PoolPlan, agents: ReadonlyMap<string, AgentPort>, options: PlacesOptions) {
    this.#plan = plan;
    this.#options = options;
    for (const kind of plan.kinds) {
      const agent = agents.get(kind.player.agent);
      if (!agent?.warm) continue;
      const places = Array.from({ length: kind.places }, (_, at) => new PlayerPlace(agent, kind, at + 1));
      this.#places.set(kind.key, places);
    }
    const { clock, chance, offsetMs } = options;
    this.#pool = new Pool([...this.#places.values()].flat(), {
      clock,
      chance,
      maxMemoryMb: plan.maxMemoryMb,
      prewarm: { offsetMs },
      health: { everyMs: HEALTH_EVERY_MS },
      listener: (event) => {
        if (event.type === 'moved' && event.to === 'hot') clock.soon(() => this.#trim(event.id));
      },
    });
  }

  /** Never waits: whoever finds no process that is ready starts one as fast as the pool could. */
  enter(player: string, workflow: string): Stay {
    for (const { view, place } of this.#look(player)) {
      if (!isSpare(view)) continue;
      const lease = this.#pool.acquire(place.id, { workflow });
      if (lease instanceof Promise) throw new Error(`${place.id} is hot and was not given out`);
      const { spare } = lease.handle;
      if (spare?.isAlive()) {
        lease.handle.taken = true;
        return { warm: spare, leave: () => this.#giveBack(place, lease) };
      }
      this.#giveBack(place, lease);
    }
    return this.#count(player, workflow);
  }

  /** Makes processes ready while items wait for somebody to play them. */
  prepare(player: string): void {
    if (this.#options.waiting() === 0) return;
    const looks = this.#look(player);
    // It could not be started a moment ago: its other places would fare no better.
    if (looks.some(({ view }) => view.state === 'failed')) return;
    const ready = looks.filter(({ view, place }) => isSpare(view) || isWarming(view, place)).length;
    const cold = looks.filter(({ view, place }) => view.state === 'cold' && !place.forRun);
    for (const { place } of cold.slice(0, Math.max(0, this.#plan.spare - ready))) {
      // A workflow of its own: being made ready follows nothing and nothing follows it.
      const asked = this.#pool.acquire(place.id, { whenFull: 'refuse', workflow: `ready ${place.id}` });
      void Promise.resolve(asked).then(
        (lease) => lease.release(),
        () => undefined, // no room, or it cannot be started: the next start asks again
      );
    }
  }

  views(): readonly PlayerPlaces[] {
    return Array.from(this.#places.keys(), (player) => {
      const looks = this.#look(player);
      const count = (which: (look: Look) => boolean): number => looks.filter(which).length;
      return {
        player,
        waiting: count(({ view }) => isSpare(view)),
        warming: count(({ view, place }) => isWarming(view, place)),
        inUse: count(({ view }) => view.inUse > 0),
        failed: count(({ view }) => view.state === 'failed'),
      };
    });
  }

  /** Resolves when no run stays and no process waits. */
  drain(): Promise<void> {
    return this.#pool.drain();
  }

  /** The run's own process takes up a place, so that memory is counted and the use is learned. */
  #count(player: string, workflow: string): Stay {
    const place = this.#look(player).find(({ view, place }) => view.state === 'cold' && !place.forRun)?.place;
    if (!place) return { warm: null, leave: () => undefined };
    let lease: Lease<Seated> | null = null;
    let left = false;
    place.forRun = true;
    void Promise.resolve(this.#pool.acquire(place.id, { whenFull: 'refuse', workflow })).then(
      (granted) => {
        lease = granted;
        if (left) this.#giveBack(place, granted);
      },
      () => {
        place.forRun = false; // no room: it plays all the same, and is not counted
      },
    );
    return {
      warm: null,
      leave: () => {
        left = true;
        if (lease) this.#giveBack(place, lease);
      },
    };
  }

  #giveBack(place: PlayerPlace, lease: Lease<Seated>): void {
    place.forRun = false;
    lease.release();
    this.#pool.cool(place.id); // a process plays for one run only
  }

  /** The pool foresees each place by itself; together there may be more than are wanted. */
  #trim(id: string): void {
    const player = [...this.#places].find(([, places]) => places.some((place) => place.id === id))?.[0];
    const spares = player === undefined ? [] : this.#look(player).filter(({ view }) => isSpare(view));
    for (const { place } of spares.slice(this.#plan.spare)) this.#pool.cool(place.id);
  }

  #look(player: string): Look[] {
    return (this.#places.get(player) ?? []).flatMap((place) => {
      const view = this.#pool.view(place.id);
      return view ? [{ place, view }] : [];
    });
  }
}

interface Look {
  readonly place: PlayerPlace;
  readonly view: InstrumentView;
}

const isWarming = ({ state }: InstrumentView, { forRun }: PlayerPlace): boolean =>
  state === 'warming' && !forRun;

const isSpare = ({ state, inUse }: InstrumentView): boolean => state === 'hot' && inUse === 0;
