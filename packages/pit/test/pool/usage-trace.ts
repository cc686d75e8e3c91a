import { type Chance, PortError } from '@symphony/domain';
import { ManualClock, seeded } from '@symphony/testkit';
import { type Instrument, Pool, type PoolStats, type PrewarmOptions } from '../../src/pool/index.ts';

/**
 * Three weeks of people and agents at work, made from a seed: every workflow goes through its own
 * few instruments, a turn or some with each, and is started at its usual hours on most working days;
 * now and then it strays, and now and then somebody wants something out of the blue.
 */
export interface Use {
  readonly at: number;
  readonly id: string;
  readonly workflow: string;
  readonly forMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = 21;
/** A Monday. */
const START = 4 * DAY;

const USUALLY = 0.92;
const OUT_OF_THE_BLUE = 0.04;

export const instrumentIds = (count: number): string[] => Array.from({ length: count }, (_, n) => `i${n}`);

export function usageTrace(count: number, seed: number): readonly Use[] {
  const chance = seeded(seed);
  const ids = instrumentIds(count);
  const uses: Use[] = [];
  for (let at = 0; at + 5 <= count; at += 5) {
    const steps = ids.slice(at, at + 5);
    const hours = [8 + 4 * chance(), 13 + 4 * chance()];
    for (let day = 0; day < DAYS; day++)
      for (const hour of hours)
        if (chance() < (day % 7 < 5 ? USUALLY : 0.02))
          uses.push(...oneRun(steps, ids, START + day * DAY + usualStart(hour, chance), chance));
  }
  return uses.sort((a, b) => a.at - b.at);
}

/** Not on the minute, but within the same half hour. */
const usualStart = (hour: number, chance: Chance): number =>
  Math.floor(hour * 2) * 30 * MINUTE + chance() * 25 * MINUTE;

function oneRun(steps: readonly string[], all: readonly string[], start: number, chance: Chance): Use[] {
  const uses: Use[] = [];
  const workflow = `${steps[0]} ${start}`;
  const any = () => all[Math.floor(chance() * all.length)] as string;
  let at = start;
  for (const step of steps) {
    const id = chance() < USUALLY ? step : any();
    for (let turns = 1 + Math.floor(3 * chance()); turns > 0; turns--) {
      uses.push({ at, id, workflow, forMs: (1 + 2 * chance()) * MINUTE });
      at += (3 + 3 * chance()) * MINUTE;
    }
    if (chance() < OUT_OF_THE_BLUE)
      uses.push({ at: at + chance() * HOUR, id: any(), workflow: `blue ${at}`, forMs: MINUTE });
    at += 10 * chance() * MINUTE;
  }
  return uses;
}

/** Plays the trace against a pool that may keep a third of all memory, and answers how it went. */
export async function replayTrace(
  count: number,
  seed: number,
  options: { readonly prewarm?: PrewarmOptions; readonly idleMs?: number },
): Promise<PoolStats> {
  const clock = new ManualClock(START);
  const chance = seeded(seed + 1);
  const instruments: Instrument<string>[] = instrumentIds(count).map((id) => {
    const warmMs = 5_000 + 40_000 * chance();
    const memoryMb = 50 + Math.floor(150 * chance());
    return {
      id,
      memoryMb,
      warm: () => clock.sleep(warmMs).then(() => id),
      cool: () => clock.sleep(1_000),
    };
  });
  const maxMemoryMb = Math.floor(instruments.reduce((sum, { memoryMb }) => sum + memoryMb, 0) / 3);
  const pool = new Pool(instruments, { clock, chance, maxMemoryMb, ...options });
  for (const { at, id, workflow, forMs } of usageTrace(count, seed)) {
    await clock.advance(at - clock.now());
    Promise.resolve(pool.acquire(id, { workflow })).then(
      (lease) => clock.after(forMs, () => lease.release('worked')),
      (error: unknown) => {
        if (!(error instanceof PortError)) throw error;
      },
    );
  }
  await clock.advance(HOUR);
  const stats = pool.stats();
  const drained = pool.drain();
  await clock.advance(HOUR);
  await drained;
  return stats;
}
