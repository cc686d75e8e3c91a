import type { ReviewComment } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { decide, statusView } from '../../src/index.ts';
import { Scene } from './scene.ts';

const REVIEW = { handoff: { ...SETTINGS.handoff, mode: 'review' } } as const;
const COMMENT: ReviewComment = { path: 'a.ts', line: 3, side: 'new', text: 'Rename it.' };
const SAID = '- a.ts:3: Rename it.';

const review = (scene: Scene, item = 'A', comments: readonly ReviewComment[] = [COMMENT], text = '') => {
  const command = { name: 'review', item, comments, text, by: 'ada' } as const;
  const { state, settings, now, chance } = scene;
  const names = () => '';
  const evaluate = () => null;
  const setting = { state, settings, now, chance, names, only: null, evaluate };
  const { answer } = decide(setting, { type: 'commanded', command });
  scene.command(command);
  return answer;
};

const approve = (scene: Scene) => scene.command({ name: 'approve', item: 'A', by: 'ada' });

describe('C20 review: comments on finished work', () => {
  test('handed off, commented on, changed, handed off again, approved and merged', () => {
    const scene = new Scene(['A'], REVIEW).playAll();
    expect([scene.stand(), scene.item().handoff?.entry.head]).toEqual(['handed_off', 'A@1']);
    expect(review(scene)?.accepted).toBe(true);
    expect(scene.events('handoff-returned')).toEqual([
      { type: 'handoff-returned', item: 'A', why: 'review', head: 'A@1', report: SAID },
    ]);
    expect(scene.events('item-moved').at(-1)).toMatchObject({
      event: 'pr_closed',
      from: 'handed_off',
      to: 'open',
      outcome: 'none',
      reason: 'ada has comments; back to its author',
    });
    scene.answerAll('play-turn');
    expect(scene.take('play-turn')).toMatchObject({ kind: 'review', report: SAID, steering: null });
    scene.crash(); // also when Symphony dies before the author has heard of it
    scene.answerAll('play-turn');
    const turn = scene.take('play-turn');
    expect(turn).toMatchObject({ kind: 'review', report: SAID });
    scene.answer(turn, 0);
    scene.playAll();
    expect([scene.stand(), scene.item().handoff?.entry.head]).toEqual(['handed_off', 'A@2']);
    expect(scene.item().handoff?.approved).toBe(false);
    expect(scene.item()).toMatchObject({ returns: 0, retries: 0, followUp: null, steering: '' });
    approve(scene);
    scene.playAll();
    expect([scene.stand(), scene.merges.length]).toEqual(['merged', 1]);
  });

  test('work that came back unchanged is not handed off again', () => {
    const scene = new Scene(['A'], REVIEW).playAll();
    review(scene);
    scene.answerAll();
    const idle = () => {
      const { id } = scene.run();
      scene.hear('A', id, { type: 'turn-ended', status: 'completed', message: 'It is fine as it is.' });
      scene.answerAll();
    };
    idle();
    expect(scene.run()).toMatchObject({ turn: 2, turnKind: 'continue-no-commits' });
    idle();
    expect(scene.stand()).toBe('needs_human');
    expect(scene.item().reason).toBe('ended without a new commit; its last words: It is fine as it is.');
    // What is said then is heard with the comments, in a new try.
    review(scene, 'A', [], 'Do it all the same.');
    scene.answerAll('play-turn');
    expect(scene.take('play-turn')).toMatchObject({
      kind: 'review',
      report: SAID,
      steering: 'Do it all the same.',
    });
  });

  test('a person may comment as often as they like', () => {
    const scene = new Scene(['A'], { handoff: { mode: 'review', followUp: true, maxReturns: 1 } }).playAll();
    for (let round = 0; round < 5; round++) {
      expect(review(scene)?.accepted).toBe(true);
      scene.playAll();
    }
    expect([scene.stand(), scene.item().returns, scene.item().handoff?.entry.head]).toEqual([
      'handed_off',
      0,
      'A@6',
    ]);
  });

  test('approved and waiting, it leaves the queue of the train; being merged, it is left alone', () => {
    const scene = new Scene(['A', 'B'], REVIEW).playAll();
    for (const item of ['A', 'B']) scene.command({ name: 'approve', item, by: 'ada' });
    expect(scene.state.train).toMatchObject({ current: { items: ['A'] }, queue: ['B'] });
    expect(review(scene)).toEqual({
      accepted: false,
      message: 'A is being merged right now; try again in a moment.',
    });
    expect(review(scene, 'B')?.accepted).toBe(true);
    expect(scene.state.train).toMatchObject({ current: { items: ['A'] }, queue: [] });
    scene.playAll();
    expect([scene.stand('A'), scene.stand('B')]).toEqual(['merged', 'handed_off']);
  });

  test('it goes back to where it can be claimed, also where nothing says it was started', () => {
    const tracker = { ...SETTINGS.tracker, startedState: null };
    const scene = new Scene(['A'], { ...REVIEW, tracker }).playAll();
    expect(scene.tracker.get('A')?.state).toBe('Review');
    review(scene);
    scene.playAll();
    expect(scene.events('run-started')).toHaveLength(2);
  });

  test('it stands before other work, and the board shows that it came back', () => {
    const scene = new Scene(['A', 'B'], { ...REVIEW, slots: { ...SETTINGS.slots, total: 1 } });
    scene.until('turn');
    scene.playAll();
    scene.command({ name: 'drain', on: true, by: 'ada' });
    review(scene, 'B');
    const view = statusView(scene.state, scene.now, null, false);
    expect(view.items[0]).toMatchObject({ id: 'B', returned: true, givenUp: false, outcome: 'none' });
  });
});

describe('C20 review: at any other time', () => {
  test('an agent at work hears it with its next turn', () => {
    const scene = new Scene().until('turn');
    expect(review(scene)?.accepted).toBe(true);
    expect(scene.events('steering-wanted')).toMatchObject([{ text: SAID, by: 'ada' }]);
    scene.act(scene.run().id, 'A', 0);
    scene.answerAll('play-turn');
    expect(scene.take('play-turn')).toMatchObject({ turn: 2, kind: 'steered', steering: SAID });
  });

  test.each(['ending', 'proving'] as const)(
    'one that is %s hears it before its work counts as done',
    (phase) => {
      const scene = new Scene(['A'], REVIEW).until(phase);
      review(scene);
      scene.answerAll('play-turn');
      const turn = scene.take('play-turn');
      expect(turn).toMatchObject({ turn: 2, kind: 'steered', steering: SAID });
      expect(scene.events('handoff-made')).toEqual([]);
      scene.answer(turn, 0);
      scene.playAll();
      expect([scene.stand(), scene.item().handoff?.entry.head]).toEqual(['handed_off', 'A@2']);
    },
  );

  test('what stopped for a person is tried again with it', () => {
    const scene = new Scene(['A'], { maxRetries: 0 }).until('turn');
    scene.hear('A', scene.run().id, { type: 'turn-ended', status: 'failed', message: 'no idea' });
    scene.answerAll();
    expect(scene.stand()).toBe('failed');
    expect(review(scene)).toEqual({
      accepted: true,
      message: 'A is queued again and hears it with its next turn.',
    });
    scene.answerAll('play-turn');
    expect(scene.take('play-turn')).toMatchObject({ kind: 'retry', steering: SAID });
  });

  test('what is over is left alone, and so is what is just being handed off', () => {
    const scene = new Scene(['A']).playAll('propose');
    expect(review(scene)?.message).toBe('A is being handed off right now; try again in a moment.');
    scene.playAll();
    const before = scene.picture();
    expect(review(scene)).toEqual({
      accepted: false,
      message: 'A is merged: nobody works on it. `symphony retry` opens it again.',
    });
    expect(review(scene, 'A', [], ' ')).toMatchObject({ accepted: false });
    expect(scene.picture()).toBe(before);
  });
});

test('C20 what a person did outside the loop is on record, and the tracker is read', () => {
  const scene = new Scene(['A']).playAll();
  scene.command({ name: 'noted', what: 'moved A up', item: 'A', by: 'ada' });
  expect(scene.events('operator-commanded')).toEqual([
    { type: 'operator-commanded', command: 'moved A up', item: 'A', by: 'ada' },
  ]);
  expect(scene.waiting('read-tracker')).toHaveLength(1);
});
