import { seeded } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { judgeHealth } from '../../src/pool/health.ts';
import { HEALTH_LIMITS, type Health, type Reading } from '../../src/pool/index.ts';
import { stageOf, standing } from './stage.ts';

test.each<readonly [health: Health, reading: Reading & { readonly responseMs?: number }]>([
  ['unknown', {}],
  ['healthy', { responseMs: 100, memoryMb: 100, errorRate: 0.1 }],
  ['degraded', { responseMs: 101 }],
  ['unhealthy', { responseMs: 251 }],
  ['degraded', { memoryMb: 101 }],
  ['unhealthy', { memoryMb: 151, responseMs: 1 }],
  ['degraded', { errorRate: 0.2 }],
  ['unhealthy', { errorRate: 0.6, responseMs: 101 }],
])('P1 health: %s for %j', (health, { responseMs, memoryMb, errorRate }) => {
  expect(
    judgeHealth({ memoryMb, errorRate, responseMs: responseMs ?? null, promisedMb: 100 }, HEALTH_LIMITS),
  ).toBe(health);
});

const never = () => new Promise<Reading>(() => undefined);

test.each<readonly [why: string, reading: () => Promise<Reading>]>([
  ['does not answer', never],
  ['answers no', () => Promise.reject(new Error('gone'))],
  ['takes too much memory', async () => ({ memoryMb: 200 })],
])('P1 one that %s is found within a second, ended, and cold again', async (_why, reading) => {
  const { lease, clock, instrument, statesOf, pool, events, scales } = stageOf({ a: 100 }, { health: {} });
  (await lease('a')).release();
  await clock.advance(1000);
  expect(pool.view('a')?.health).toBe('healthy');
  instrument('a').reading = reading;
  await clock.advance(900);
  expect(statesOf('a')).toEqual(['failed']);
  expect(pool.history().at(-1)).toMatchObject({ reason: 'health-check-failure', error: 'a is not well' });
  expect(events.filter(({ type }) => type === 'health-changed').at(-1)).toMatchObject({
    health: 'unhealthy',
  });
  await clock.advance(1100);
  expect(statesOf('a')).toEqual(['cold']);
  expect(scales.now).toBe(0);
});

test('P1 of bad answers, one in twenty, fewer than one in a hundred checks condemns', async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `i${n}`);
  const { events, lease, clock, instrument } = stageOf(Object.fromEntries(ids.map((id) => [id, 1])), {
    health: {},
  });
  const chance = seeded(3);
  let asked = 0;
  for (const id of ids) {
    instrument(id).reading = async () => {
      asked += 1;
      return chance() < 0.05 ? { errorRate: 1 } : {};
    };
    await lease(id);
  }
  await clock.advance(10_000);
  const condemned = events.filter((event) => event.type === 'moved' && event.to === 'failed').length;
  expect(asked).toBeGreaterThan(500);
  expect(condemned / asked).toBeLessThan(0.01);
});

test('P1 a degraded one is told of and kept', async () => {
  const { lease, clock, instrument, events, statesOf } = stageOf({ a: 100 }, { health: {} });
  await lease('a');
  instrument('a').reading = async () => ({ errorRate: 0.3 });
  await clock.advance(600);
  expect(statesOf('a')).toEqual(['hot']);
  expect(events.filter(({ type }) => type === 'health-changed')).toMatchObject([{ health: 'degraded' }]);
});

test('P1 one in use that fails keeps its memory until it is given back, and nobody new gets it', async () => {
  const { lease, clock, instrument, statesOf, pool } = stageOf({ a: 200, b: 200 }, { health: {} });
  const a = await lease('a');
  instrument('a').reading = never;
  await clock.advance(900);
  expect(statesOf('a')).toEqual(['failed']);
  const b = pool.acquire('b');
  await clock.advance(10_000);
  expect(await standing(b)).toBe('pending');
  expect(pool.stats().usedMb).toBe(200);
  a.release();
  await clock.advance(500);
  expect(statesOf('a')).toEqual(['cold']);
  expect(await standing(b)).toMatchObject({ id: 'b' });
});

test('P1 without a check of its own, what its users say decides', async () => {
  const { lease, clock, instrument, statesOf, pool } = stageOf({ a: 100 }, { health: {} });
  Object.defineProperty(instrument('a'), 'check', { value: undefined });
  (await lease('a')).release('worked');
  await clock.advance(500);
  expect(pool.view('a')?.health).toBe('unknown');
  for (let use = 0; use < 5; use++) (await lease('a')).release('failed');
  await clock.advance(500);
  expect(statesOf('a')).toEqual(['failed']);
});
