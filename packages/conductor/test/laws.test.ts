import { SETTINGS } from '@symphony/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyState, emptyState, fold, restoreSnapshot, takeSnapshot } from '../src/index.ts';
import { ITEMS, stormyStep } from './storm.ts';
import { World } from './world.ts';

const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The first law broken at this moment, or null. Asked a hundred thousand times, hence no `expect` in it. */
function brokenLaw(world: World): string | null {
  const playing = new Set<string>();
  for (const item of world.agents.values()) {
    if (playing.has(item)) return `${item} has two agents`;
    playing.add(item);
  }
  for (const { run, state, tracked } of world.state.items.values())
    if (run !== null && state === 'handed_off') return `${tracked.id} is handed off with a run`;
  return null;
}

/** Merges of an item never outnumber the times it was opened for work. */
function checkMergedOnce(world: World): void {
  for (const { id } of ITEMS) {
    const merges = world.merges.filter((merge) => merge.item === id).length;
    const reopened = world.log.filter(
      ({ event }) => event.type === 'item-reopened' && event.item === id,
    ).length;
    expect(merges, `merges of ${id}`).toBeLessThanOrEqual(1 + reopened);
  }
}

const plain = (state: ReturnType<typeof emptyState>) => takeSnapshot(state).state;

describe(`decide laws (seed ${seed})`, () => {
  const stormy = (name: string, runs: number, steps: number, check: (world: World) => void) =>
    test(name, { timeout: 120_000 }, () => {
      fc.assert(
        fc.property(fc.integer(), fc.double({ min: 0, max: 0.4, noNaN: true }), (worldSeed, trouble) => {
          const world = new World(ITEMS, SETTINGS, worldSeed);
          for (let step = 0; step < steps; step++) {
            stormyStep(world, trouble);
            const broken = brokenLaw(world);
            if (broken !== null) throw new Error(`${broken} after step ${step}`);
          }
          check(world);
        }),
        { numRuns: runs, seed },
      );
    });

  stormy(
    'C2 C8 never two agents of one item at once, whatever happens and whenever it dies',
    400,
    100,
    checkMergedOnce,
  );

  stormy('C6 the log adds up to the state, through a snapshot as well', 200, 80, (world) => {
    const again = emptyState();
    for (const entry of world.log) fold(again, entry);
    expect(plain(again)).toBe(plain(world.state));
    const half = emptyState();
    const middle = Math.floor(world.log.length / 2);
    for (const entry of world.log.slice(0, middle)) fold(half, entry);
    const restored = restoreSnapshot(takeSnapshot(half));
    expect(restored).not.toBeNull();
    if (!restored) return;
    const copied = copyState(half);
    const untouched = plain(half);
    for (const entry of world.log.slice(middle)) {
      fold(restored, entry);
      fold(copied, entry);
    }
    expect(plain(restored)).toBe(plain(world.state));
    expect(plain(copied)).toBe(plain(world.state));
    expect(plain(half)).toBe(untouched);
  });

  stormy('C4 retries never pass the limit', 200, 80, (world) => {
    for (const item of world.state.items.values())
      expect(item.retries).toBeLessThanOrEqual(SETTINGS.maxRetries);
  });

  stormy(
    'C3 C8 after the storm everything comes to an end: merged, or waiting for a person',
    300,
    60,
    (world) => {
      calm(world);
      for (const item of world.state.items.values()) {
        const settled = item.state === 'open' ? item.outcome : item.state;
        const blocked = item.state === 'open' && item.outcome === 'none' && item.tracked.blockedBy.length > 0;
        if (!blocked)
          expect(['merged', 'closed', 'cancelled', 'needs_human', 'failed', 'paused']).toContain(settled);
        if (item.outcome === 'merged') expect(world.tracker.get(item.tracked.id)?.state).toBe('Done');
        expect(item.moveWanted).toBeNull();
        if (item.state !== 'paused') expect(item.run, `${item.tracked.id} ${item.state}`).toBeNull();
      }
      expect(world.state.train).toMatchObject({ queue: [], segments: [], current: null });
      checkMergedOnce(world);
    },
  );
});

/** No more trouble: everything is answered and time goes on until nothing moves. */
function calm(world: World): void {
  for (let round = 0; round < 400; round++) {
    const before = world.log.length;
    for (const effect of world.pending.splice(0)) world.answer(effect, 0);
    for (const [run, item] of [...world.agents]) world.act(run, item, 0);
    world.now += 60_000;
    world.say({ type: 'tick' });
    for (const effect of world.pending.splice(0)) world.answer(effect, 0);
    if (world.log.length === before) return;
  }
  throw new Error('the world does not come to rest');
}
