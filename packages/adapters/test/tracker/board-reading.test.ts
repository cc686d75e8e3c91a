import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isSettled } from '../../src/tracker/board/file-stamp.ts';
import { failureFrom, scratchBoard } from './scratch-board.ts';

test('a plain Markdown file is an item: name, first heading and first state', async () => {
  const { board, folder } = scratchBoard({
    'fix-login.md': '```\n# not this\n```\n\n## Fix the login ##\n\nIt fails.\n',
    'bare.md': 'Only words.',
  });
  const stats = statSync(join(folder, 'fix-login.md'));
  const { items, problems } = await board.list();
  expect(problems).toEqual([]);
  expect(items.map(({ id, identifier, title, state }) => ({ id, identifier, title, state }))).toEqual([
    { id: 'bare', identifier: 'bare', title: 'bare', state: 'Todo' },
    { id: 'fix-login', identifier: 'fix-login', title: 'Fix the login', state: 'Todo' },
  ]);
  expect(items[1]).toMatchObject({ priority: null, labels: [], blockedBy: [], assignee: null, fields: {} });
  expect(items[1]?.createdAt).toBe(Math.floor(Math.min(stats.birthtimeMs, stats.mtimeMs)));
});

test('front matter is read, and every unknown key is a field', async () => {
  const { board } = scratchBoard({
    'a.md': [
      '---',
      'id: 007',
      'title: 2024',
      'state: in PROGRESS # soon',
      'priority: 2',
      'labels: [Bug, 1.0, bug, null]',
      'assignee: ada',
      'created: 2026-01-31 09:30',
      'player: soloist',
      'rehearsal: { steps: [commit, .inf], ok: true }',
      'comments: none yet',
      '__proto__: { polluted: true }',
      '---',
      'Body.',
    ].join('\r\n'),
  });
  const [item] = await board.fetchByIds(['007']);
  expect(item).toMatchObject({
    id: '007',
    title: '2024',
    state: 'In Progress',
    priority: 2,
    labels: ['bug', '1.0'],
    assignee: 'ada',
    createdAt: Date.UTC(2026, 0, 31, 9, 30),
    description: 'Body.',
    nativeRef: { file: 'a.md' },
  });
  expect(Object.entries(item?.fields ?? {})).toEqual([
    ['player', 'soloist'],
    ['rehearsal', { steps: ['commit', null], ok: true }],
    ['comments', 'none yet'],
    ['__proto__', { polluted: true }],
  ]);
});

test('blockers are ids in any case, one or many; one that is not there is told and blocks nothing else', async () => {
  const { board } = scratchBoard({
    'S-1.md': '---\nstate: Review\n---\nx',
    'S-2.md': '---\nblocked_by: s-1\n---\nx',
    'S-3.md': '---\ntitle: three\nblocked_by:\n  - S-1\n  - S-99\n  - s-1\n---\nx',
    'S-4.md': '---\nblocked_by: S-1, S-2\n---\nx',
    'S-10.md': '---\nblocked_by: [3]\n---\nx',
    '3.md': 'three',
  });
  const { items, problems } = await board.list();
  const blockers = Object.fromEntries(
    items.map(({ id, blockedBy }) => [id, blockedBy.map((b) => [b.id, b.state])]),
  );
  expect(blockers).toEqual({
    '3': [],
    'S-1': [],
    'S-2': [['S-1', 'Review']],
    'S-3': [
      ['S-1', 'Review'],
      ['S-99', null],
    ],
    'S-4': [
      ['S-1', 'Review'],
      ['S-2', 'Todo'],
    ],
    'S-10': [['3', 'Todo']],
  });
  expect(problems).toEqual([
    { where: 'S-3.md:5', message: '`blocked_by` names S-99, which is not on the board.' },
  ]);
});

test('two files with one id are both named, and the second is left out', async () => {
  const { board } = scratchBoard({
    'a.md': '---\nid: S-1\ntitle: First\n---\n',
    'b.md': '---\nid: s-1\ntitle: Second\n---\n',
  });
  const { items, problems } = await board.list();
  expect(items.map((item) => item.title)).toEqual(['First']);
  expect(problems).toEqual([
    { where: 'a.md', message: 'The id S-1 is also used by b.md; give one of them another id.' },
    { where: 'b.md', message: 'The id S-1 is already used by a.md, so this file is left out.' },
  ]);
  expect(await board.fetchByIds(['S-1', 's-1'])).toHaveLength(1);
});

const MALFORMED: Readonly<Record<string, { content: string | Buffer; where: string; says: RegExp }>> = {
  'broken YAML': { content: '---\ntitle: a\nlabels: [a\n---\nx', where: 'S-3.md:4', says: /not valid YAML/ },
  'a duplicate key': {
    content: '---\ntitle: a\ntitle: b\n---\n',
    where: 'S-3.md:3',
    says: /not valid YAML.*unique/,
  },
  'front matter that is a list': { content: '---\n\n- a\n---\n', where: 'S-3.md:3', says: /key: value/ },
  'front matter that is a word': { content: '---\nhello\n---\n', where: 'S-3.md:2', says: /key: value/ },
  'unterminated front matter': { content: '---\ntitle: a\n\nbody', where: 'S-3.md:1', says: /never closed/ },
  'labels that are a number': {
    content: '---\ntitle: a\nlabels: 3\n---\n',
    where: 'S-3.md:3',
    says: /`labels`.*"3"/,
  },
  'labels that are a map': { content: '---\nlabels: {a: 1}\n---\n', where: 'S-3.md:2', says: /`labels`/ },
  'labels with a list inside': { content: '---\nlabels: [[a]]\n---\n', where: 'S-3.md:2', says: /`labels`/ },
  'a priority in words': {
    content: '---\n# c\npriority: high\n---\n',
    where: 'S-3.md:3',
    says: /whole number, not "high"/,
  },
  'a fractional priority': { content: '---\npriority: 1.5\n---\n', where: 'S-3.md:2', says: /whole number/ },
  'an unknown state': {
    content: '---\ntitle: a\nstate: Doen\n---\n',
    where: 'S-3.md:3',
    says: /"Doen".*Todo, In Progress.*mean "Done"/,
  },
  'an empty title': { content: '---\ntitle: "  "\n---\n', where: 'S-3.md:2', says: /title is empty/ },
  'a title that is a list': { content: '---\ntitle: [a]\n---\n', where: 'S-3.md:2', says: /`title`/ },
  'an id of two lines': { content: '---\nid: "a\\nb"\n---\n', where: 'S-3.md:2', says: /`id`/ },
  'a flag that is no flag': {
    content: '---\ndispatchable: perhaps\n---\n',
    where: 'S-3.md:2',
    says: /true or false/,
  },
  'invalid UTF-8': { content: Buffer.from('line\ntwo \xff\n', 'latin1'), where: 'S-3.md:2', says: /UTF-8/ },
  'an empty file': { content: '\n \n', where: 'S-3.md:1', says: /empty/ },
  'ten megabytes': { content: Buffer.alloc(10 * 1024 * 1024, 'x'), where: 'S-3.md', says: /10\.0 MB/ },
  'aliases without end': {
    content: `---\na: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n---\n`,
    where: 'S-3.md:2',
    says: /not valid YAML/,
  },
};

for (const [what, { content, where, says }] of Object.entries(MALFORMED)) {
  test(`svc-T3 ${what}: named with file and line, dropped from lists, an error by id`, async () => {
    const { board } = scratchBoard({ 'S-2.md': 'fine', 'S-3.md': content, 'S-4.md': 'fine too' });
    const { items, problems } = await board.fetchByStates(['Todo']);
    expect(items.map((item) => item.id)).toEqual(['S-2', 'S-4']);
    expect(problems).toEqual([{ where, message: expect.stringMatching(says) }]);
    const claimed = what === 'an id of two lines' ? 'a\\nb' : 's-3';
    const failure = await failureFrom(board.fetchByIds(['S-2', claimed]));
    expect(failure).toMatchObject({ code: 'invalid', message: expect.stringContaining(where) });
    expect(await board.pathOf(claimed)).toMatch(/S-3\.md$/);
    expect(await board.fetchByIds(['S-2'])).toHaveLength(1);
  });
}

test('svc-T3 a directory, a link out of the folder and a dead link are named and touch nothing', async () => {
  const { board, folder } = scratchBoard({ 'S-1.md': 'fine' });
  mkdirSync(join(folder, 'S-2.md'));
  const outside = join(dirname(folder), 'secret.md');
  writeFileSync(outside, '---\ntitle: Secret\n---\n');
  symlinkSync(outside, join(folder, 'S-3.md'));
  symlinkSync(join(folder, 'gone.md'), join(folder, 'S-4.md'));
  symlinkSync('S-5.md', join(folder, 'S-5.md'));
  const { items, problems } = await board.list();
  expect(items.map((item) => item.id)).toEqual(['S-1']);
  expect(problems.map(({ where, message }) => [where, message.split(/[ ,]/).slice(0, 4).join(' ')])).toEqual([
    ['S-2.md', 'This is not a'],
    ['S-3.md', 'This link leads out'],
    ['S-4.md', 'This link leads nowhere.'],
    ['S-5.md', 'This link leads nowhere.'],
  ]);
  expect(await failureFrom(board.moveTo('S-3', 'Done'))).toMatchObject({ code: 'invalid' });
  expect(readFileSync(outside, 'utf8')).toBe('---\ntitle: Secret\n---\n');
});

test('a link within the folder is an item, and writing it writes the file it leads to', async () => {
  const { board, folder, write, text } = scratchBoard();
  write('archive/old.md', '---\ntitle: Old\n---\n');
  symlinkSync(join('archive', 'old.md'), join(folder, 'old.md'));
  await board.moveTo('OLD', 'Done');
  expect(text('archive/old.md')).toContain('state: Done');
  expect((await board.show('old')).item.state).toBe('Done');
});

test('svc-T3 an item whose file breaks while it is worked on is an error by its own id, not missing', async () => {
  const { board, write } = scratchBoard({ 'notes.md': '---\nid: S-7\n---\n' });
  expect(await board.fetchByIds(['S-7'])).toHaveLength(1);
  write('notes.md', '---\nid: S-7 # mine\nstate: [\n---\n');
  expect((await failureFrom(board.fetchByIds(['S-7']))).code).toBe('invalid');
  write('notes.md', Buffer.alloc(2 * 1024 * 1024));
  expect((await failureFrom(board.fetchByIds(['S-7']))).code).toBe('invalid');
  write('notes.md', '---\nid: S-7\nstate: Done\n---\n');
  expect(await board.fetchByIds(['S-7'])).toMatchObject([{ state: 'Done' }]);
});

test('a created date that is none is told and does not drop the item', async () => {
  const { board } = scratchBoard({ 'a.md': '---\ntitle: A\ncreated: last week\n---\n' });
  const { items, problems } = await board.list();
  expect(items).toHaveLength(1);
  expect(problems).toEqual([{ where: 'a.md:3', message: expect.stringContaining('2026-01-31') }]);
});

test('every change is seen: same size, same time, replaced, renamed, removed', async () => {
  const { board, folder, write } = scratchBoard({ 'a.md': '---\nstate: Todo\n---\n', 'b.md': 'x' });
  const path = join(folder, 'a.md');
  const old = new Date('2026-01-01T00:00:00Z');
  const stateOf = async () => (await board.fetchByIds(['a']))[0]?.state;
  utimesSync(path, old, old);
  expect(await stateOf()).toBe('Todo');
  for (const state of ['Done', 'Todo', 'Done']) {
    write('a.md', `---\nstate: ${state}\n---\n`); // in place, same size, within one tick of the clock
    expect(await stateOf()).toBe(state);
    utimesSync(path, old, old); // as a copying tool would
    expect(await stateOf()).toBe(state);
  }
  write('.other', '---\nstate: Todo\n---\n');
  renameSync(join(folder, '.other'), path);
  expect(await stateOf()).toBe('Todo');
  linkSync(path, join(folder, 'c.md'));
  rmSync(join(folder, 'b.md'));
  expect((await board.list()).items.map((item) => item.id)).toEqual(['a', 'c']);
});

test('a stamp is trusted only when the version is older than the coarsest clock tick', () => {
  const check = (mtime: number, ctime: number, readAt: number): boolean =>
    isSettled(
      { ino: 1n, size: 1n, mtimeNs: BigInt(mtime) * 1_000_000n, ctimeNs: BigInt(ctime) * 1_000_000n },
      readAt,
    );
  expect(check(10_000, 10_000, 12_001)).toBe(true);
  expect(check(10_000, 10_000, 12_000)).toBe(false);
  expect(check(1_000, 10_000, 11_000)).toBe(false); // an old time given to a new file
  expect(check(99_000, 10_000, 20_000)).toBe(false); // a clock that is ahead of ours
});

test('a missing folder is an empty board, also when it goes away later', async () => {
  const { board, folder } = scratchBoard();
  expect(await board.list()).toEqual({ items: [], problems: [] });
  expect(statSync(folder).isDirectory()).toBe(true);
  rmSync(folder, { recursive: true });
  expect(await board.fetchByStates(['Todo'])).toEqual({ items: [], problems: [] });
  await board.add({ title: 'After all' });
  expect((await board.list()).items).toHaveLength(1);
});

test('a board of 10,000 files is polled by looking, not by reading', async () => {
  const { board, folder, write } = scratchBoard();
  mkdirSync(folder, { recursive: true });
  for (let number = 1; number <= 10_000; number++) {
    writeFileSync(
      join(folder, `S-${number}.md`),
      `---\ntitle: Item ${number}\nlabels: [a, b]\n---\n\nBody\n`,
    );
  }
  // Files of the last two seconds are read again, so these have to become older.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const timed = async (): Promise<number> => {
    const start = performance.now();
    const { items } = await board.fetchByStates(['Todo']);
    expect(items).toHaveLength(10_000);
    return performance.now() - start;
  };
  const first = await timed();
  const polls = [await timed(), await timed(), await timed()];
  const best = Math.min(...polls);
  console.info(
    `board, 10,000 files: first read ${first.toFixed(0)} ms, unchanged poll ${best.toFixed(0)} ms`,
  );
  expect(best).toBeLessThan(first / 3);
  rmSync(join(folder, 'S-5000.md'));
  write('S-6000.md', '---\nstate: Done\n---\n');
  const { items } = await board.fetchByStates(['Todo']);
  expect(items).toHaveLength(9_998);
}, 60_000);
