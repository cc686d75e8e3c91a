import { ManualClock, seeded } from '@symphony/testkit';
import {
  type Instrument,
  type Lease,
  Pool,
  type PoolEvent,
  type PoolOptions,
  type Reading,
} from '../../src/pool/index.ts';

/** What the instruments really hold together, and the most they ever did. */
export class Scales {
  now = 0;
  most = 0;

  add(mb: number): void {
    this.now += mb;
    this.most = Math.max(this.most, this.now);
  }
}

/** An instrument whose manners the test sets. It tells the scales itself what memory it really holds. */
export class Scripted implements Instrument<string> {
  readonly id: string;
  readonly memoryMb: number;
  warmMs = 100;
  coolMs = 10;
  warmFails = false;
  coolFails = false;
  reading: () => Promise<Reading> = async () => ({});
  starts = 0;
  ends = 0;
  readonly #scales: Scales;
  readonly #clock: ManualClock;

  constructor(id: string, memoryMb: number, clock: ManualClock, scales: Scales) {
    this.id = id;
    this.memoryMb = memoryMb;
    this.#clock = clock;
    this.#scales = scales;
  }

  async warm(): Promise<string> {
    this.starts += 1;
    this.#scales.add(this.memoryMb);
    await this.#clock.sleep(this.warmMs);
    if (!this.warmFails) return `${this.id} ${this.starts}`;
    this.#scales.add(-this.memoryMb);
    throw new Error('no such program');
  }

  async cool(): Promise<void> {
    this.ends += 1;
    await this.#clock.sleep(this.coolMs);
    if (this.coolFails) throw new Error('it does not end');
    this.#scales.add(-this.memoryMb);
  }

  check(): Promise<Reading> {
    return this.reading();
  }
}

export interface Stage {
  readonly clock: ManualClock;
  readonly pool: Pool<string>;
  readonly events: PoolEvent[];
  readonly scales: Scales;
  instrument(id: string): Scripted;
  /** Acquires and lets time pass until there is a lease. */
  lease(id: string): Promise<Lease<string>>;
  statesOf(...ids: string[]): string[];
}

/** A pool over instruments named by their memory: `{ a: 100 }`. */
export function stageOf(memory: Readonly<Record<string, number>>, options: Partial<PoolOptions> = {}): Stage {
  const clock = new ManualClock();
  const scales = new Scales();
  const instruments = new Map(
    Object.entries(memory).map(([id, mb]) => [id, new Scripted(id, mb, clock, scales)]),
  );
  const events: PoolEvent[] = [];
  const pool = new Pool(instruments.values(), {
    clock,
    chance: seeded(1),
    maxMemoryMb: 300,
    listener: (event) => events.push(event),
    ...options,
  });
  const instrument = (id: string): Scripted => {
    const found = instruments.get(id);
    if (!found) throw new Error(`no instrument ${id} on this stage`);
    return found;
  };
  return {
    clock,
    pool,
    events,
    scales,
    instrument,
    async lease(id) {
      const lease = pool.acquire(id);
      if (lease instanceof Promise) await clock.advance(instrument(id).warmMs + 50);
      return lease;
    },
    statesOf: (...ids) => ids.map((id) => pool.view(id)?.state ?? 'missing'),
  };
}

/** How a promise stands without waiting for it. */
export async function standing<T>(
  promise: T | Promise<T>,
): Promise<T | 'pending' | { readonly failed: unknown }> {
  return Promise.race([
    Promise.resolve(promise).catch((failed: unknown) => ({ failed })),
    (async () => {
      for (let turn = 0; turn < 5; turn++) await undefined;
      return 'pending' as const;
    })(),
  ]);
}
