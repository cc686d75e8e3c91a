import { describe, expect, test } from 'vitest';
import { Scene } from './scene.ts';

/** Puts the item into a column by a person's hand and lets the conductor read the tracker. */
function show(scene: Scene, state: string): void {
  const tracked = scene.tracker.get('A');
  if (tracked) scene.tracker.set('A', { ...tracked, state });
  scene.tick().playAll();
}

/** Without a move of ours the item stays in the column it was taken from. */
const unmoved = { startedState: null, reviewState: null, mergedState: null };
const tracker = {
  activeStates: ['Todo', 'In Progress'],
  terminalStates: ['Done', 'Cancelled'],
  requiredLabels: [],
  ...unmoved,
};
const runs = (scene: Scene): number => scene.events('run-started').length;

describe('C3 an item with an outcome is not played again by itself', () => {
  test('merged, though its column never moved', () => {
    const scene = new Scene(['A'], { tracker });
    scene.playAll();
    expect(scene.stand()).toBe('merged');
    expect(scene.tracker.get('A')?.state).toBe('Todo');
    for (let poll = 0; poll < 5; poll++) scene.tick().playAll();
    scene.crash();
    scene.playAll();
    expect(scene.stand()).toBe('merged');
    expect(runs(scene)).toBe(1);
    expect(scene.merges).toHaveLength(1);
  });

  test('not even when it changes within its column', () => {
    const scene = new Scene(['A'], { tracker });
    scene.playAll();
    scene.tracker.set('A', { ...scene.item().tracked, title: 'Another name', updatedAt: 9 });
    show(scene, 'In Progress');
    expect(scene.item().tracked.title).toBe('Another name');
    expect([scene.stand(), runs(scene)]).toEqual(['merged', 1]);
  });

  test('merged and moved to Done by ourselves, it is played again when a person moves it back', () => {
    const scene = new Scene();
    scene.playAll();
    expect([scene.stand(), scene.tracker.get('A')?.state]).toEqual(['merged', 'Done']);
    show(scene, 'Todo');
    expect([scene.stand(), runs(scene), scene.merges.length]).toEqual(['merged', 2, 2]);
    expect(scene.events('item-reopened')).toEqual([
      { type: 'item-reopened', item: 'A', why: 'moved back to Todo' },
    ]);
  });

  test.each([['Ice'], ['Done']])('it is reopened by leaving to %s and coming back', (away) => {
    const scene = new Scene(['A'], { tracker });
    scene.playAll();
    show(scene, away);
    expect([scene.stand(), runs(scene)]).toEqual(['merged', 1]);
    show(scene, 'Todo');
    expect([scene.stand(), runs(scene)]).toEqual(['merged', 2]);
  });

  test('or by leaving the tracker and coming back', () => {
    const scene = new Scene(['A'], { tracker });
    scene.playAll();
    const read = { type: 'tracker-read', problems: [] } as const;
    scene.say({ ...read, begunAt: scene.now, items: [], missing: ['A'] });
    expect(scene.item()).toMatchObject({ presence: 'missing', outcome: 'merged' });
    scene.tick().playAll();
    expect([scene.stand(), runs(scene)]).toEqual(['merged', 2]);
  });

  test('`retry` opens it at once and moves it back among the active ones', () => {
    const scene = new Scene();
    scene.playAll();
    scene.command({ name: 'retry', item: 'A', by: 'ada' });
    expect(scene.waiting('move-on-tracker')).toMatchObject([{ item: 'A', state: 'Todo' }]);
    scene.playAll();
    expect([scene.stand(), runs(scene), scene.merges.length]).toEqual(['merged', 2, 2]);
    expect(scene.events('operator-commanded')).toMatchObject([{ command: 'retry', item: 'A', by: 'ada' }]);
  });

  test('killed, it stays cancelled until it is retried, and begins a new count of retries', () => {
    const scene = new Scene();
    scene.until('turn');
    scene.command({ name: 'kill', item: 'A', by: 'ada' });
    scene.playAll().tick().playAll();
    expect([scene.stand(), runs(scene), scene.item().reason]).toEqual(['cancelled', 1, 'stopped by ada']);
    scene.command({ name: 'retry', item: 'A', by: 'ada' });
    scene.playAll();
    expect([scene.stand(), runs(scene), scene.item().retries]).toEqual(['merged', 2, 0]);
  });

  test('a retry of an item that has no outcome is refused and changes nothing', () => {
    const scene = new Scene();
    scene.until('turn');
    const before = scene.picture();
    scene.command({ name: 'retry', item: 'A', by: 'ada' });
    expect(scene.picture()).toBe(before);
  });
});

test('C3 C5 a reopened item is finished only by a commit beyond the merged one', () => {
  const scene = new Scene(['A'], { tracker });
  scene.playAll();
  show(scene, 'Ice');
  const tracked = scene.tracker.get('A');
  if (tracked) scene.tracker.set('A', { ...tracked, state: 'Todo' });
  scene.tick().answerAll();
  const turn = () => {
    scene.hear('A', scene.run().id, { type: 'turn-ended', status: 'completed', message: 'nothing to do' });
    scene.answerAll();
  };
  turn();
  expect(scene.run().turn).toBe(2);
  turn();
  expect([scene.stand(), scene.item().reason]).toEqual([
    'needs_human',
    'ended without a commit; its last words: nothing to do',
  ]);
  expect(scene.merges).toHaveLength(1);
});
