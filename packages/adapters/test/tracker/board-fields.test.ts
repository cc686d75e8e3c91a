import { expect, test } from 'vitest';
import { failureFrom, scratchBoard } from './scratch-board.ts';

const edited = async (before: string, fields: Record<string, null | string>): Promise<string> => {
  const { board, text } = scratchBoard({ 'a.md': before });
  await board.edit('a', { fields });
  return text('a.md');
};

const lines = (...all: string[]): string =>
  ['---', 'created: 2026-01-01', ...all, '---', 'Body', ''].join('\n');

test.each([
  ['its line goes', lines('rank: 5', 'title: T'), lines('title: T')],
  ['with its comment', lines('title: T', 'rank: 5 # mine'), lines('title: T')],
  [
    'other comments stay',
    lines('# of the title', 'title: T # yes', 'rank: 5'),
    lines('# of the title', 'title: T # yes'),
  ],
  ['one that is null already', lines('rank: null', 'title: T'), lines('title: T')],
  ['one without a value', lines('title: T', 'rank:'), lines('title: T')],
  ['one that is not there changes nothing', lines("title:   'T'"), lines("title:   'T'")],
  ['a text over several lines', lines('rank: >-', '  a', '  b', 'title: T'), lines('title: T')],
  ['a list', lines('rank:', '  - a', '  - b', 'title: T'), lines('title: T')],
  [
    'windows lines',
    lines('rank: 5', 'title: T').replaceAll('\n', '\r\n'),
    lines('title: T').replaceAll('\n', '\r\n'),
  ],
])('a field that is null is taken away: %s', async (_what, before, after) => {
  expect(await edited(before, { rank: null })).toBe(after);
});

test('one is taken away and another set in the same edit', async () => {
  const { board } = scratchBoard({ 'a.md': lines('rank: 5', 'title: T', 'player: one') });
  const item = await board.edit('a', { fields: { rank: null, player: 'two' }, priority: null });
  expect(item.fields).toEqual({ player: 'two' });
});

test('an anchor others lean on is not torn out', async () => {
  const { board, text } = scratchBoard({ 'a.md': lines('rank: &n 5', 'other: *n', 'title: T') });
  const before = text('a.md');
  const failure = await failureFrom(board.edit('a', { fields: { rank: null } }));
  expect(failure.code).toBe('invalid');
  expect(text('a.md')).toBe(before);
});

test('what has an option of its own is no field, null or not', async () => {
  const { board } = scratchBoard({ 'a.md': lines('title: T') });
  expect((await failureFrom(board.edit('a', { fields: { title: null } }))).code).toBe('invalid');
});
