import { expect, test } from 'vitest';
import { isIdle } from '../../src/policy/idleness.ts';
import { Scene } from './scene.ts';

const takeOver = (scene: Scene): void => scene.command({ name: 'takeover', item: 'A', by: 'ada' });

function takenOver(): Scene {
  const scene = new Scene().until('turn');
  takeOver(scene);
  scene.act(scene.run().id, 'A', 0);
  return scene.answerAll('open-takeover');
}

test('C20 a takeover waits for the end of the turn, then ends the agent and opens its session', () => {
  const scene = new Scene().until('turn');
  takeOver(scene);
  expect([scene.stand(), scene.waiting('open-takeover')]).toEqual(['running', []]);
  const session = scene.item().session?.id;
  scene.act(scene.run().id, 'A', 0);
  scene.answerAll('open-takeover');
  expect(scene.stand()).toBe('paused');
  expect(scene.agents.size).toBe(0);
  expect(scene.waiting('open-takeover')).toMatchObject([{ item: 'A', session }]);
});

test('when the person leaves, the chamber is looked at and finished work is proved', () => {
  const scene = takenOver();
  scene.answer(scene.take('open-takeover'), 0);
  expect(scene.run().phase).toBe('inspecting');
  scene.playAll();
  expect(scene.stand()).toBe('merged');
});

test('when work is left, the agent goes on with what the person changed', () => {
  const scene = new Scene().until('turn');
  takeOver(scene);
  scene.hear('A', scene.run().id, { type: 'turn-ended', status: 'completed', message: 'not yet' });
  scene.answerAll('open-takeover');
  const session = scene.item().session?.id;
  scene.answer(scene.take('open-takeover'), 0);
  scene.answerAll('play-turn');
  expect(scene.waiting('play-turn')).toMatchObject([{ kind: 'after-takeover', resume: session }]);
});

test('a paused item is taken over at once; it cannot be resumed meanwhile', () => {
  const scene = new Scene().until('turn');
  scene.command({ name: 'pause', item: 'A', now: false, by: 'ada' });
  scene.act(scene.run().id, 'A', 0);
  scene.answerAll();
  takeOver(scene);
  scene.answerAll('open-takeover');
  expect(scene.waiting('open-takeover')).toHaveLength(1);
  scene.command({ name: 'resume', item: 'A', by: 'ada' });
  expect([scene.stand(), scene.waiting('play-turn')]).toEqual(['paused', []]);
});

test('a second takeover, and one of an item nobody works on, are refused', () => {
  const scene = takenOver();
  const before = scene.log.length;
  takeOver(scene);
  expect(scene.events('takeover-wanted', before)).toEqual([]);
  const idle = new Scene().playAll();
  takeOver(idle);
  expect(idle.events('takeover-wanted')).toEqual([]);
});

test('Symphony does not end by itself while a person is at work', () => {
  const scene = takenOver();
  expect(isIdle(scene.state, scene.settings, scene.now, null)).toBe(false);
});

test('C8 after a restart the run goes on as if the person had left', () => {
  for (const bring of [
    takenOver,
    () => {
      const scene = new Scene().until('turn');
      takeOver(scene);
      return scene;
    },
    () => {
      const scene = new Scene().until('turn');
      takeOver(scene);
      scene.act(scene.run().id, 'A', 0);
      return scene.answerAll('stop-agent');
    },
  ]) {
    const scene = bring();
    scene.crash();
    expect(scene.run().takeover).toBeNull();
    scene.playAll();
    expect(scene.stand()).toBe('merged');
  }
});

test('an item that is stopped while a person has it stays stopped', () => {
  const scene = takenOver();
  scene.command({ name: 'kill', item: 'A', by: 'ada' });
  scene.playAll();
  expect(scene.stand()).toBe('cancelled');
});

test('C20 what a person says goes with the next turn, and holds back what would have been the end', () => {
  const scene = new Scene().until('turn');
  scene.command({ name: 'steer', item: 'A', text: 'Use the old parser.', by: 'ada' });
  scene.command({ name: 'steer', item: 'A', text: 'And test it.', by: 'ada' });
  scene.act(scene.run().id, 'A', 0);
  scene.answerAll('play-turn');
  const [turn] = scene.waiting('play-turn');
  expect(turn).toMatchObject({ kind: 'steered', steering: 'Use the old parser.\n\nAnd test it.' });
  expect(scene.item().steering).toBe('');
  scene.playAll();
  expect(scene.stand()).toBe('merged');
});

test('words for an item that waits are given with its first turn; a finished one hears nothing', () => {
  const scene = new Scene().until('refreshing');
  scene.command({ name: 'steer', item: 'A', text: 'Mind the tests.', by: 'ada' });
  scene.answerAll('play-turn');
  expect(scene.take('play-turn')).toMatchObject({ kind: 'first', steering: 'Mind the tests.' });
  const done = new Scene().playAll();
  done.command({ name: 'steer', item: 'A', text: 'Too late.', by: 'ada' });
  expect(done.events('steering-wanted')).toEqual([]);
});
