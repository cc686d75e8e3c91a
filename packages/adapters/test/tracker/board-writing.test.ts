import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { failureOf } from '@symphony/domain';
import { expect, onTestFinished, test } from 'vitest';
import { SafeWriter } from '../../src/tracker/board/safe-write.ts';
import { failureFrom, scratchBoard } from './scratch-board.ts';

const run = promisify(execFile);
const program = (name: string): string => join(import.meta.dirname, name);

test('two processes adding at once get distinct ids and lose nothing', async () => {
  const { board, folder } = scratchBoard();
  const outputs = await Promise.all(
    ['left', 'right'].map((who) => run(process.execPath, [program('add-items.ts'), folder, '10', who])),
  );
  const added = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as [string, string][]);
  expect(new Set(added.map(([id]) => id)).size).toBe(20);
  const { items, problems } = await board.list();
  expect(problems).toEqual([]);
  expect(items.map((item) => [item.id, item.title]).toSorted()).toEqual(added.toSorted());
  expect(readdirSync(folder)).toHaveLength(20);
});

test('what a person saves between reading and writing is not lost', async () => {
  const { folder, write, text } = scratchBoard({ 'a.md': 'first' });
  const writer = new SafeWriter(folder);
  const path = join(folder, 'a.md');
  const old = new Date('2026-01-01T00:00:00Z');
  utimesSync(path, old, old);
  const seen: string[] = [];
  await writer.replace(path, (bytes) => {
    seen.push(bytes.toString());
    if (seen.length === 1) write('a.md', 'first and theirs');
    if (seen.length === 2) {
      write('a.md', 'other and theirs'); // the same size …
      utimesSync(path, old, old); // … and an old time
    }
    return Buffer.from(`${bytes} and ours`);
  });
  expect(seen).toEqual(['first', 'first and theirs', 'other and theirs']);
  expect(text('a.md')).toBe('other and theirs and ours');
  expect(readdirSync(folder)).toEqual(['a.md']);
});

test('what a program writes into the replaced file it still has open is not lost either', async () => {
  const { folder, text } = scratchBoard({ 'a.md': 'first' });
  const path = join(folder, 'a.md');
  const theirs = openSync(path, 'r+');
  onTestFinished(() => closeSync(theirs));
  // The watch tells the very moment the file is replaced; the other program saves right then.
  const replaced = watch(folder, (_, name) => {
    if (name !== 'a.md') return;
    replaced.close();
    writeSync(theirs, 'theirs', 0);
  });
  onTestFinished(() => replaced.close());
  await new SafeWriter(folder).replace(path, (bytes) => Buffer.from(`${bytes} and ours`));
  expect(text('a.md')).toBe('theirs and ours');
});

/** Someone who still has the replaced file open writes into it, and someone else into the new one. */
function twoLateSaves(late: string, at: number): { folder: string; path: string } {
  const { folder } = scratchBoard({ 'a.md': 'first\n' });
  const path = join(folder, 'a.md');
  const theirs = openSync(path, 'r+');
  onTestFinished(() => closeSync(theirs));
  const replaced = watch(folder, (_, name) => {
    if (name !== 'a.md') return;
    replaced.close();
    writeSync(theirs, late, at);
    appendFileSync(path, 'next\n');
  });
  onTestFinished(() => replaced.close());
  return { folder, path };
}

const addOurs = (bytes: Buffer): Buffer =>
  bytes.includes('ours') ? bytes : Buffer.concat([bytes, Buffer.from('ours\n')]);

test('a late append and a save of the new file at once are both kept', async () => {
  const { folder, path } = twoLateSaves('late\n', 6);
  await new SafeWriter(folder).replace(path, addOurs);
  expect(readFileSync(path, 'utf8')).toBe('first\nours\nnext\nlate\n');
});

test('a late rewrite that cannot be brought together with a save is kept beside, and said', async () => {
  const { folder, path } = twoLateSaves('other', 0);
  const failure = await failureFrom(new SafeWriter(folder).replace(path, addOurs));
  expect(failure.code).toBe('conflict');
  expect(readFileSync(path, 'utf8')).toBe('first\nours\nnext\n');
  const kept = readdirSync(folder).find((name) => name.endsWith('.late')) ?? '';
  expect(failure.message).toContain(kept);
  expect(readFileSync(join(folder, kept), 'utf8')).toBe('other\n');
});

test('a file that changes all the time ends in a conflict, not in a loss', async () => {
  const { folder, text } = scratchBoard({ 'a.md': '' });
  const path = join(folder, 'a.md');
  const call = new SafeWriter(folder).replace(path, (bytes) => {
    appendFileSync(path, '+');
    return Buffer.from(`${bytes}!`);
  });
  expect((await failureFrom(call)).code).toBe('conflict');
  expect(text('a.md')).toMatch(/^\++$/);
  expect(readdirSync(folder)).toEqual(['a.md']);
});

test('a person appending in place while items move loses no line', async () => {
  const { board, folder, text } = scratchBoard({ 'a.md': '---\ncreated: 2026-01-01\n---\nBody\n' });
  // Another program that saves in place every few milliseconds, until it is told to stop.
  const script = `const fs = require('node:fs'); let lines = 0;
    const timer = setInterval(() => fs.appendFileSync(process.argv[1], 'line ' + lines++ + '\\n'), 15);
    process.stdin.on('end', () => { clearInterval(timer); console.log(lines); }).resume();`;
  const person = spawn(process.execPath, ['-e', script, join(folder, 'a.md')]);
  onTestFinished(() => void person.kill());
  const said = new Promise<string>((resolve) => person.stdout.once('data', (data) => resolve(String(data))));
  let moved = 0;
  const move = (): Promise<number> =>
    board.moveTo('a', moved % 2 === 0 ? 'Done' : 'Todo').then(
      () => moved++,
      // On a slow machine the other program may always be faster: that is said, and nothing is lost.
      (error: unknown) => expect(failureOf(error).code).toBe('conflict') ?? 0,
    );
  while (!text('a.md').includes('line 40')) await move();
  person.stdin.end();
  const count = Number(await said);
  await move();
  expect(moved).toBeGreaterThan(0);
  // A line that came late is brought in behind what was written meanwhile, so only the set is promised.
  expect(new Set(text('a.md').match(/^line \d+$/gm))).toEqual(
    new Set(Array.from({ length: count }, (_, line) => `line ${line}`)),
  );
});

test('many writes of one process at once all arrive', async () => {
  const { board, text } = scratchBoard({ 'a.md': '# A' });
  const keys = Array.from({ length: 25 }, (_, number) => `key-${number}`);
  await Promise.all([
    ...keys.map((key) => board.comment('a', key, `Comment ${key}`)),
    board.moveTo('a', 'Done'),
    board.edit('a', { priority: 3 }),
  ]);
  expect(text('a.md').match(/^> Comment key-\d+$/gm)).toHaveLength(25);
  expect((await board.show('a')).item).toMatchObject({ state: 'Done', priority: 3 });
});

test('a write keeps the mode of the file and clears what a killed process left', async () => {
  const { board, folder, write } = scratchBoard({ 'a.md': '# A' });
  chmodSync(join(folder, 'a.md'), 0o640);
  const hourAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  utimesSync(write('.symphony-1-dead.tmp', 'half'), hourAgo, hourAgo);
  write('.symphony-2-alive.tmp', 'half');
  await board.moveTo('a', 'Done');
  const mode = execFileSync('stat', ['-c', '%a', join(folder, 'a.md')], { encoding: 'utf8' }).trim();
  expect(mode).toBe('640');
  expect(readdirSync(folder).toSorted()).toEqual(['.symphony-2-alive.tmp', 'a.md']);
});

test('an item removed while it is being changed is missing, and stays removed', async () => {
  const { folder } = scratchBoard({ 'a.md': 'x' });
  const path = join(folder, 'a.md');
  const call = new SafeWriter(folder).replace(path, () => {
    rmSync(path);
    return Buffer.from('y');
  });
  expect((await failureFrom(call)).code).toBe('missing');
  expect(readdirSync(folder)).toEqual([]);
});

interface Report {
  readonly outcomes: Record<string, { code: string; message: string; nextStep: string }>;
  readonly items: readonly string[];
  readonly problems: readonly unknown[];
  readonly files: readonly string[];
}

const ITEM = '---\ntitle: Keep me\n---\n';

/** A mount of our own, seen by the child process only. */
const MOUNTED = 'mount -t tmpfs -o size=$1 tmpfs "$2" && cp "$3" "$2/S-1.md" && $4 && exec "$5" "$6" "$2"';

function onMount(size: string, after: string): Report | string {
  const { folder, write } = scratchBoard();
  const seed = write('../seed.md', ITEM);
  write('placeholder', '');
  const args = [size, folder, seed, after, process.execPath, program('report-failures.ts')];
  const script = MOUNTED.replace('$4', after.replaceAll('FOLDER', '"$2"'));
  try {
    return JSON.parse(
      execFileSync('unshare', ['-m', 'sh', '-c', script, 'sh', ...args], { encoding: 'utf8', stdio: 'pipe' }),
    );
  } catch (error) {
    return `no private mount here: ${String(error).split('\n').slice(0, 2).join(' ')}`;
  }
}

test('a full disk: the failure says so, the file is whole, no temporary file stays', ({ skip }) => {
  const report = onMount('64k', 'head -c 60000 /dev/zero > FOLDER/ballast || true');
  if (typeof report === 'string') return skip(report);
  for (const outcome of [report.outcomes.comment, report.outcomes.add]) {
    expect(outcome).toMatchObject({ code: 'disk', message: expect.stringContaining('disk is full') });
    expect(outcome?.nextStep).toContain('space');
  }
  expect(report.items).toHaveLength(1);
  expect(report.problems).toEqual([]);
  expect(report.files.toSorted()).toEqual(['S-1.md', 'ballast']);
});

test('a read-only disk can be read, and every write says why it failed', ({ skip }) => {
  const report = onMount('64k', 'mount -o remount,ro FOLDER');
  if (typeof report === 'string') return skip(report);
  for (const outcome of Object.values(report.outcomes)) {
    expect(outcome).toMatchObject({ code: 'disk', message: expect.stringContaining('read-only') });
    expect(outcome.nextStep).toContain('writable');
  }
  expect(report).toMatchObject({ items: ['Todo'], problems: [], files: ['S-1.md'] });
});

test('a folder and a file without permission: writes fail as disk, reads name the file', ({ skip }) => {
  if (process.getuid?.() !== 0) return skip('only root can start a process as another user');
  const { folder } = scratchBoard({ 'S-1.md': ITEM, 'S-2.md': 'secret' });
  chmodSync(join(folder, 'S-2.md'), 0o600);
  for (let path = folder; path.includes('symphony-board-'); path = dirname(path)) chmodSync(path, 0o755);
  const nobody = { uid: 65534, gid: 65534, encoding: 'utf8', stdio: 'pipe' } as const;
  let output: string;
  try {
    output = execFileSync(process.execPath, [program('report-failures.ts'), folder], nobody);
  } catch (error) {
    return skip(`the program cannot be run as another user here: ${String(error).split('\n')[0]}`);
  }
  const report = JSON.parse(output) as Report;
  for (const outcome of Object.values(report.outcomes)) {
    expect(outcome).toMatchObject({ code: 'disk', message: expect.stringContaining('permission is denied') });
    expect(outcome.nextStep).toContain('access');
  }
  expect(report.items).toEqual(['Todo']);
  expect(report.problems).toEqual([
    { where: 'S-2.md', message: 'The file cannot be read: permission is denied.' },
  ]);
  expect(readFileSync(join(folder, 'S-1.md'), 'utf8')).toBe(ITEM);
  expect(readdirSync(folder).toSorted()).toEqual(['S-1.md', 'S-2.md']);
});

test('watch: changes of a burst are one hint, stop is final, the folder may be missing before', async () => {
  const { board, folder } = scratchBoard();
  const hints: number[] = [];
  const hinting = board.watch(() => hints.push(performance.now()));
  onTestFinished(() => hinting.stop());
  const until = async (count: number): Promise<void> => {
    for (let round = 0; hints.length < count && round < 100; round++) await pause(20);
  };
  await pause(400);
  expect(hints).toEqual([]); // nothing changed, so nobody has to look
  // A watch may take a moment to begin, so the change is repeated until it is noticed.
  for (let round = 0; hints.length === 0 && round < 50; round++) {
    writeFileSync(join(folder, 'first.md'), `${round}`);
    await pause(100);
  }
  await pause(150);
  const before = hints.length;
  for (let number = 0; number < 20; number++) writeFileSync(join(folder, `x-${number}.md`), 'x');
  await until(before + 1);
  await pause(300);
  expect(hints.length - before).toBeGreaterThan(0);
  expect(hints.length - before).toBeLessThan(6);
  await hinting.stop();
  await board.add({ title: 'Unheard' });
  const atStop = hints.length;
  await pause(150);
  expect(hints.length).toBe(atStop);
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
