import type { Standing, TrackerComment } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { mayCommand, placeOf } from '../../src/policy/commenting.ts';
import { Scene } from './scene.ts';

const comment = (text: string, over: Partial<TrackerComment> = {}): TrackerComment => ({
  id: 'c-1',
  item: ['A'],
  author: { id: 'u-1', name: 'ada' },
  standing: 'member',
  text,
  ...over,
});
const hear = (scene: Scene, ...comments: readonly TrackerComment[]): Scene => {
  scene.say({ type: 'comments-read', comments, next: null });
  return scene;
};
const weigh = (scene: Scene, allowed = true): Scene => {
  const { comment: id } = scene.take('weigh-comment');
  scene.say({ type: 'comment-weighed', comment: id, allowed });
  return scene;
};
const settled = (scene: Scene) =>
  scene.events('comment-settled').map(({ accepted, message }) => [accepted, message]);

describe('C20 commands by comment', () => {
  test('heard, weighed, done with the record of it, and answered once', () => {
    const scene = hear(new Scene().until('turn'), comment('/symphony pause'));
    expect(scene.take('weigh-comment')).toMatchObject({ item: 'A', author: 'u-1', standing: 'member' });
    expect(scene.run().pauseWanted).toBe(false);
    scene.say({ type: 'comment-weighed', comment: 'c-1', allowed: true });
    expect(scene.run().pauseWanted).toBe(true);
    expect(scene.events('operator-commanded').at(-1)).toMatchObject({
      command: 'pause',
      item: 'A',
      by: 'ada',
    });
    expect(scene.take('answer-comment')).toMatchObject({
      item: 'A',
      text: 'Done: A pauses when its agent ends this turn.',
    });
    scene.say({ type: 'comment-told', comment: 'c-1', ok: true, message: '' });
    expect(scene.state.openComments.size).toBe(0);
    const before = scene.log.length;
    hear(scene, comment('/symphony pause'), comment('/symphony stop'));
    scene.say({ type: 'comment-weighed', comment: 'c-1', allowed: true });
    scene.say({ type: 'comment-told', comment: 'c-1', ok: true, message: '' });
    scene.tick();
    expect(scene.log.slice(before).map(({ event }) => event.type)).toEqual([]);
    expect(scene.waiting('answer-comment')).toEqual([]);
  });

  const DONE: readonly (readonly [string, string])[] = [
    ['/symphony stop', 'kill'],
    ['/symphony pause', 'pause'],
    ['/symphony resume', 'resume'],
    ['/symphony retry', 'retry'],
    ['/symphony approve', 'approve'],
    ['/symphony answer Yes.', 'answer'],
    ['/symphony steer Be brief.', 'steer'],
  ];
  test.each(DONE)('%s', (text, command) => {
    const scene = weigh(hear(new Scene().until('turn'), comment(text)));
    expect(scene.events('operator-commanded').map((each) => each.command)).toEqual([command]);
    expect(scene.events('comment-settled')).toHaveLength(1);
  });

  test('who may not is told so, and nothing is done', () => {
    const scene = weigh(hear(new Scene().until('turn'), comment('/symphony stop')), false);
    expect(scene.events('operator-commanded')).toEqual([]);
    expect(scene.stand()).toBe('running');
    expect(settled(scene)).toEqual([
      [false, 'ada may not command Symphony; only people who may write to this project can.'],
    ]);
    expect(scene.take('answer-comment').text).toMatch(/^Not done: ada may not/);
  });

  test.each([
    ['talk', comment('I would stop here.')],
    ['a program', comment('/symphony stop', { standing: 'machine' })],
    ['an item nobody knows', comment('/symphony stop', { item: ['Z', 'octo/hall#99'] })],
  ])('%s is passed over without a word', (_what, said) => {
    const scene = new Scene().until('turn');
    const before = scene.log.length;
    hear(scene, said);
    expect(scene.log.length).toBe(before);
    expect(scene.waiting('weigh-comment')).toEqual([]);
  });

  test('the same comment twice in one reading, and again by another way, is one', () => {
    const scene = new Scene().until('turn');
    hear(scene, comment('/symphony steer Once.'), comment('/symphony steer Once.'));
    hear(scene, comment('/symphony steer Once.'));
    expect(scene.waiting('weigh-comment')).toHaveLength(1);
    weigh(scene);
    expect(scene.item().steering).toBe('Once.');
  });

  test('C8 killed between any two steps, it is taken up where it stood', () => {
    const scene = hear(new Scene().until('turn'), comment('/symphony steer Be brief.'));
    scene.crash();
    scene.answerAll('weigh-comment', 'answer-comment', 'play-turn');
    weigh(scene);
    scene.crash();
    scene.answerAll('weigh-comment', 'answer-comment', 'play-turn');
    expect(scene.waiting('weigh-comment')).toEqual([]);
    expect(scene.take('answer-comment').text).toMatch(/^Done: /);
    expect(scene.events('comment-settled')).toHaveLength(1);
  });

  test('a tracker that did not answer is asked again with the next tick', () => {
    const scene = hear(new Scene().until('turn'), comment('/symphony stop'));
    scene.pending = [];
    scene.tick();
    weigh(scene);
    scene.pending = [];
    scene.tick();
    expect(scene.waiting('answer-comment')).toHaveLength(1);
  });

  test('how far was read is kept, and read on from after a restart', () => {
    const scene = new Scene();
    scene.answerAll('read-comments', 'play-turn');
    expect(scene.waiting('read-comments').at(-1)).toEqual({ type: 'read-comments', after: null });
    scene.say({ type: 'comments-read', comments: [], next: '7' });
    scene.say({ type: 'comments-read', comments: [], next: '7' });
    expect(scene.events('comments-read')).toHaveLength(1);
    scene.crash();
    scene.pending = [];
    scene.tick().answerAll('read-comments', 'play-turn');
    expect(scene.take('read-comments').after).toBe('7');
  });

  test.each<readonly [Standing, boolean | null, boolean]>([
    ['writer', null, true],
    ['member', null, true],
    ['member', false, false],
    ['member', true, true],
    ['stranger', null, false],
    ['stranger', true, true],
    ['stranger', false, false],
    ['machine', true, false],
  ])('a %s, of whom the tracker says %s: %s', (standing, asked, expected) =>
    expect(mayCommand(standing, asked)).toBe(expected),
  );

  test('an item is found by its id, its identifier, its address, and what was handed off for it', () => {
    const scene = new Scene([trackedItem('A', { identifier: 'octo/hall#7', url: 'https://x/7' }), 'B'], {
      handoff: { mode: 'review', followUp: true, maxReturns: 3 },
    });
    scene.playAll();
    const found = (...names: string[]) => placeOf(scene.state.items, names)?.item ?? null;
    expect([found('A'), found('Octo/Hall#7'), found('nobody', 'https://x/7'), found('#9')]).toEqual([
      'A',
      'A',
      'A',
      null,
    ]);
    expect(found(scene.item('B').handoff?.ref ?? '')).toBe('B');
  });
});

describe('C17 what a person changes of a request reaches the agent that works on it', () => {
  const shown = (scene: Scene, over: Parameters<typeof trackedItem>[1]): Scene => {
    const tracked = { ...scene.item().tracked, ...over };
    scene.say({ type: 'tracker-read', begunAt: scene.now + 1, items: [tracked], problems: [], missing: [] });
    return scene;
  };

  test('with its next turn, once', () => {
    const scene = new Scene().until('turn');
    shown(scene, { title: 'Other', description: 'Semicolons, please.' });
    shown(scene, {});
    const [told, ...more] = scene.events('steering-wanted');
    expect(more).toEqual([]);
    expect(told).toMatchObject({ item: 'A', by: 'symphony' });
    expect(told?.text).toContain('Its title is now: Other');
    expect(told?.text).toContain('Semicolons, please.');
    scene.until('inspecting').answerAll('play-turn');
    expect(scene.take('play-turn').steering).toContain('Semicolons, please.');
    expect(scene.item().steering).toBe('');
  });

  test('when it is seen at the end of a turn, the very next one says it', () => {
    const scene = new Scene().until('inspecting');
    const { item, run } = scene.take('inspect-chamber');
    const tracked = { ...scene.item().tracked, description: 'Changed at the last moment.' };
    const inspection = scene.inspection(item);
    scene.say({ type: 'chamber-inspected', item, run, inspection, tracked });
    expect(scene.take('play-turn').steering).toContain('Changed at the last moment.');
  });

  test.each([
    ['a label', { labels: ['new'] }],
    ['a priority', { priority: 2 }],
    ['nothing', {}],
  ])('%s is no change of the request', (_what, over) => {
    const scene = shown(new Scene().until('turn'), over);
    expect(scene.events('steering-wanted')).toEqual([]);
  });

  test('one that has not begun gets the new request as it is', () => {
    const scene = shown(new Scene().until('preparing'), { description: 'New.' });
    expect(scene.events('steering-wanted')).toEqual([]);
    scene.answerAll('play-turn');
    expect(scene.take('play-turn')).toMatchObject({ steering: null, tracked: { description: 'New.' } });
  });
});
