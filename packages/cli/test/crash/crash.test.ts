import { expect, test } from 'vitest';
import { crashThrough } from './killing.ts';

/** `npm run soak -- crash` kills it 500 times. */
const KILLS = 12;
const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`C8 killed with SIGKILL at ${KILLS} random instants, nothing is lost or done twice (seed ${seed})`, {
  timeout: 900_000,
}, async () => {
  expect(await crashThrough({ seed, kills: KILLS, tell: () => undefined })).toBeGreaterThanOrEqual(KILLS);
});
