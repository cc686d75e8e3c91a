import type { Entry } from '@symphony/domain';
import { itemView, missionRun, status } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { PacedAsking } from '../../../src/live/paced-asking.ts';
import { lastQuietNews, missionMark } from '../../../src/screens/missions/mission/mission-mark.ts';

describe('a mission is asked for again', () => {
  /** Answers only when it is told to. */
  const desk = () => {
    let now = 0;
    const timers: { at: number; call: () => void }[] = [];
    const answers: (() => void)[] = [];
    const askedAt: number[] = [];
    const asking = new PacedAsking(
      () => {
        askedAt.push(now);
        return new Promise<void>((resolve) => answers.push(resolve));
      },
      500,
      {
        now: () => now,
        after: (ms, call) => {
          const timer = { at: now + ms, call };
          timers.push(timer);
          return () => timers.splice(timers.indexOf(timer), 1);
        },
      },
    );
    return {
      asking,
      askedAt,
      answer: async () => {
        answers.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      },
      pass: (ms: number) => {
        now += ms;
        for (const timer of timers.splice(0)) {
          if (timer.at <= now) timer.call();
          else timers.push(timer);
        }
      },
    };
  };

  test('at once, then never faster than twice a second, however often it is wanted', async () => {
    const { asking, askedAt, answer, pass } = desk();
    for (let round = 0; round < 20; round += 1) {
      asking.want();
      asking.want();
      await answer();
      pass(100);
    }
    expect(askedAt).toEqual([0, 500, 1_000, 1_500, 2_000].slice(0, askedAt.length));
    expect(askedAt.length).toBeGreaterThanOrEqual(4);
  });

  test('not while an answer is on its way, and once more after it', async () => {
    const { asking, askedAt, answer, pass } = desk();
    asking.want();
    pass(2_000);
    asking.want();
    expect(askedAt).toEqual([0]);
    await answer();
    expect(askedAt).toEqual([0, 2_000]);
  });

  test('never when it is over', async () => {
    const { asking, askedAt, answer, pass } = desk();
    asking.want();
    asking.want();
    asking.end();
    await answer();
    pass(1_000);
    expect(askedAt).toEqual([0]);
  });
});

describe('the mark of a mission', () => {
  const rest = status({ missions: [missionRun()] });
  const part = itemView('dates-parse', { mission: 'dates' });
  const mark = (change: Partial<typeof rest> = {}, items = [part]) =>
    missionMark('dates', { ...rest, ...change }, items);
  const spend = { inputTokens: 1, outputTokens: 1, usd: 9, unpriced: false };

  test('stays while only money is spent and others move', () => {
    expect(mark({ missions: [missionRun({ spend }), missionRun({ id: 'other', step: 'gating' })] })).toBe(
      mark(),
    );
    expect(mark({}, [part, itemView('x', { state: 'running' })])).toBe(mark());
  });

  test('changes with its step, its items and its collisions', () => {
    const collision = { a: 'dates-parse', b: 'x', files: ['f'], sure: true, first: 'x', rationale: '' };
    const marks = [
      mark(),
      mark({ missions: [missionRun({ step: 'gating' })] }),
      mark({}, [{ ...part, state: 'running' }]),
      mark({ collisions: [collision] }),
    ];
    expect(new Set(marks).size).toBe(marks.length);
  });
});

test('M3 what agents tell of the mission is news, how far they are is none', () => {
  const told = (report: object, seq: number) =>
    ({ seq, at: 0, event: { type: 'tool-reported', report } }) as Entry;
  const requirement = told({ kind: 'requirement', text: 'x', why: '' }, 7);
  expect(lastQuietNews([])).toBe(0);
  expect(lastQuietNews([requirement, told({ kind: 'progress', text: 'x', percent: null }, 9)])).toBe(7);
});
