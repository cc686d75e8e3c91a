import type { AgentEvent, Settings } from '@symphony/domain';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';

const player = { agent: 'x', slots: null, stallTimeoutMs: null, model: null };
const players: Settings['players'] = {
  first: { ...player, fallback: ['second', 'gone'] },
  second: { ...player, agent: 'y' },
};
const alone: Settings['players'] = { first: player };

const failed = (fault: 'auth' | 'limit'): AgentEvent => ({
  type: 'turn-ended',
  status: 'failed',
  message: 'the key is refused',
  fault,
});

test('C16 while a player is limited its fallback plays, and the session of the first is not touched', () => {
  const scene = new Scene(['A'], { players }).until('turn');
  scene.hear('A', scene.run().id, { type: 'limited', until: scene.now + 600_000, message: 'limit' });
  scene.answerAll('play-turn');
  expect(scene.run().player).toBe('second');
  // It has no session of its own: it is given the whole request, not a word about a restart.
  expect(scene.take('play-turn')).toMatchObject({ player: 'second', resume: null, kind: 'first' });
  expect(scene.item().retries).toBe(0);
});

test('a refused key rests the player where somebody can stand in, and counts no retry', () => {
  const scene = new Scene(['A'], { players }).until('turn');
  scene.hear('A', scene.run().id, failed('auth'));
  scene.answerAll('play-turn');
  expect([scene.run().player, scene.item().retries]).toEqual(['second', 0]);
  expect(scene.state.resting.get('first')?.reason).toContain('the key is refused');
});

test('a refused key with nobody to stand in fails at once: trying again would not help', () => {
  const scene = new Scene(['A'], { players: alone }).until('turn');
  scene.hear('A', scene.run().id, failed('auth'));
  scene.answerAll();
  expect(scene.stand()).toBe('failed');
  expect(scene.item().reason).toMatch(/^the key or login of first is refused .*`symphony doctor`/);
});

test('a program that is missing lets the fallback play', () => {
  const scene = new Scene(['A'], { players }).until('starting');
  const { item, run } = scene.take('play-turn');
  scene.say({ type: 'run-broke', item, run, failure: { code: 'missing', message: 'x is not installed.' } });
  scene.answerAll('play-turn');
  expect(scene.run().player).toBe('second');
});

test('C16 a turn that failed on a limit rests the player, uncounted', () => {
  const scene = new Scene(['A'], { players: alone }).until('turn');
  scene.hear('A', scene.run().id, failed('limit'));
  scene.answerAll();
  expect(scene.item()).toMatchObject({ state: 'queued', retries: 0 });
  expect(scene.state.resting.has('first')).toBe(true);
});

test('when all of them rest, the item waits for the one it is meant for', () => {
  const scene = new Scene(['A'], { players }).until('turn');
  scene.hear('A', scene.run().id, { type: 'limited', until: scene.now + 600_000, message: 'limit' });
  scene.answerAll();
  scene.hear('A', scene.run().id, { type: 'limited', until: scene.now + 900_000, message: 'limit' });
  scene.answerAll();
  expect(scene.item()).toMatchObject({ state: 'queued', run: null });
  scene.tick(610_000).answerAll();
  expect(scene.run().player).toBe('first');
});
