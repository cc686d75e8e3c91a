import { emptyLedger, foldStats } from '@symphony/conductor';
import type { LogEvent } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MOST_DAYS, statsView } from '../../src/workbench/queries/stats.ts';
import { longHistory, merged, moved, opening, played, spend } from './history.ts';
import { expectRefused, openRoom, type Room } from './reading-room.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 4, 1);
const seed = Number(process.env.SYMPHONY_SEED ?? Math.floor(Math.random() * 2 ** 31));

let room: Room;
beforeEach(() => {
  room = openRoom();
});
afterEach(() => room.close());

/** A run that took `minutes` and failed or was stopped. */
function lasted(run: string, minutes: number, how: 'failed' | 'stopped', player = 'first'): void {
  const begun = room.now();
  room.recordAt(begun, [{ type: 'run-started', item: 'A', run, attempt: 1, player, reservedUsd: 0 }]);
  const end =
    how === 'failed'
      ? moved('A', 'error', 'running', 'failed')
      : { ...moved('A', 'cancelled', 'running', 'open'), outcome: 'cancelled' as const };
  room.recordAt(begun + minutes * 60_000, [end, { type: 'run-ended', item: 'A', run, spend: spend(1) }]);
}

describe('stats', () => {
  test('are counted by player, by melody and by UTC day without gaps', async () => {
    room.recordAt(START, opening([trackedItem('A'), trackedItem('B')]));
    lasted('r1', 10, 'failed');
    lasted('r2', 30, 'stopped', 'second');
    room.recordAt(START + 2 * DAY, [...played({ item: 'B', run: 'r3', player: 'second' }), ...merged('B')]);
    const view = await room.queries.stats({ from: START, to: START + 3 * DAY });
    const count = (runs: number, succeeded: number, failed: number, other: number) => ({
      runs,
      succeeded,
      failed,
      other,
    });
    expect(view.totals).toMatchObject({ ...count(3, 1, 1, 1), medianMs: 600_000, p90Ms: 1_800_000 });
    expect(view.totals.spend.usd).toBeCloseTo(2.01);
    expect(view.byPlayer).toMatchObject([
      { name: 'second', ...count(2, 1, 0, 1), medianMs: 900_000, p90Ms: 1_800_000 },
      { name: 'first', ...count(1, 0, 1, 0) },
    ]);
    expect(view.byDay).toMatchObject([
      { name: '2026-05-01', ...count(2, 0, 1, 1) },
      { name: '2026-05-02', ...count(0, 0, 0, 0), medianMs: null, p90Ms: null },
      { name: '2026-05-03', ...count(1, 1, 0, 0) },
    ]);
    expect(view.byMelody).toEqual([]);
  });

  test('cover the last thirty days when nobody says, and count only what ended in them', async () => {
    room.recordAt(START, opening([trackedItem('A')]));
    lasted('r1', 1, 'failed');
    room.recordAt(START + 40 * DAY, []);
    lasted('r2', 1, 'failed');
    const view = await room.queries.stats({});
    expect(view.totals.runs).toBe(0); // what ends at `to` belongs to the time after it
    room.recordAt(room.now() + 1, [{ type: 'tracker-recovered' }]);
    const later = await room.queries.stats({});
    expect(later.totals.runs).toBe(1);
    expect(later.to - later.from).toBe(30 * DAY);
    expect((await room.queries.stats({ from: 0 })).totals.runs).toBe(2);
  });

  test('a long time is told in its newest days, and counted whole', async () => {
    room.recordAt(START, opening([trackedItem('A')]));
    lasted('r1', 1, 'failed');
    const { byDay, totals } = await room.queries.stats({ from: 0, to: START + 2_000 * DAY });
    expect(byDay).toHaveLength(MOST_DAYS);
    expect(totals.runs).toBe(1);
    await expectRefused(room.queries.stats({ from: 5, to: 4 }), 'invalid', /ends before it begins/);
  });

  test(`asked in between or only at the end, the answer is the same (seed ${seed})`, async () => {
    const step = fc.record({ item: fc.nat(2), what: fc.nat(3), minutes: fc.nat(3_000), ask: fc.boolean() });
    const ids = ['A', 'B', 'C'];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const now = openRoom();
        try {
          now.recordAt(START, opening(ids.map((id) => trackedItem(id))));
          for (const [at, { item: number, what, minutes, ask }] of steps.entries()) {
            const item = ids[number] as string;
            now.recordAt(now.now() + minutes * 60_000, episode(item, `r${at}`, what));
            if (ask) await now.queries.stats({ from: 0 });
          }
          const ledger = emptyLedger();
          now.store.fold(0, (entry) => foldStats(ledger, entry));
          const until = now.now() + 1;
          expect(await now.queries.stats({ from: START, to: until })).toEqual(
            statsView(ledger, START, until),
          );
        } finally {
          now.close();
        }
      }),
      { seed, numRuns: 25 },
    );
  });

  test('100,000 entries are counted without holding anybody up', { timeout: 60_000 }, async () => {
    for (const events of longHistory(1_000, 100_000)) room.recordAt(room.now() + 60_000, events);
    const first = performance.now();
    const { totals } = await room.queries.stats({ from: 0, to: room.now() + 1 });
    const again = performance.now();
    await room.queries.stats({ from: 0 });
    const end = performance.now();
    expect(totals).toMatchObject({ runs: 1_000, succeeded: 1_000 });
    expect(again - first).toBeLessThan(2_000);
    expect(end - again).toBeLessThan(again - first);
  });
});

/** Something that may happen to an item, in whatever state it is: the ledger must cope with any order. */
function episode(item: string, run: string, what: number): LogEvent[] {
  switch (what) {
    case 0:
      return played({ item, run });
    case 1:
      return [...played({ item, run }), ...merged(item)];
    case 2:
      return merged(item);
    default:
      return played({ item, run }).slice(0, 6);
  }
}
