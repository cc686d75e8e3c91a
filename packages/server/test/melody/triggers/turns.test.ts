import { expect, test } from 'vitest';
import { Turns } from '../../../src/melody/triggers/turns.ts';

test('P7 steps of a source come one after the other, and one that fails does not hold up the next', async () => {
  const told: unknown[] = [];
  const said: string[] = [];
  const turns = new Turns((error) => told.push(error));
  const slow = Promise.withResolvers<void>();
  const first = turns.take(() => slow.promise.then(() => void said.push('first')));
  const failure = new Error('no');
  const second = turns.take(() => Promise.reject(failure));
  const third = turns.take(async () => void said.push('third'));
  await Promise.resolve();
  expect(said).toEqual([]);
  slow.resolve();
  await Promise.all([first, second, third]);
  expect(said).toEqual(['first', 'third']);
  expect(told).toEqual([failure]);
});

test('P7 after the end the step under way is waited for and no other begins', async () => {
  const said: string[] = [];
  const turns = new Turns(() => undefined);
  const slow = Promise.withResolvers<void>();
  void turns.take(() => slow.promise.then(() => void said.push('under way')));
  await Promise.resolve();
  const ended = turns.end().then(() => said.push('ended'));
  expect(turns.isOver).toBe(true);
  const late = turns.take(async () => void said.push('late'));
  slow.resolve();
  await Promise.all([ended, late]);
  expect(said).toEqual(['under way', 'ended']);
});
