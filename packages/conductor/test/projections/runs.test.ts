import { type Entry, type LogEvent, NO_SPEND } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUN_TYPES, runHistory } from '../../src/index.ts';
import { ended, ending, moved, proof, recorded, seed, started, stormed, turn } from './stories.ts';

/** The words of the last run's end. */
function checkEnd(words: string, ...events: readonly LogEvent[]): void {
  const { runs } = runHistory(recorded(started('r'), ...events, ended('r')), null);
  expect(runs.at(-1)?.end).toBe(words);
}

describe('the runs of an item', () => {
  test('are told in order with what they took', () => {
    const entries = recorded(
      started('r1'),
      turn('r1', 1),
      turn('r1', 2),
      ended('r1', 0.5),
      started('r2', 2, 'second'),
      turn('r2', 1),
    );
    const spend = { inputTokens: 7, outputTokens: 7, usd: 7, unpriced: true };
    expect(runHistory(entries, { id: 'r2', spend }).runs).toEqual([
      {
        id: 'r1',
        attempt: 1,
        player: 'first',
        startedAt: 60_000,
        endedAt: 240_000,
        turns: 2,
        spend: { inputTokens: 10, outputTokens: 1, usd: 0.5, unpriced: false },
        end: 'finished',
      },
      {
        id: 'r2',
        attempt: 2,
        player: 'second',
        startedAt: 300_000,
        endedAt: null,
        turns: 1,
        spend,
        end: '',
      },
    ]);
  });

  test('say why they ended, in a person’s words', () => {
    checkEnd('finished, its checks passed', ending('r', 'finished'), proof('r', 0));
    const broken = 'the agent ended with code 1';
    checkEnd(broken, moved('error', 'running', 'queued', { reason: broken }), ending('r', broken));
    checkEnd('killed by a person', moved('cancelled', 'running', 'open', { reason: 'killed by a person' }));
    checkEnd('taken over', ending('r', 'taken over'));
    // A pause that was overcome is not why it ended.
    checkEnd('finished', ending('r', 'paused'), turn('r', 2), ending('r', 'finished'));
    checkEnd(
      'first line',
      moved('error', 'running', 'queued', { reason: 'first line\nand the whole output' }),
    );
    checkEnd(`${'x'.repeat(299)}…`, moved('error', 'running', 'queued', { reason: 'x'.repeat(5_000) }));
  });

  test('a failed proof is said and shown with its output', () => {
    const history = runHistory(
      recorded(started('r1'), proof('r1', 0), ended('r1'), started('r2'), proof('r2', 3), ended('r2')),
      null,
    );
    expect(history.runs[1]?.end).toBe('`check` exited with 3 on tree tttttttttt');
    expect(history.evidence?.results[0]?.outputTail).toBe('said by r2');
  });

  test('what moves the item after its run changes nothing about the run', () => {
    const entries = recorded(
      started('r'),
      ended('r'),
      moved('error', 'completed', 'needs_human', { reason: 'not proposed' }),
    );
    expect(runHistory(entries, null).runs[0]?.end).toBe('finished');
  });

  test(`agree with the state after any storm (seed ${seed})`, () => {
    const types: readonly string[] = RUN_TYPES;
    const seen = { ended: 0, open: 0 };
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0, max: 0.4, noNaN: true }), (worldSeed, trouble) => {
        const world = stormed(worldSeed, 120, trouble);
        for (const [id, item] of world.state.items) {
          const own = world.log.filter(({ event }) => 'item' in event && event.item === id);
          const needed: Entry[] = own.filter(({ event }) => types.includes(event.type));
          const history = runHistory(needed, item.run);
          expect(history).toEqual(runHistory(own, item.run));
          const open = history.runs.filter(({ endedAt }) => endedAt === null);
          expect(open.map((run) => run.id)).toEqual(item.run ? [item.run.id] : []);
          expect(open[0]?.spend ?? NO_SPEND).toEqual(item.run?.spend ?? NO_SPEND);
          expect(open[0]?.turns ?? 0).toBe(item.run?.turn ?? 0);
          expect(history.evidence?.commit).toBe(item.evidence?.commit);
          for (const run of history.runs) expect(run.end === '').toBe(run.endedAt === null);
          seen.open += open.length;
          seen.ended += history.runs.length - open.length;
        }
      }),
      { seed, numRuns: 60 },
    );
    expect(seen.open).toBeGreaterThan(0);
    expect(seen.ended).toBeGreaterThan(0);
  });
});
