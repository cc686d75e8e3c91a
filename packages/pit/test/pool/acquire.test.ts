import type { PortError } from '@symphony/domain';
import { expect, test } from 'vitest';
import { stageOf, standing } from './stage.ts';

const failureIn = (outcome: unknown) => (outcome as { failed?: PortError }).failed?.failure;

test('P1 a hot instrument is given out at once, another when it is warm', async () => {
  const { pool, clock, lease, instrument } = stageOf({ a: 100 });
  const first = pool.acquire('a');
  expect(first).toBeInstanceOf(Promise);
  await clock.advance(99);
  expect(await standing(first)).toBe('pending');
  await clock.advance(1);
  expect(await standing(first)).toMatchObject({ id: 'a', handle: 'a 1' });
  const second = pool.acquire('a');
  expect(second).not.toBeInstanceOf(Promise);
  expect(pool.view('a')).toMatchObject({ state: 'hot', inUse: 2, invocations: 2, transitions: 2 });
  (await lease('a')).release();
  expect(instrument('a').starts).toBe(1);
  expect(pool.stats()).toMatchObject({ hits: 2, misses: 1, usedMb: 100 });
});

test('P1 those who ask while it warms share one start', async () => {
  const { pool, clock, instrument } = stageOf({ a: 100 });
  const asked = [pool.acquire('a'), pool.acquire('a')];
  await clock.advance(100);
  expect((await Promise.all(asked)).map(({ handle }) => handle)).toEqual(['a 1', 'a 1']);
  expect(instrument('a').starts).toBe(1);
  expect(pool.view('a')?.inUse).toBe(2);
});

test('P1 giving back twice counts once', async () => {
  const { pool, lease } = stageOf({ a: 100 });
  const one = await lease('a');
  const two = await lease('a');
  one.release();
  one.release();
  expect(pool.view('a')?.inUse).toBe(1);
  two.release();
  expect(pool.view('a')?.inUse).toBe(0);
});

test('P1 room is made by the one longest unused', async () => {
  const { lease, clock, statesOf, pool } = stageOf({ a: 100, b: 100, c: 100, d: 100 });
  for (const id of ['a', 'b', 'c']) (await lease(id)).release();
  (await lease('a')).release(); // now b is the longest unused
  (await lease('d')).release();
  await clock.advance(200);
  expect(statesOf('a', 'b', 'c', 'd')).toEqual(['hot', 'cold', 'hot', 'hot']);
  expect(pool.history().find(({ to }) => to === 'cooling')).toMatchObject({
    id: 'b',
    reason: 'resource-pressure',
  });
});

test('P1 only as many are cooled as are needed, and none in vain', async () => {
  const { lease, pool, clock, statesOf } = stageOf({ a: 100, b: 200, c: 250 });
  (await lease('a')).release();
  const b = await lease('b');
  const c = pool.acquire('c'); // b is in use: cooling a would not do
  await clock.advance(500);
  expect(await standing(c)).toBe('pending');
  expect(statesOf('a', 'b', 'c')).toEqual(['hot', 'hot', 'cold']);
  b.release();
  await clock.advance(500);
  expect(await standing(c)).toMatchObject({ id: 'c' });
});

test('P1 when everything is in use, acquire waits, and the first who asked is served first', async () => {
  const { pool, lease, clock } = stageOf({ a: 150, b: 150, big: 300, small: 100 });
  const held = [await lease('a'), await lease('b')];
  const big = pool.acquire('big');
  const small = pool.acquire('small');
  held[0]?.release();
  await clock.advance(1000);
  expect(await standing(big)).toBe('pending');
  expect(await standing(small)).toBe('pending'); // it would fit, but big would then wait for ever
  held[1]?.release();
  await clock.advance(1000);
  const lent = await standing(big);
  expect(lent).toMatchObject({ id: 'big' });
  if (typeof lent === 'object' && 'release' in lent) lent.release();
  await clock.advance(1000);
  expect(await standing(small)).toMatchObject({ id: 'small' });
});

test('P1 or is refused, with a plain reason', async () => {
  const { pool, lease, events, clock } = stageOf({ a: 200, b: 150, huge: 301 });
  const a = await lease('a');
  expect(failureIn(await standing(pool.acquire('b', { whenFull: 'refuse' })))).toMatchObject({
    code: 'refused',
    message: 'b needs 150 MB and too much of the pool’s 300 MB is in use.',
    nextStep: 'Wait until something is given back, or give the pool more memory.',
  });
  a.release(); // idle: it can make room
  const b = pool.acquire('b', { whenFull: 'refuse' });
  await clock.advance(500);
  expect(await standing(b)).toMatchObject({ id: 'b' });
  expect(failureIn(await standing(pool.acquire('huge')))?.message).toBe(
    'huge needs 301 MB and the pool may use 300 MB.',
  );
  expect(failureIn(await standing(pool.acquire('nobody')))?.code).toBe('missing');
  expect(events.filter(({ type }) => type === 'refused')).toHaveLength(3);
});

test('P1 who waits for a time only is told when it is over, and stands in nobody’s way', async () => {
  const { pool, lease, clock } = stageOf({ a: 200, big: 300, small: 100 });
  const a = await lease('a');
  const big = Promise.resolve(pool.acquire('big', { waitAtMostMs: 1000 })).catch(
    (error: PortError) => error.failure,
  );
  const small = pool.acquire('small', { waitAtMostMs: 5000 });
  await clock.advance(999);
  expect(await standing(small)).toBe('pending');
  await clock.advance(1);
  expect(await big).toMatchObject({ code: 'timeout', message: 'big was not available within 1 s.' });
  await clock.advance(100);
  expect(await standing(small)).toMatchObject({ id: 'small' });
  expect(pool.view('big')?.state).toBe('cold');
  a.release();
  await clock.advance(5000);
  expect(pool.view('small')?.inUse).toBe(1);
});

test('P1 one that was asked for while it cooled is warmed again', async () => {
  const { pool, lease, clock, scales } = stageOf({ a: 100 });
  (await lease('a')).release();
  expect(pool.cool('a')).toBeNull();
  const again = pool.acquire('a');
  expect(pool.cool('a')).toBe('cooling does not become cooling');
  await clock.advance(500);
  expect(await standing(again)).toMatchObject({ handle: 'a 2' });
  expect(pool.cool('a')).toBe('it is in use by 1');
  expect(scales.now).toBe(100);
});

test('P1 nobody uses it for too long: it is cooled', async () => {
  const { lease, clock, statesOf, pool } = stageOf({ a: 100, b: 100 }, { idleMs: 1000 });
  const a = await lease('a');
  (await lease('b')).release();
  await clock.advance(1100);
  expect(statesOf('a', 'b')).toEqual(['hot', 'cold']);
  a.release();
  await clock.advance(900);
  expect(statesOf('a')).toEqual(['hot']);
  await clock.advance(200);
  expect(statesOf('a')).toEqual(['cold']);
  expect(pool.history().at(-1)?.reason).toBe('automatic-timeout');
});

test('P1 what cannot be started fails its waiters, rests ever longer, and is cold again', async () => {
  const { pool, clock, instrument, statesOf } = stageOf({ a: 100 });
  instrument('a').warmFails = true;
  const rests: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const asked = standing(pool.acquire('a'));
    const failed = pool.acquire('a');
    const outcome = Promise.resolve(failed).catch((error: PortError) => error.failure);
    await asked;
    await clock.advance(100);
    expect(await outcome).toMatchObject({
      code: 'unavailable',
      message: 'a is not available: no such program',
    });
    expect(statesOf('a')).toEqual(['failed']);
    const again = failureIn(await standing(pool.acquire('a')));
    expect(again?.message).toMatch(/^a failed and is tried again in \d+ s\.$/);
    const wait = again?.retryAfterMs ?? 0;
    rests.push(wait);
    await clock.advance(wait);
    expect(statesOf('a')).toEqual(['cold']);
  }
  for (const [at, rest] of rests.entries()) {
    expect(rest).toBeGreaterThanOrEqual(750 * 2 ** at);
    expect(rest).toBeLessThanOrEqual(1000 * 2 ** at);
  }
  expect(pool.stats().usedMb).toBe(0);
  instrument('a').warmFails = false;
  const works = pool.acquire('a');
  await clock.advance(100);
  expect(await standing(works)).toMatchObject({ id: 'a' });
});

test('P1 what does not end keeps its memory until it does', async () => {
  const { pool, lease, clock, instrument, statesOf } = stageOf({ a: 200, b: 200 });
  instrument('a').coolFails = true;
  (await lease('a')).release();
  const b = pool.acquire('b');
  await clock.advance(500);
  expect(statesOf('a', 'b')).toEqual(['failed', 'cold']);
  expect(pool.stats().usedMb).toBe(200);
  await clock.advance(5_000);
  expect(await standing(b)).toBe('pending');
  instrument('a').coolFails = false;
  await clock.advance(60_000);
  expect(await standing(b)).toMatchObject({ id: 'b' });
  expect(pool.view('a')).toMatchObject({ state: 'cold' });
});

test('P1 drain: nothing more is given out, and it ends when everything is given back and cold', async () => {
  const { pool, lease, clock, statesOf, instrument } = stageOf({ a: 100, b: 100, c: 100, d: 100, e: 100 });
  const a = await lease('a');
  (await lease('b')).release();
  instrument('e').warmFails = true;
  const e = standing(pool.acquire('e'));
  await e;
  await clock.advance(100); // e failed and rests
  const warming = Promise.resolve(pool.acquire('c')).catch((error: PortError) => error.failure);
  const waiting = Promise.resolve(pool.acquire('d')).catch((error: PortError) => error.failure);
  const drained = pool.drain();
  expect(await warming).toMatchObject({ code: 'refused' });
  expect(await waiting).toMatchObject({ code: 'refused' });
  expect(failureIn(await standing(pool.acquire('a')))?.message).toBe(
    'The pool is draining: nothing more is given out.',
  );
  await clock.advance(1000);
  expect(statesOf('a', 'b', 'c', 'd', 'e')).toEqual(['hot', 'cold', 'cold', 'cold', 'cold']);
  expect(await standing(drained)).toBe('pending');
  a.release();
  await clock.advance(10);
  expect(await standing(drained)).toBeUndefined();
  expect(statesOf('a')).toEqual(['cold']);
  expect(clock.due).toEqual([]);
  expect(pool.drain()).toBe(drained);
});

test('P1 a drain that meets one just being ended ends it once', async () => {
  const { pool, lease, clock, instrument, statesOf } = stageOf({ a: 100 });
  instrument('a').coolFails = true;
  (await lease('a')).release();
  pool.cool('a');
  await clock.advance(10);
  instrument('a').coolFails = false;
  while (instrument('a').ends < 2) await clock.advance(1); // its second end has begun
  const drained = pool.drain();
  await clock.advance(100);
  expect(await standing(drained)).toBeUndefined();
  expect(instrument('a').ends).toBe(2);
  expect(statesOf('a')).toEqual(['cold']);
  expect(pool.stats().usedMb).toBe(0);
});

test('P1 an empty pool is drained at once', async () => {
  expect(await standing(stageOf({}).pool.drain())).toBeUndefined();
});

test('P1 the history keeps the last moves only', async () => {
  const { pool, lease } = stageOf({ a: 100 }, { historyLimit: 3 });
  for (let round = 0; round < 3; round++) {
    (await lease('a')).release();
    pool.cool('a');
  }
  expect(pool.history().map(({ to }) => to)).toEqual(['warming', 'hot', 'cooling']);
});
