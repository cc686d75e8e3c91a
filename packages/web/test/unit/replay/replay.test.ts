import type { TimelineMark } from '@symphony/domain';
import { busy, EVERY_EVENT, entriesOf } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { neighbouringMark, placeMarks } from '../../../src/screens/replay/lanes.ts';
import { columnsOf, happening } from '../../../src/screens/replay/moment.ts';
import { NewestWish } from '../../../src/screens/replay/newest-wish.ts';
import { advance, LONGEST_WAIT_MS } from '../../../src/screens/replay/playback.ts';
import { readSeq } from '../../../src/screens/replay/use-place.ts';

describe('only the newest wish is asked for', () => {
  /** Answers when it is told to. */
  const slow = () => {
    const asked: number[] = [];
    const heard: string[] = [];
    const answers: ((answer: string | Error) => void)[] = [];
    const wishes = new NewestWish<number, string>(
      (wish) =>
        new Promise((resolve, reject) => {
          asked.push(wish);
          answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        }),
      (wish, answer) => heard.push(`${wish} ${answer}`),
      (wish, error) => heard.push(`${wish} ${(error as Error).message}`),
    );
    const answer = async (text: string | Error): Promise<void> => {
      answers.shift()?.(text);
      await new Promise(setImmediate);
    };
    return { asked, heard, wishes, answer };
  };

  test('one at a time, and what was passed meanwhile never', async () => {
    const { asked, heard, wishes, answer } = slow();
    for (const wish of [1, 2, 3, 4]) wishes.want(wish);
    expect(asked).toEqual([1]);
    await answer('a');
    expect(asked).toEqual([1, 4]);
    await answer('b');
    expect(asked).toEqual([1, 4]);
    expect(heard).toEqual(['1 a', '4 b']);
    wishes.want(5);
    expect(asked).toEqual([1, 4, 5]);
  });

  test('a refusal does not stop those after it; after the end nothing is heard', async () => {
    const { asked, heard, wishes, answer } = slow();
    wishes.want(1);
    wishes.want(2);
    await answer(new Error('no'));
    expect(heard).toEqual(['1 no']);
    expect(asked).toEqual([1, 2]);
    wishes.end();
    await answer('late');
    expect(heard).toEqual(['1 no']);
  });
});

describe('playing', () => {
  const AHEAD = [
    { seq: 2, at: 1_000 },
    { seq: 3, at: 1_500 },
    { seq: 4, at: 9_000_000 },
  ];
  const head = { seq: 1, clock: 0 };

  test('goes on as fast as it was told, over all that happened meanwhile', () => {
    expect(advance(head, AHEAD, 100, 0, 1)).toEqual({
      head: { seq: 1, clock: 100 },
      ahead: AHEAD,
      waitedMs: 100,
    });
    expect(advance(head, AHEAD, 100, 0, 10).head).toEqual({ seq: 2, clock: 1_000 });
    const both = advance(head, AHEAD, 100, 0, 60);
    expect(both.head).toEqual({ seq: 3, clock: 6_000 });
    expect(both.ahead).toEqual([{ seq: 4, at: 9_000_000 }]);
    expect(both.waitedMs).toBe(0);
  });

  test('does not wait for a night', () => {
    const quiet = { seq: 3, clock: 6_000 };
    const night = AHEAD.slice(2);
    expect(advance(quiet, night, 16, LONGEST_WAIT_MS - 20, 1).head.seq).toBe(3);
    expect(advance(quiet, night, 16, LONGEST_WAIT_MS - 10, 1).head).toEqual({ seq: 4, clock: 9_000_000 });
  });

  test('waits for what is not known yet', () => {
    const at = { head, ahead: [], waitedMs: 0 };
    expect(advance(head, [], 100, 0, 600)).toEqual(at);
  });
});

const mark = (seq: number, kind: TimelineMark['kind']): TimelineMark => ({
  seq,
  at: seq,
  kind,
  item: null,
  words: kind,
});

test('marks stand in the line of their meaning, where they belong', () => {
  const marks = [mark(1, 'started'), mark(6, 'failed'), mark(9, 'needs-human'), mark(11, 'merged')];
  const lanes = placeMarks(marks, 1, 11);
  expect(lanes.map(({ name, marks: found }) => [name, found.map(({ place }) => place)])).toEqual([
    ['Merged', [1]],
    ['Trouble', [0.5, 0.8]],
    ['Started, stopped', [0]],
  ]);
  expect(placeMarks([mark(1, 'merged')], 1, 1)[0]?.marks[0]?.place).toBe(0);
});

test('from mark to mark', () => {
  const marks = [mark(3, 'merged'), mark(7, 'failed')];
  expect(neighbouringMark(marks, 3, 1)?.seq).toBe(7);
  expect(neighbouringMark(marks, 7, 1)).toBeNull();
  expect(neighbouringMark(marks, 7, -1)?.seq).toBe(3);
  expect(neighbouringMark(marks, 3, -1)).toBeNull();
});

test('the columns hold every item once', () => {
  const columns = columnsOf(busy);
  const ids = Object.values(columns).flatMap((items) => items.map(({ id }) => id));
  expect(ids.toSorted()).toEqual(busy.items.map(({ id }) => id).toSorted());
  expect(columns.working.length).toBeGreaterThan(0);
});

test('whatever was recorded is said in one line', () => {
  for (const entry of entriesOf(Object.values(EVERY_EVENT))) {
    const { words } = happening({ seq: entry.seq, status: busy, entry });
    expect(words).toMatch(/^\P{Cc}+$/u);
  }
  expect(happening({ seq: 0, status: busy, entry: null }).name).toBeNull();
});

test.each([
  ['12', 12],
  [null, null],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e9', null],
  ['99999999999999999999', null],
])('the address %s means entry %s', (text, seq) => {
  expect(readSeq(text)).toBe(seq);
});
