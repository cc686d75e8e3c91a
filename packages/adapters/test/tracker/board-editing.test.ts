import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewItem } from '../../src/tracker/board/index.ts';
import { failureFrom, scratchBoard } from './scratch-board.ts';

const KEPT = [
  '---',
  '# mine: do not touch',
  'title:   "Fix it"    # quoted on purpose',
  '',
  "state: 'Todo'   # column",
  'labels: [ui,   bug ]',
  'steps:',
  '- one   # first',
  '-   two',
  'blocked_by:',
  '  - S-9   # the big one',
  '  - S-8',
  'note: >-',
  '  folded',
  '  text',
  'created: 2026-01-01',
  '---',
  '',
  'Body with trailing space  ',
  '--- ',
  '\tand a tab',
  '',
];

for (const ending of ['\n', '\r\n']) {
  const name = ending === '\n' ? 'LF' : 'CRLF';
  const original = KEPT.join(ending);

  test(`moving changes one word of the file and no other byte (${name})`, async () => {
    const { board, text } = scratchBoard({ 'a.md': `\uFEFF${original}` });
    await board.moveTo('A', ' in progress');
    expect(text('a.md')).toBe(`\uFEFF${original.replace("'Todo'", 'In Progress')}`);
    await board.moveTo('a', 'Todo');
    expect(text('a.md')).toBe(`\uFEFF${original.replace("'Todo'", 'Todo')}`);
  });

  test(`an edit keeps comments, unknown keys and the body (${name})`, async () => {
    const { board, text } = scratchBoard({ 'a.md': original });
    await board.edit('a', { title: 'Other: #1', labels: ['New', 'bug'], priority: 2, assignee: null });
    const expected = original
      .replace('"Fix it"', '"Other: #1"')
      .replace('[ui,   bug ]', '[new, bug]')
      .replace(`created: 2026-01-01${ending}`, `created: 2026-01-01${ending}priority: 2${ending}`);
    expect(text('a.md')).toBe(expected);
  });

  test(`a list over several lines keeps the comments of the entries that stay (${name})`, async () => {
    const { board, text } = scratchBoard({ 'a.md': original });
    await board.edit('a', { blockedBy: ['S-9', 'S-7'] });
    const after = text('a.md');
    for (const kept of ['# mine: do not touch', '# quoted on purpose', '# first', '# the big one', 'S-7']) {
      expect(after).toContain(kept);
    }
    expect(after).not.toContain('S-8');
    expect(after.split(`${ending}---${ending}`)[1]).toBe(original.split(`${ending}---${ending}`)[1]);
    expect(after.replaceAll('\r\n', '').includes('\n')).toBe(ending === '\n');
    const { item } = await board.show('a');
    expect(item.fields).toEqual({ steps: ['one', 'two'], note: 'folded text' });
    expect(item.blockedBy.map((blocker) => blocker.id)).toEqual(['S-9', 'S-7']);
  });
}

test('a file without front matter gets some, above its untouched text', async () => {
  const { board, text, folder } = scratchBoard({ 'a.md': '# Title\n\nText' });
  const { birthtimeMs } = statSync(join(folder, 'a.md'));
  await board.moveTo('a', 'Done');
  const created = new Date(birthtimeMs).toISOString();
  expect(text('a.md')).toBe(`---\nstate: Done\ncreated: ${created}\n---\n# Title\n\nText`);
});

test('moving an item to where it is writes nothing, however the state is written', async () => {
  const { board, text } = scratchBoard({ 'a.md': '# A', 'b.md': '---\nstate: "  dONE"\n---\n' });
  await board.moveTo('a', 'todo');
  await board.moveTo('b', 'Done');
  expect(text('a.md')).toBe('# A');
  expect(text('b.md')).toBe('---\nstate: "  dONE"\n---\n');
});

test('C12 an item keeps its age when it is written', async () => {
  const { board, folder } = scratchBoard({ 'a.md': '# Old' });
  const old = new Date('2020-02-02T00:00:00Z');
  utimesSync(join(folder, 'a.md'), old, old);
  await board.comment('a', 'k', 'Hello.');
  expect((await board.show('a')).item.createdAt).toBe(old.getTime());
});

const TRICKY: Readonly<Record<string, string>> = {
  'an empty front matter': '---\n---\nx',
  'only a comment in it': '---\n# nothing yet\n---\nx',
  'a key without a value': '---\nstate:\ntitle: a\n---\nx',
  'a key without a value and a comment': '---\nstate: # none\ntitle: a\n---\nx',
  'one line of braces': '---\n{ state: Todo, title: a }\n---\nx',
  'an indented map': '---\n  title: a\n  state: Todo\n---\nx',
  'a block scalar': '---\nstate: |\n  Todo\ntitle: a\n---\nx',
  'a quoted key': '---\n"state": Todo\n---\nx',
  'no ending at the end': '---\nstate: Todo\n---',
  'an anchor': '---\nstate: &s Todo\n---\nx',
};

for (const [what, content] of Object.entries(TRICKY)) {
  test(`front matter with ${what} can be changed`, async () => {
    const { board, text } = scratchBoard({ 'a.md': content });
    const before = (await board.show('a')).item;
    await board.moveTo('a', 'Review');
    const { item } = await board.show('a');
    expect({ ...item, state: 'Todo', updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 });
    expect(item.state).toBe('Review');
    expect(text('a.md').endsWith(content.endsWith('x') ? '---\nx' : '---')).toBe(true);
    expect(text('a.md').includes('#')).toBe(content.includes('#'));
  });
}

test('a change that would reach another key through an alias is refused, and the file stays', async () => {
  const content = '---\nstate: &s Todo\nmirror: *s\ncreated: 2026-01-01\n---\nx';
  const { board, text } = scratchBoard({ 'a.md': content });
  expect(await failureFrom(board.moveTo('a', 'Done'))).toMatchObject({
    code: 'invalid',
    nextStep: expect.any(String),
  });
  expect(text('a.md')).toBe(content);
});

test('an unknown state is refused with the known ones and the nearest', async () => {
  const { board, text } = scratchBoard({ 'a.md': 'x' });
  for (const call of [
    () => board.moveTo('a', 'Dome'),
    () => board.add({ title: 'T', state: 'dnoe' }),
    () => board.edit('a', { state: 'Don' }),
  ]) {
    expect(await failureFrom(call())).toEqual({
      code: 'invalid',
      message: expect.stringContaining('its states are Todo, In Progress, Review, Done, Cancelled'),
      nextStep: 'Did you mean "Done"?',
    });
  }
  expect(text('a.md')).toBe('x');
  expect((await board.list()).items).toHaveLength(1);
});

const REFUSED: Readonly<Record<string, NewItem>> = {
  'no title': { title: ' \n ' },
  'a fractional priority': { title: 'T', priority: 0.5 },
  'a field that has its own option': { title: 'T', fields: { state: 'Todo' } },
  'a text beyond the limit': { title: 'T', description: 'x'.repeat(1024 * 1024) },
};

for (const [what, item] of Object.entries(REFUSED)) {
  test(`add refuses ${what} and writes nothing`, async () => {
    const { board } = scratchBoard();
    expect((await failureFrom(board.add(item))).code).toBe('invalid');
    expect(await board.list()).toEqual({ items: [], problems: [] });
  });
}

test('an item that is not there: show, edit, pathOf say so', async () => {
  const { board } = scratchBoard();
  const calls = [
    () => board.show('S-1'),
    () => board.edit('S-1', { title: 'x' }),
    () => board.pathOf('S-1'),
    () => board.moveTo('S-1', 'Done'),
    () => board.comment('S-1', 'k', 'x'),
  ];
  for (const call of calls) {
    expect((await failureFrom(call())).code).toBe('missing');
  }
});

test('ids go on from the highest, in file names and in front matter', async () => {
  const { board, text } = scratchBoard({
    's-4.md': 'x',
    'other.md': '---\nid: S-11\n---\n',
    'S-3.md': '---\n[\n---',
  });
  const item = await board.add({
    title: 'Next',
    description: 'Do it.',
    priority: 1,
    labels: ['Bug', 'bug'],
    blockedBy: ['S-11'],
    fields: { player: 'soloist' },
  });
  expect(item).toMatchObject({ id: 'S-12', state: 'Todo', labels: ['bug'], fields: { player: 'soloist' } });
  expect(item.blockedBy).toEqual([{ id: 'S-11', identifier: 'S-11', state: 'Todo' }]);
  expect(text('S-12.md').replace(/created: .*/, 'created: …')).toBe(
    '---\ntitle: Next\nstate: Todo\npriority: 1\nlabels: [bug]\nblocked_by: [S-11]\nplayer: soloist\ncreated: …\n---\n\nDo it.\n',
  );
});

test('C9 comments: one section, a person may write around it, the description stays theirs', async () => {
  const body = '# T\n\n## Comments\n\nEarly.\n\n## More\n\nText\n\n## Comments\n\nMy own remark.\n';
  const { board, text, write } = scratchBoard({ 'a.md': `---\ncreated: 2026-01-01\n---\n${body}` });
  const say = (...keys: string[]) =>
    Promise.all(keys.map((key) => board.comment('a', key, `Said ${key}.\n## x`)));
  await say('one', 'two', 'one', 'two');
  const after = text('a.md');
  expect(after).toBe(
    `---\ncreated: 2026-01-01\n---\n${body}\n<!-- symphony:one -->\n> Said one.\n> ## x\n\n<!-- symphony:two -->\n> Said two.\n> ## x\n`,
  );
  expect((await board.show('a')).item.description).toBe(body.trimEnd());
  write('a.md', `${after}\n## Later\n\nEven more.\n`);
  await say('three', 'one');
  expect(text('a.md')).toBe(
    `${after}\n<!-- symphony:three -->\n> Said three.\n> ## x\n\n## Later\n\nEven more.\n`,
  );
  expect((await board.show('a')).item.description).toBe(`${body}\n## Later\n\nEven more.`);
});

test('C9 a comment is found again behind a code fence that was never closed', async () => {
  const { board, text } = scratchBoard({ 'a.md': '# T\n\n```\ncode' });
  await board.comment('a', 'k', 'Once.');
  await board.comment('a', 'k', 'Once.');
  expect(text('a.md').match(/Once/g)).toHaveLength(1);
  expect((await board.show('a')).item.description).toBe('# T\n\n```\ncode');
  await board.edit('a', { description: 'New text' });
  expect(text('a.md')).toContain('> Once.');
  expect((await board.show('a')).item).toMatchObject({ title: 'a', description: 'New text' });
});
