import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { NewWork } from '@symphony/domain';
import { expect, test } from 'vitest';
import { failureFrom, scratchBoard } from './scratch-board.ts';

const run = promisify(execFile);

const work = (id: string, more: Partial<NewWork> = {}): NewWork => ({
  id,
  title: 'Mend it',
  description: 'It is broken.',
  labels: [],
  priority: null,
  fields: {},
  ...more,
});

test('P7 the file is named after the id, is in the first column and says nothing that was not said', async () => {
  const { board, text } = scratchBoard();
  await board.create(work('M7f3a-fix', { labels: ['Bug'], priority: 1, fields: { player: 'first' } }));
  expect(text('M7f3a-fix.md').replace(/created: .*/, 'created: …')).toBe(
    '---\ntitle: Mend it\nstate: Todo\npriority: 1\nlabels: [bug]\nplayer: first\ncreated: …\n---\n\nIt is broken.\n',
  );
  await board.create(work('M7f3a-plain', { description: '' }));
  expect(text('M7f3a-plain.md').replace(/created: .*/, 'created: …')).toBe(
    '---\ntitle: Mend it\nstate: Todo\ncreated: …\n---\n',
  );
});

test('P7 a file that is there is left to the last byte, whatever its case and even if it cannot be read', async () => {
  const malformed = '---\ntitle: ""\n---\n';
  const { board, text } = scratchBoard({
    'M1-a.md': '# By hand',
    'other.md': '---\nid: M1-b\n---\n',
    'M1-c.md': malformed,
  });
  for (const id of ['M1-a', 'm1-A', 'M1-b', 'M1-c']) await board.create(work(id));
  expect(text('M1-a.md')).toBe('# By hand');
  expect(text('M1-c.md')).toBe(malformed);
  expect((await board.list()).items.map((item) => item.id).toSorted()).toEqual(['M1-a', 'M1-b']);
});

test('P7 a file of that name which stands for another item is not taken over', async () => {
  const { board, text } = scratchBoard({ 'M1-a.md': '---\nid: S-9\ntitle: Nine\n---\n' });
  const failure = await failureFrom(board.create(work('M1-a')));
  expect(failure).toMatchObject({ code: 'conflict' });
  expect(failure.message).toContain('M1-a.md');
  expect(text('M1-a.md')).toContain('Nine');
});

test('P7 an id that could leave the folder, hide or be no name is refused, and nothing is written', async () => {
  const { board, folder } = scratchBoard({ 'S-1.md': '# One' });
  const ids = [
    '../out',
    '/etc/out',
    'a/b',
    'a\\b',
    '.hidden',
    '',
    '..',
    'a\0b',
    'a\nb',
    'x'.repeat(201),
    '-rf',
    'ä',
  ];
  for (const id of ids) {
    const failure = await failureFrom(board.create(work(id)));
    expect([id, failure.code]).toEqual([id, 'invalid']);
  }
  expect(readdirSync(folder)).toEqual(['S-1.md']);
  expect(readdirSync(join(folder, '..'))).toEqual(['board']);
});

test('P7 two processes that make the same items at once make each of them once', async () => {
  const { board, folder } = scratchBoard();
  const program = `
    import { openBoard } from ${JSON.stringify(join(import.meta.dirname, '../../src/tracker/board/index.ts'))};
    const [folder, who] = process.argv.slice(1);
    const board = openBoard({ folder, states: ['Todo', 'Done'] });
    await Promise.all(Array.from({ length: 10 }, (_, n) => board.create({
      id: 'M1-' + n, title: who + ' ' + n, description: who, labels: [], priority: null, fields: {} })));`;
  const args = ['--input-type=module', '--eval', program, folder];
  await Promise.all(['left', 'right'].map((who) => run(process.execPath, [...args, who])));
  const { items, problems } = await board.list();
  expect(problems).toEqual([]);
  expect(items).toHaveLength(10);
  for (const item of items) expect(item.title).toMatch(new RegExp(`^${item.description} \\d$`));
  expect(readdirSync(folder)).toHaveLength(10);
});
