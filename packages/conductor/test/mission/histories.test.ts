import { expect, test } from 'vitest';
import { playHistory } from './history.ts';

/** `npm run soak -- missions` plays a hundred. */
const FIRST = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 1_000_000));
const SEEDS = Array.from({ length: process.env.SYMPHONY_SEED ? 1 : 2 }, (_, at) => FIRST + at);

test.each(SEEDS)(
  'M9 a random history of real git: nothing is lost, the target is green (seed %i)',
  async (seed) => {
    const { chambers, merged, left } = await playHistory(seed);
    expect(chambers).toBeGreaterThanOrEqual(3);
    expect(merged + left).toBeGreaterThanOrEqual(3);
  },
);
