import type { TrackedItem } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Scene } from './scene.ts';

/** What a provider keeps for itself, and would lead astray whoever read it. */
const MISLEADING = {
  state: 'Done',
  dispatchable: false,
  labels: ['blocked'],
  priority: 1,
  id: 'B',
  blocked: true,
};

const played = (nativeRef: TrackedItem['nativeRef']): Scene =>
  new Scene([
    trackedItem('A', { nativeRef, priority: 2 }),
    trackedItem('B', { nativeRef: null, priority: 3 }),
    trackedItem('C', { nativeRef, blockedBy: [{ id: 'A', identifier: 'A', state: 'Todo' }] }),
  ]).playAll();

const storyOf = ({ log }: Scene): string =>
  JSON.stringify(log.map(({ event }) => event)).replaceAll(JSON.stringify(MISLEADING), 'null');

describe('svc-T4 what is the provider’s decides nothing', () => {
  test('two items that differ in it alone have the same story, to the end', () => {
    const [plain, misled] = [played(null), played(MISLEADING)];
    expect(plain.log.length).toBeGreaterThan(50);
    expect(storyOf(misled)).toBe(storyOf(plain));
    expect(misled.item('C').outcome).toBe('merged');
  });

  test('a change of it stops no run and starts none', () => {
    const scene = new Scene(['A']).until('turn');
    const before = scene.pending.length;
    scene.now += 1;
    scene.say({
      type: 'tracker-read',
      begunAt: scene.now,
      items: [trackedItem('A', { nativeRef: MISLEADING })],
      problems: [],
      missing: [],
    });
    expect(scene.item().run?.phase).toBe('turn');
    expect(scene.pending.slice(before).map(({ type }) => type)).toEqual([]);
    expect(scene.item().tracked.nativeRef).toEqual(MISLEADING);
  });
});
