import type { Settings, SlotStrategy, TrackedItem } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { explainView } from '../../src/projections/explain.ts';
import { Scene } from '../decide/scene.ts';

const withSlots = (slots: Partial<Settings['slots']>): Partial<Settings> => ({
  slots: { ...SETTINGS.slots, ...slots },
});
const item = (id: string, change: Partial<TrackedItem> = {}): TrackedItem => trackedItem(id, change);
const started = (scene: Scene): string[] => scene.events('run-started').map((event) => event.item);
/** The tracker has been read; nobody's run has gone further yet. */
const asked = (items: readonly (TrackedItem | string)[], settings: Partial<Settings>): Scene =>
  new Scene(items, settings).answerAll('refresh-item');
const contention = (scene: Scene, id: string) => explainView(scene.state, id, scene.now, null)?.contention;

describe('P4 who gets the slots', () => {
  test('by priority; who waits is told who has them, and the ruling is in the log', () => {
    const items = [item('A', { priority: 4 }), item('B', { priority: 1 }), item('C', { priority: 2 })];
    const scene = asked(items, withSlots({ total: 1 }));
    expect(started(scene)).toEqual(['B']);
    expect(contention(scene, 'A')).toBe('Waits: the only slot is taken by B; 1 is before it.');
    expect(explainView(scene.state, 'A', scene.now, null)?.next).toBe(contention(scene, 'A'));
    expect(scene.events('slots-arbitrated')).toEqual([
      expect.objectContaining({ strategy: 'priority', granted: ['B'], waiting: 3 }),
    ]);
    expect(scene.events('slots-arbitrated')[0]?.rationale).toMatch(/^By priority: 1/);
  });

  test('nothing is recorded where everybody gets one', () => {
    expect(asked(['A', 'B'], withSlots({ total: 2 })).events('slots-arbitrated')).toEqual([]);
  });

  test('in zones that overlap only one works at a time', () => {
    const zoned = (id: string, zones: string[]) => item(id, { fields: { zones } });
    const items = [zoned('A', ['src/auth/**']), zoned('B', ['src/auth/login.ts']), zoned('C', ['docs/**'])];
    const scene = asked(items, withSlots({ total: 3 }));
    expect(started(scene)).toEqual(['A', 'C']);
    expect(contention(scene, 'B')).toBe(
      'Waits: A works in src/auth/**, which overlaps its src/auth/login.ts.',
    );
  });

  test.each<[SlotStrategy, string[]]>([
    ['queue', ['C', 'A']],
    ['round-robin', ['A', 'B']],
    ['fair-share', ['A', 'B']],
  ])('by %s', (strategy, expected) => {
    const items = [
      item('A', { priority: 1, assignee: 'ada', createdAt: 2 }),
      item('B', { priority: 2, assignee: 'bo', createdAt: 3 }),
      item('C', { priority: 3, assignee: 'ada', createdAt: 1 }),
    ];
    expect(started(asked(items, withSlots({ total: 2, strategy }))).sort()).toEqual(expected.sort());
  });

  test('a player has its own slots, and the others go on', () => {
    const players = {
      first: { agent: 'rehearsal', slots: 1, stallTimeoutMs: null, model: null },
      second: { agent: 'rehearsal', slots: null, stallTimeoutMs: null, model: null },
    };
    const items = ['A', 'B', item('C', { fields: { player: 'second' } })];
    const scene = asked(items, { ...withSlots({ total: 3 }), players });
    expect(started(scene)).toEqual(['A', 'C']);
    expect(contention(scene, 'B')).toBe('Waits: the only slot of player first is taken by A.');
  });

  test("the day's money is given out once, however many ask at the same time", () => {
    const budget = { ...SETTINGS.budget, maxCostPerDay: 1, estimatePerRun: 0.6 };
    const scene = asked(['A', 'B'], { ...withSlots({ total: 2 }), budget });
    expect(started(scene)).toEqual(['A']);
  });
});
