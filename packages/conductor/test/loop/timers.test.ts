import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { Hall } from './hall.ts';

describe('C17 ticking', () => {
  const reads = (hall: Hall): number => hall.performed.filter(({ what }) => what === 'fetchByStates').length;

  test('svc-O2 at once, then every poll interval', async () => {
    const hall = await new Hall([]).open();
    expect([reads(hall), hall.clock.due]).toEqual([1, [30_000]]);
    await hall.clock.advance(29_999);
    expect(reads(hall)).toBe(1);
    await hall.clock.advance(1);
    expect(reads(hall)).toBe(2);
    await hall.clock.advance(60_000);
    expect(reads(hall)).toBe(4);
  });

  test('C21 a changed interval is followed at once, also a shorter one', async () => {
    const hall = await new Hall([]).open({ pollIntervalMs: 3_600_000 });
    expect(hall.clock.due).toEqual([3_600_000]);
    hall.conductor.post({ type: 'settings-loaded', settings: { ...SETTINGS, pollIntervalMs: 5_000 } });
    await hall.clock.settle();
    expect([reads(hall), hall.clock.due]).toEqual([1, [5_000]]);
    await hall.clock.advance(10_000);
    expect(reads(hall)).toBe(3);
  });

  test('further apart while the tracker asks for it', async () => {
    const hall = new Hall([]);
    let factor = 3;
    Object.assign(hall.tracker, { nextPollMs: (interval: number) => factor * interval });
    await hall.open();
    expect(hall.clock.due).toEqual([90_000]);
    factor = 1;
    await hall.clock.advance(90_000);
    expect([reads(hall), hall.clock.due]).toEqual([2, [30_000]]);
  });

  test('brought forward by a hint, the next one counts from there', async () => {
    const hall = await new Hall([]).open();
    await hall.clock.advance(20_000);
    hall.conductor.startTicking();
    await hall.clock.settle();
    expect([reads(hall), hall.clock.due]).toEqual([2, [30_000]]);
  });
});

describe('C8 the wake timer', () => {
  test('svc-R1 svc-R5 is set to what is due next, and there is one', async () => {
    const hall = await new Hall().open();
    expect(hall.clock.due).toEqual([30_000, SETTINGS.stallTimeoutMs]);
    await hall.clock.advance(10_000);
    hall.first.hear({ type: 'message', text: 'still here' });
    await hall.clock.settle();
    expect(hall.clock.due).toEqual([20_000, SETTINGS.stallTimeoutMs]);
  });

  test('starts a retry when it is due, with no tick in between', async () => {
    const hall = await new Hall().open({ pollIntervalMs: 3_600_000 });
    hall.first.hear({ type: 'turn-ended', status: 'failed', message: 'no' });
    await hall.clock.settle();
    const [wait = 0] = hall.clock.due;
    const dueAt = hall.conductor.state.items.get('A')?.dueAt;
    expect(hall.clock.now() + wait).toBe(dueAt);
    await hall.clock.advance(wait - 1);
    expect(hall.players).toHaveLength(1);
    await hall.clock.advance(1);
    expect(hall.players.map(({ start }) => start.attempt)).toEqual([1, 2]);
  });

  test('is restored with its due time after a restart', async () => {
    const hall = await new Hall().open();
    hall.first.hear({ type: 'turn-ended', status: 'failed', message: 'no' });
    await hall.clock.settle();
    const dueAt = hall.conductor.state.items.get('A')?.dueAt ?? 0;
    const again = new Hall(['A'], { store: hall.store });
    again.tracker.put({ ...hall.first.start.item, state: 'In Progress' });
    await again.open();
    expect(again.clock.now() + Math.min(...again.clock.due)).toBe(dueAt);
  });
});
