import { trackedItem } from '@symphony/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longHistory, merged, opening, played } from './history.ts';
import { openRoom, type Room } from './reading-room.ts';

let room: Room;
beforeEach(() => {
  room = openRoom();
});
afterEach(() => room.close());

test('an empty log has no ends and no marks', async () => {
  expect(await room.queries.timeline({ marks: 10 })).toEqual({ first: null, last: null, marks: [] });
});

test('marks are told in words, with the names people use, and follow the log', async () => {
  room.record(...opening([trackedItem('a', { identifier: 'A-1' })]), ...played({ item: 'a', run: 'r' }));
  const before = await room.queries.timeline({ marks: 10 });
  expect(before.marks.map(({ words }) => words)).toEqual([
    'the conductor started (version 0, pid 1)',
    'first takes it (attempt 1)',
  ]);
  room.record(...merged('a'));
  const { first, last, marks } = await room.queries.timeline({ marks: 10 });
  expect(first).toEqual({ seq: 1, at: room.store.read(0, 1)[0]?.at });
  expect(last).toEqual({ seq: room.store.lastSeq(), at: room.now() });
  expect(marks.at(-1)).toEqual({ ...last, kind: 'merged', item: 'A-1', words: 'merged into main' });
});

test('what an agent asks is one line of bounded length', async () => {
  const text = `Shall I?\n${'and more '.repeat(1_000)}`;
  const long = 'x'.repeat(100_000);
  const asked = (words: string) =>
    ({
      type: 'question-asked',
      item: 'A',
      run: 'r',
      question: {
        id: words.slice(0, 5),
        text: words,
        choices: [],
        defaultAnswer: null,
        defaultAfterMs: null,
      },
    }) as const;
  room.record(...opening([trackedItem('A')]), asked(text), asked(long));
  const { marks } = await room.queries.timeline({ marks: 10 });
  expect(marks[1]?.words).toBe('asks: Shall I?');
  expect(marks[2]?.words).toHaveLength(200);
});

test('a long log is thinned out to what was asked for', { timeout: 60_000 }, async () => {
  for (const events of longHistory(1_000, 100_000)) room.recordAt(room.now() + 60_000, events);
  const { marks } = await room.queries.timeline({ marks: 100 });
  expect(marks).toHaveLength(100);
  expect(marks.every(({ kind }) => kind === 'merged')).toBe(true);
  expect((await room.queries.timeline({ marks: 1e9 })).marks).toHaveLength(1_000);
  const from = performance.now();
  await room.queries.timeline({ marks: 100 });
  expect(performance.now() - from).toBeLessThan(300);
});
