import { type Instrument, type Lease, Pool, type Reading } from '@symphony/pit/pool';
import { seeded } from '@symphony/testkit';
import { instrumentIds, replayTrace } from '../../packages/pit/test/pool/usage-trace.ts';
import { memoryNow } from '../memory.ts';
import { percentile } from '../statistics.ts';
import type { PitPart, Row } from './part.ts';

const OPERATIONS = 1_000_000;
/** A hit is shorter than the clock's grain, so so many are timed together. */
const BATCH = 20;
const TRACE_SEED = 1;

/** Hits, foresight and health rounds, and what a pool costs to keep. */
export const poolPart: PitPart = {
  name: 'pool',
  sizes: (quick) => (quick ? [10, 100] : [10, 100, 1_000]),
  async measure(count) {
    const heap = await heapMb(count);
    const hits = await hitMicros(count);
    const foreseen = await replayTrace(count, TRACE_SEED, { prewarm: {} });
    const plain = await replayTrace(count, TRACE_SEED, {});
    const { made, correct } = foreseen.predictions;
    const row = (what: string, ours: number, goal: Row['goal']): Row => ({ what, ours, goal, peer: null });
    return [
      row('acquire and release, hot, p99 µs', percentile(hits, 0.99), { atMost: 100 }),
      row('acquire and release, hot, middle µs', percentile(hits, 0.5), null),
      row('predict, middle ms', await predictMs(count), { atMost: 1 }),
      row('trace: hit rate', foreseen.hitRate, { atLeast: 0.8 }),
      row('trace: cold starts ÷ without prewarming', foreseen.misses / plain.misses, { atMost: 0.5 }),
      row('trace: predictions right', correct / made, { atLeast: 0.7 }),
      row('health rounds, % of one core', await healthShare(count), { atMost: 1 }),
      row('heap MB per 1,000 instruments', (heap / count) * 1_000, null),
    ];
  },
};

/** The machine's own clock; timers do not keep the measurement alive. */
const CLOCK = {
  now: () => performance.timeOrigin + performance.now(),
  soon: (call: () => void) => void setImmediate(call),
  after(ms: number, call: () => void) {
    const timer = setTimeout(call, Math.min(ms, 2 ** 31 - 1)).unref();
    return () => clearTimeout(timer);
  },
};

function poolOf(count: number, more: { readonly health: boolean }): Pool<string> {
  const instruments = instrumentIds(count).map(
    (id): Instrument<string> => ({
      id,
      memoryMb: 1,
      warm: async () => id,
      cool: async () => undefined,
      check: async (): Promise<Reading> => ({ memoryMb: 1 }),
    }),
  );
  const options = { clock: CLOCK, chance: seeded(1), maxMemoryMb: count, prewarm: {} };
  return new Pool(instruments, more.health ? { ...options, health: {} } : options);
}

async function heat(pool: Pool<string>, count: number): Promise<void> {
  for (const id of instrumentIds(count)) (await pool.acquire(id)).release();
}

/** What one acquire and release of a hot instrument take, over a million of them at random. */
async function hitMicros(count: number): Promise<number[]> {
  const pool = poolOf(count, { health: false });
  await heat(pool, count);
  const ids = instrumentIds(count);
  const chance = seeded(2);
  const samples: number[] = [];
  for (let done = 0; done < OPERATIONS; done += BATCH) {
    const chosen = Array.from({ length: BATCH }, () => ids[Math.floor(chance() * count)] as string);
    const began = performance.now();
    for (const id of chosen) (pool.acquire(id, { workflow: id }) as Lease<string>).release();
    samples.push(((performance.now() - began) * 1_000) / BATCH);
  }
  await pool.drain();
  return samples;
}

/** Looking ahead in a week in which every instrument is used in every part of the day. */
async function predictMs(count: number): Promise<number> {
  const { TimeHabits } = await import('../../packages/pit/src/pool/time-habits.ts');
  const habits = new TimeHabits(1_800_000);
  const day = 86_400_000;
  const samples: number[] = [];
  for (let date = 4; date < 9; date++)
    for (let part = 0; part < 48; part++) {
      const at = date * day + part * 1_800_000;
      const began = performance.now();
      habits.predict(at, 0.6);
      samples.push(performance.now() - began);
      for (const id of instrumentIds(count)) habits.record(id, at);
    }
  return percentile(samples, 0.5);
}

/** Processor time of a pool at rest whose instruments are asked in every round. */
async function healthShare(count: number): Promise<number> {
  const pool = poolOf(count, { health: true });
  await heat(pool, count);
  const seconds = 4;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  memoryNow(); // what was measured before is not collected meanwhile
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const { user, system } = process.cpuUsage(before);
  await pool.drain();
  return ((user + system) / 1_000_000 / seconds) * 100;
}

/** For 1,000 instruments at least, in pools of this size, with every one hot and its habits known. */
async function heapMb(count: number): Promise<number> {
  await heat(poolOf(count, { health: false }), count); // so that code is not counted
  const before = memoryNow().heapMb;
  const pools = Array.from({ length: Math.ceil(1_000 / count) }, () => poolOf(count, { health: false }));
  for (const pool of pools) await heat(pool, count);
  const grown = memoryNow().heapMb - before;
  for (const pool of pools) await pool.drain();
  return grown / pools.length;
}
