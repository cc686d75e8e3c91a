import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Lease } from '../../src/pool/index.ts';
import { refuseMove } from '../../src/pool/transitions.ts';
import { type Stage, stageOf } from './stage.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'] as const;

type Step =
  | {
      readonly do: 'acquire';
      readonly id: string;
      readonly refuse: boolean;
      readonly patience: number | null;
      readonly workflow: string;
    }
  | { readonly do: 'release'; readonly which: number; readonly failed: boolean }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'cool'; readonly id: string }
  | { readonly do: 'break'; readonly id: string; readonly what: 'warm' | 'cool' | 'check' | 'nothing' };

const anyId = fc.constantFrom(...IDS);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('acquire' as const),
      id: anyId,
      refuse: fc.boolean(),
      patience: fc.constantFrom(null, 20, 3000),
      workflow: fc.constantFrom('x', 'y'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('release' as const), which: fc.nat(9), failed: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(0, 5, 50, 150, 2000, 70_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cool' as const), id: anyId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('break' as const),
      id: anyId,
      what: fc.constantFrom('warm' as const, 'cool' as const, 'check' as const, 'nothing' as const),
    }),
  },
);

const LIMIT = 250;

/** Plays the steps, and holds what the instruments really took against the bound. */
async function play(stage: Stage, steps: readonly Step[]) {
  const { pool, clock, instrument, scales } = stage;
  const leases: Lease<string>[] = [];
  const tally = { asked: 0, answered: 0 };
  for (const step of steps) {
    switch (step.do) {
      case 'acquire': {
        tally.asked += 1;
        const { id, refuse, patience, workflow } = step;
        const limits = patience === null ? {} : { waitAtMostMs: patience };
        Promise.resolve(pool.acquire(id, { whenFull: refuse ? 'refuse' : 'wait', workflow, ...limits })).then(
          (lease) => {
            tally.answered += 1;
            leases.push(lease);
          },
          () => {
            tally.answered += 1;
          },
        );
        break;
      }
      case 'release':
        leases
          .splice(step.which % Math.max(1, leases.length), 1)[0]
          ?.release(step.failed ? 'failed' : 'worked');
        break;
      case 'pass':
        await clock.advance(step.ms);
        break;
      case 'cool':
        pool.cool(step.id);
        break;
      case 'break': {
        const broken = instrument(step.id);
        broken.warmFails = step.what === 'warm';
        broken.coolFails = step.what === 'cool';
        broken.reading = step.what === 'check' ? () => Promise.reject(new Error('gone')) : async () => ({});
      }
    }
    await clock.settle();
    if (pool.stats().usedMb < scales.now) throw new Error(`${scales.now} MB are held, fewer are counted`);
    if (scales.most > LIMIT) throw new Error(`${scales.most} MB were held`);
  }
  return { leases, tally };
}

/** Every move is in the table and starts where the one before ended. */
function checkMoves({ events }: Stage): void {
  const at = new Map<string, string>();
  for (const event of events) {
    if (event.type !== 'moved') continue;
    expect(event.from).toBe(at.get(event.id) ?? 'cold');
    expect(refuseMove({ ...event, inUse: 0 })).toBeNull();
    at.set(event.id, event.to);
  }
}

test('P1 the memory bound is never exceeded, whatever happens, and drain leaves nothing', async () => {
  let full = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
      const stage = stageOf(
        { a: 100, b: 90, c: 80, d: 120, e: 250 },
        {
          maxMemoryMb: LIMIT,
          idleMs: 60_000,
          health: { everyMs: 500 },
          prewarm: { atLeast: 0.3, stepMs: 5_000 },
        },
      );
      const { leases, tally } = await play(stage, steps);
      full += Number(stage.scales.most > LIMIT - 80);
      for (const id of IDS) stage.instrument(id).coolFails = false;
      const drained = stage.pool.drain();
      await stage.clock.advance(1_000);
      for (const lease of leases) lease.release();
      await stage.clock.advance(200_000);
      await drained;
      expect(tally.answered).toBe(tally.asked);
      expect(stage.scales.most).toBeLessThanOrEqual(LIMIT);
      expect(stage.scales.now).toBe(0);
      expect(stage.pool.stats().usedMb).toBe(0);
      expect(stage.clock.due).toEqual([]);
      checkMoves(stage);
    }),
    { numRuns: 300 },
  );
  expect(full).toBeGreaterThan(20); // the bound was really reached for
});
