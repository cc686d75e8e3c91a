import { SETTINGS, seeded } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Scene } from './scene.ts';

/** In alphabetical order, which is the order they are played and queued in. */
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `I${10 + at}`);

/**
 * A train with one item under way, which must be answered first, and `queued` waiting behind it.
 * Work that fails goes to a person at once (no follow-up), so that its reason can be read.
 */
function trainOf(queued: readonly string[], batchSize: number): Scene {
  const slots = { ...SETTINGS.slots, total: queued.length + 1 };
  const handoff = { mode: 'auto', followUp: false, maxReturns: 0 } as const;
  const scene = new Scene(['A', ...queued], { handoff, slots, train: { batchSize } });
  scene.playAll('assemble-train');
  expect(scene.state.train).toMatchObject({ current: { items: ['A'] }, queue: queued });
  return scene;
}

/** The batches tried after the one that was under way, in order. */
const tried = (scene: Scene): (readonly string[])[] =>
  scene
    .events('train-departed')
    .slice(1)
    .map((event) => event.items);

/** Every queued item is merged, or its return is recorded with a reason: none is lost, none is both. */
function expectAllAccountedFor(scene: Scene, queued: readonly string[], bad: readonly string[]): void {
  const merged = queued.filter((id) => scene.stand(id) === 'merged');
  const returned = scene.events('handoff-returned').map((event) => event.item);
  expect(merged).toEqual(queued.filter((id) => !bad.includes(id)));
  expect([...returned].sort()).toEqual([...bad].sort());
  for (const id of bad)
    expect([scene.stand(id), scene.item(id).reason]).toEqual(['closed', expect.stringMatching(/\S/)]);
  const landed = scene.events('train-landed').flatMap((event) => event.items);
  expect(landed.slice(1).sort()).toEqual([...merged].sort());
  expect(scene.state.train).toEqual({ queue: [], segments: [], current: null, held: null });
}

describe('M9 the train', () => {
  test('a batch that holds is merged in one attempt', () => {
    const queued = names(16);
    const scene = trainOf(queued, 16).playAll();
    expect(tried(scene)).toEqual([queued]);
    expectAllAccountedFor(scene, queued, []);
  });

  test.each([0, 5, 8, 15])('one bad of sixteen, at place %i, is found in nine attempts', (place) => {
    const queued = names(16);
    const bad = queued[place] as string;
    const scene = trainOf(queued, 16);
    scene.failing.add(bad);
    scene.playAll();
    // The sixteen, then at each of four halvings the part with it and the part without.
    expect(tried(scene)).toHaveLength(1 + 4 * 2);
    expect(
      tried(scene)
        .map((batch) => batch.length)
        .sort((a, b) => b - a),
    ).toEqual([16, 8, 8, 4, 4, 2, 2, 1, 1]);
    expectAllAccountedFor(scene, queued, [bad]);
    expect(scene.item(bad).reason).toContain('fails the checks once merged with main');
  });

  test.each(Array.from({ length: 20 }, (_, at) => at + 1))(
    'merged and returned add up to queued (seed %i)',
    (seed) => {
      const chance = seeded(seed);
      const queued = names(2 + Math.floor(chance() * 12));
      const bad = queued.filter(() => chance() < 0.25);
      const scene = trainOf(queued, 1 + Math.floor(chance() * 8));
      for (const id of bad) scene.failing.add(id);
      scene.playAll();
      expectAllAccountedFor(scene, queued, bad);
    },
  );

  test('a conflict inside a batch splits before it: what is in front goes first', () => {
    const queued = names(5);
    const [first, second, third, ...rest] = queued as [string, string, string, ...string[]];
    const scene = trainOf(queued, 5);
    scene.conflicts.set(third, second);
    scene.playAll();
    expect(tried(scene)).toEqual([queued, [first, second], [third, ...rest], rest]);
    expect(scene.events('train-split')).toMatchObject([
      {
        parts: [
          [first, second],
          [third, ...rest],
        ],
        why: `${third} conflicts with what is before it`,
      },
    ]);
    expect(scene.events('handoff-returned')).toMatchObject([
      { item: third, why: 'conflict', report: `${third} and ${second}` },
    ]);
    expectAllAccountedFor(scene, queued, [third]);
  });

  test('a conflict with what is not merged after all is none', () => {
    const queued = names(3);
    const [first, second, third] = queued as [string, string, string];
    const scene = trainOf(queued, 3);
    scene.conflicts.set(third, second);
    scene.failing.add(second);
    scene.playAll();
    expect([scene.stand(first), scene.stand(second), scene.stand(third)]).toEqual([
      'merged',
      'closed',
      'merged',
    ]);
  });

  test('a target that was moved by somebody else is assembled upon again', () => {
    const queued = names(2);
    const scene = trainOf(queued, 2).playAll('land-train');
    scene.heads.set('main', 1);
    scene.playAll();
    expect(scene.events('train-restarted')).toHaveLength(1);
    expectAllAccountedFor(scene, queued, []);
  });

  test('C19 work that came back goes to its author with what the train saw, up to max_returns', () => {
    const scene = new Scene(['A'], { handoff: { mode: 'auto', followUp: true, maxReturns: 2 } });
    scene.failing.add('A');
    scene.playAll();
    expect(scene.events('turn-started').map((event) => event.kind)).toEqual([
      'first',
      'failed-on-target',
      'failed-on-target',
    ]);
    expect(scene.events('handoff-returned').map((event) => event.head)).toEqual(['A@1', 'A@2', 'A@3']);
    expect([scene.stand(), scene.item().reason]).toEqual([
      'closed',
      expect.stringContaining('after 2 tries to mend it'),
    ]);
  });
});

describe('C20 M9 kill while in the train', () => {
  const kill = (scene: Scene, item: string): void => scene.command({ name: 'kill', item, by: 'ada' });

  test('in the queue: it leaves, and its branch is no longer offered', () => {
    const queued = names(3);
    const scene = trainOf(queued, 3);
    kill(scene, 'I11');
    expect(scene.waiting('withdraw')).toMatchObject([{ item: 'I11' }]);
    scene.playAll();
    expect(tried(scene)).toEqual([['I10', 'I12']]);
    expect([scene.stand('I11'), scene.item('I11').reason]).toEqual(['closed', 'stopped by ada']);
  });

  test('in the attempt under way: the others are tried again without it, and its answer comes too late', () => {
    const queued = names(3);
    const scene = trainOf(queued, 3);
    scene.answer(scene.take('assemble-train'), 0);
    scene.answerAll('assemble-train');
    const late = scene.take('assemble-train');
    expect(late.entries.map((entry) => entry.item)).toEqual(queued);
    kill(scene, 'I11');
    scene.say(scene.assemble(late));
    expect(scene.waiting('land-train')).toEqual([]);
    scene.playAll();
    expect(tried(scene)).toEqual([queued, ['I10', 'I12']]);
    expect(queued.map((id) => scene.stand(id))).toEqual(['merged', 'closed', 'merged']);
  });

  test('in a part that waits after a split', () => {
    const queued = names(4);
    const scene = trainOf(queued, 4);
    scene.failing.add('I10');
    scene.answer(scene.take('assemble-train'), 0);
    scene.answerAll('assemble-train');
    scene.answer(scene.take('assemble-train'), 0);
    expect(scene.state.train.segments).toEqual([['I12', 'I13']]);
    kill(scene, 'I12');
    scene.playAll();
    expect(queued.map((id) => scene.stand(id))).toEqual(['closed', 'merged', 'closed', 'merged']);
  });

  test('proved and about to land: it is too late, and it is merged', () => {
    const queued = names(2);
    const scene = trainOf(queued, 2).answerAll('land-train');
    scene.answer(scene.take('land-train'), 0);
    scene.answerAll('land-train');
    const before = scene.picture();
    kill(scene, 'I10');
    expect(scene.picture()).toBe(before);
    scene.playAll();
    expect(queued.map((id) => scene.stand(id))).toEqual(['merged', 'merged']);
  });
});
