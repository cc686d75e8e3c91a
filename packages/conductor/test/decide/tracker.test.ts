import type { TrackedItem } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Scene } from './scene.ts';

/** The tracker's answer to a read begun then: the item as it was then, or nothing of it. */
const read = (scene: Scene, begunAt: number, shown: Partial<TrackedItem> | null): void =>
  scene.say({
    type: 'tracker-read',
    begunAt,
    items: shown === null ? [] : [trackedItem('A', shown)],
    problems: [],
    missing: shown === null ? ['A'] : [],
  });

describe('C17 a read begun before our own move does not undo it', () => {
  test.each<readonly [what: string, since: number, outcome: string]>([
    ['begun before the tracker took it', -1, 'merged'],
    ['begun in the same instant', 0, 'merged'],
    ['begun after it: a person moved it back', 1, 'queued'],
  ])('merged and moved to Done; a read %s still shows it in progress', (_what, since, outcome) => {
    const scene = new Scene().playAll();
    read(scene, scene.item().movedAt + since, { state: 'In Progress' });
    expect(scene.stand()).toBe(outcome);
  });

  test('while the move is on its way, no read is believed', () => {
    const scene = new Scene().playAll('move-on-tracker');
    expect(scene.item()).toMatchObject({ outcome: 'merged', moveWanted: 'Done' });
    const before = scene.picture();
    read(scene, scene.now + 1, { state: 'Ice' });
    read(scene, scene.now + 1, { state: 'Todo' });
    read(scene, scene.now + 1, null);
    expect(scene.picture()).toBe(before);
  });

  test('a move the tracker does not take is asked for with every tick, until it does', () => {
    const scene = new Scene().playAll('move-on-tracker');
    const { state } = scene.waiting('move-on-tracker').at(-1) ?? {};
    scene.pending = [];
    const failure = { code: 'unavailable', message: 'no answer' } as const;
    scene.say({ type: 'tracker-move-refused', item: 'A', state: 'Done', failure, final: false });
    scene.tick();
    expect([state, scene.take('move-on-tracker')]).toMatchObject(['Done', { item: 'A', state: 'Done' }]);
    scene.say({ type: 'tracker-move-refused', item: 'A', state: 'Done', failure, final: true });
    scene.tick();
    expect(scene.waiting('move-on-tracker')).toEqual([]);
  });

  test('why it does not take it is recorded once, until it is another reason', () => {
    const scene = new Scene().playAll('move-on-tracker');
    const refused = (message: string): number => {
      const failure = { code: 'unavailable', message } as const;
      scene.say({ type: 'tracker-move-refused', item: 'A', state: 'Done', failure, final: false });
      return scene.events('tracker-move-failed').length;
    };
    expect(['no answer', 'no answer', 'no answer', 'too many requests', 'no answer'].map(refused)).toEqual([
      1, 1, 1, 2, 3,
    ]);
  });

  test('that an earlier move is impossible says nothing about the one wanted now', () => {
    const scene = new Scene().playAll('move-on-tracker');
    const failure = { code: 'invalid', message: 'there is no such column' } as const;
    scene.say({ type: 'tracker-move-refused', item: 'A', state: 'In Progress', failure, final: true });
    expect(scene.item().moveWanted).toBe('Done');
  });
});

describe('C17 svc-C2 what the tracker says of a running item', () => {
  const STOPS: readonly (readonly [shown: Partial<TrackedItem> | null, reason: string, cleaned: boolean])[] =
    [
      [{ state: 'Cancelled' }, 'Cancelled on the tracker', true],
      [{ state: 'Ice' }, 'moved to Ice on the tracker', false],
      [{ state: 'Todo', dispatchable: false }, 'no longer meant for Symphony (labels or kind)', false],
      [null, 'no longer on the tracker', false],
    ];

  test.each(STOPS)('%j: it is stopped (%s), and its chamber goes: %s', (shown, reason, cleaned) => {
    const scene = new Scene().until('turn');
    scene.now += 1;
    read(scene, scene.now, shown);
    expect([scene.stand(), scene.item().reason]).toEqual(['cancelled', reason]);
    scene.answer(scene.take('stop-agent'), 0);
    expect(scene.waiting('remove-chamber')).toHaveLength(cleaned ? 1 : 0);
    expect([scene.item().run, scene.agents.size]).toEqual([null, 0]);
  });

  test('svc-C3 svc-T5 svc-T6 nothing, because it cannot be read: everything goes on, and it is said once, with its category', () => {
    const scene = new Scene().until('turn');
    const failure = { code: 'unavailable', family: 'tracker_request', message: 'no answer' } as const;
    for (let poll = 0; poll < 3; poll++) scene.say({ type: 'tracker-unreadable', failure });
    expect(scene.events('tracker-failed')).toMatchObject([
      { message: 'no answer', family: 'tracker_request' },
    ]);
    expect([scene.stand(), scene.agents.size, scene.events('tracker-failed').length]).toEqual([
      'running',
      1,
      1,
    ]);
    scene.tick().playAll();
    expect(scene.events('tracker-recovered')).toHaveLength(1);
    expect(scene.stand()).toBe('merged');
  });

  test('C18 it is read again after each turn, and no turn follows when it is no longer active', () => {
    const scene = new Scene().until('inspecting');
    const { item, run } = scene.take('inspect-chamber');
    const tracked = trackedItem('A', { state: 'Ice' });
    scene.say({ type: 'chamber-inspected', item, run, inspection: scene.inspection('A'), tracked });
    expect([scene.stand(), scene.waiting('play-turn')]).toEqual(['cancelled', []]);
  });
});

describe('C12 svc-O10 the item is read again right before it starts', () => {
  const refreshed = (scene: Scene, tracked: TrackedItem | null): void => {
    const { item, run } = scene.take('refresh-item');
    scene.say({ type: 'item-refreshed', item, run, tracked });
  };

  test.each<readonly [what: string, tracked: Partial<TrackedItem>]>([
    ['not active any more', { state: 'Ice' }],
    ['not to be dispatched', { dispatchable: false }],
    ['blocked meanwhile', { blockedBy: [{ id: 'Z', identifier: 'Z', state: 'Todo' }] }],
  ])('%s: it does not start, and nothing is counted', (_what, tracked) => {
    const scene = new Scene().until('refreshing');
    refreshed(scene, trackedItem('A', tracked));
    scene.answerAll();
    expect(scene.item()).toMatchObject({ state: 'open', retries: 0, attempt: 0, run: null });
    expect(scene.agents.size).toBe(0);
  });

  test('its new words are what the agent gets', () => {
    const scene = new Scene().until('refreshing');
    refreshed(scene, trackedItem('A', { title: 'A better title' }));
    expect(scene.take('prepare-chamber').tracked.title).toBe('A better title');
  });

  test('C13 the slot is gone meanwhile: it stays queued, no retry is counted, and it starts when there is one', () => {
    const scene = new Scene().until('turn');
    scene.hear('A', scene.run().id, { type: 'turn-ended', status: 'failed', message: 'no' });
    scene.answerAll();
    scene.tick(20_000).until('refreshing');
    const { slots } = scene.settings;
    scene.say({ type: 'settings-loaded', settings: { ...scene.settings, slots: { ...slots, total: 0 } } });
    refreshed(scene, scene.tracker.get('A') ?? null);
    expect(scene.item()).toMatchObject({ state: 'queued', retries: 1, run: null });
    scene.say({ type: 'settings-loaded', settings: scene.settings });
    scene.playAll();
    expect([scene.stand(), scene.item().attempt, scene.item().retries]).toEqual(['merged', 2, 1]);
  });

  test('the tracker does not answer: it is tried again at the next poll, and nothing is counted', () => {
    const scene = new Scene().until('refreshing');
    const { item, run } = scene.take('refresh-item');
    scene.say({ type: 'refresh-failed', item, run, failure: { code: 'timeout', message: 'slow' } });
    expect(scene.item()).toMatchObject({ state: 'queued', retries: 0, dueAt: scene.now + 30_000, run: null });
  });
});
