import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chamberTools } from '@symphony/adapters/tool';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boxOf, folderOfItsOwn, type ToolBox } from './stage.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? 4_711);

let around: ReturnType<typeof folderOfItsOwn>;
let root: string;
let box: ToolBox;
beforeEach(() => {
  around = folderOfItsOwn();
  root = join(around.path, 'root');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(join(around.path, 'outside'));
  writeFileSync(join(around.path, 'outside', 'secret.txt'), 'secret');
  writeFileSync(join(root, 'a.txt'), 'one\ntwo\nthree\n');
  box = boxOf(chamberTools({ root, env: { PATH: process.env.PATH ?? '' } }));
});
afterEach(() => around.remove());

const at = (path: string): string => join(root, path);

describe('R5 no path leaves the folder', () => {
  const acts = [
    ['files.read', {}],
    ['files.write', { content: 'x' }],
    ['files.edit', { old: 'secret', new: 'x' }],
    ['files.list', {}],
    ['search.text', { pattern: 'secret' }],
    ['shell.run', { command: 'cat secret.txt' }],
  ] as const;
  const ways: readonly (readonly [string, () => string])[] = [
    ['..', () => '../outside/secret.txt'],
    ['.. in the middle', () => 'sub/../../outside/secret.txt'],
    ['an absolute path', () => join(around.path, 'outside', 'secret.txt')],
    ['a neighbour with the same beginning', () => `${root}-other/x`],
    [
      'a link to a file',
      () => {
        symlinkSync(join(around.path, 'outside', 'secret.txt'), at('link'));
        return 'link';
      },
    ],
    [
      'a link on the way',
      () => {
        symlinkSync(join(around.path, 'outside'), at('sub/way'));
        return 'sub/way/secret.txt';
      },
    ],
    [
      'a link to a link',
      () => {
        symlinkSync(around.path, at('first'));
        symlinkSync('first/outside', at('second'));
        return 'second/secret.txt';
      },
    ],
    [
      'a link that leads nowhere yet',
      () => {
        symlinkSync(join(around.path, 'outside', 'new.txt'), at('dangling'));
        return 'dangling';
      },
    ],
    ['git’s own folder', () => '.git/hooks/pre-commit'],
    ['git’s own folder, spelled otherwise', () => 'sub/.GIT/config'],
    ['what is Symphony’s own', () => '.symphony/log.db'],
    ['a zero byte', () => 'a\0.txt'],
  ];
  test.each(ways)('%s', async (_, make) => {
    const path = make();
    for (const [name, more] of acts) {
      const place = name === 'shell.run' ? { folder: path } : { path };
      const failure = await box.failure(name, { ...place, ...more });
      const nowhereYet = path === 'dangling' && failure.code === 'E5001';
      if (!nowhereYet) expect(failure.code, `${name}: ${failure.message}`).toBe('E8001');
    }
    expect(readFileSync(join(around.path, 'outside', 'secret.txt'), 'utf8')).toBe('secret');
    expect(() => statSync(join(around.path, 'outside', 'new.txt'))).toThrow();
  });

  test(`any path made of parts: what is written is inside (seed ${SEED})`, async () => {
    symlinkSync(around.path, at('out'));
    const part = fc.constantFrom('..', '.', 'sub', 'out', 'outside', 'x', '', 'a.txt');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const path = parts.join('/');
        try {
          const { path: shown } = await box.use('files.write', { path, content: 'fuzz' });
          expect(readFileSync(at(shown), 'utf8')).toBe('fuzz');
          expect(shown.startsWith('..')).toBe(false);
        } catch (error) {
          expect((error as Error).message).not.toBe('');
        }
        expect(readFileSync(join(around.path, 'outside', 'secret.txt'), 'utf8')).toBe('secret');
        expect(statSync(join(around.path, 'x'), { throwIfNoEntry: false })).toBeUndefined();
        expect(statSync(join(around.path, 'a.txt'), { throwIfNoEntry: false })).toBeUndefined();
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test('a link that stays inside is followed, and an absolute path inside is taken', async () => {
    symlinkSync('a.txt', at('inside'));
    expect(await box.use('files.read', { path: 'inside' })).toMatchObject({ path: 'a.txt' });
    expect(await box.use('files.read', { path: at('a.txt') })).toMatchObject({ path: 'a.txt' });
    await box.use('files.write', { path: 'inside', content: 'through' });
    expect(readFileSync(at('a.txt'), 'utf8')).toBe('through');
  });
});

describe('R5 files.read', () => {
  test('the whole, and a range of lines', async () => {
    expect(await box.use('files.read', { path: 'a.txt' })).toEqual({
      path: 'a.txt',
      bytes: 14,
      text: 'one\ntwo\nthree',
      from: 1,
      to: 3,
      lines: 3,
    });
    expect(await box.use('files.read', { path: 'a.txt', from: 2, lines: 1 })).toMatchObject({
      text: 'two',
      from: 2,
      to: 2,
      more: true,
    });
    expect(await box.use('files.read', { path: 'a.txt', from: 9 })).toMatchObject({ text: '', lines: 3 });
  });

  test('long files and long lines are cut, and it is said', async () => {
    writeFileSync(at('long'), `${'x'.repeat(5_000)}\n${'y\n'.repeat(10_000)}`);
    const read = await box.use('files.read', { path: 'long' });
    expect(read).toMatchObject({ lines: 10_001, to: 2_000, more: true });
    expect(read.text.split('\n')[0]).toMatch(/^x{2000}… \[line cut\]$/);
  });

  test.each([
    ['a zero byte', Buffer.from([0x50, 0x4b, 0, 1])],
    ['no UTF-8', Buffer.from([0xff, 0xfe, 0x41])],
  ])('a binary file is said to be one: %s', async (_, bytes) => {
    writeFileSync(at('b'), bytes);
    expect(await box.use('files.read', { path: 'b' })).toMatchObject({ binary: true, bytes: bytes.length });
  });

  test('what is missing, a folder and what is no file are said', async () => {
    expect((await box.failure('files.read', { path: 'none' })).message).toBe('There is no none.');
    expect((await box.failure('files.read', { path: 'sub' })).guidance).toContain('files.list');
  });
});

describe('R5 files.write and files.edit', () => {
  test('a new file with its folders, and an old one that keeps its mode', async () => {
    expect(await box.use('files.write', { path: 'new/deep/x.sh', content: 'ü' })).toEqual({
      path: 'new/deep/x.sh',
      bytes: 2,
      created: true,
    });
    chmodSync(at('new/deep/x.sh'), 0o755);
    expect(await box.use('files.write', { path: 'new/deep/x.sh', content: '' })).toMatchObject({
      created: false,
    });
    expect(statSync(at('new/deep/x.sh')).mode & 0o777).toBe(0o755);
    expect((await box.use('files.list', { path: 'new/deep' })).entries).toEqual([{ name: 'x.sh', bytes: 0 }]);
  });

  test.each([
    { text: 'a b a', old: 'b', new: 'c', becomes: 'a c a' },
    { text: 'a b a', old: 'a', new: 'c', fails: /2 times, on lines 1, 1/ },
    { text: 'a b a', old: 'a', new: 'c', all: true, becomes: 'c b c' },
    { text: 'x\r\ny\r\n', old: 'x\ny', new: 'x\nz', becomes: 'x\r\nz\r\n' },
    {
      text: '  if (a) {\n    b\n',
      old: 'if (a) {\n  b',
      new: 'c',
      fails: /does not stand/,
      guidance: /line 1 with other blanks/,
    },
    {
      text: 'first\nsecond\n',
      old: 'first\nother',
      new: 'c',
      fails: /does not stand/,
      guidance: /first line stands at line 1/,
    },
    { text: 'a', old: 'a', new: 'a', fails: /the same/ },
    { text: 'cost', old: 'cost', new: "$& $1 $'", becomes: "$& $1 $'" },
  ])('edit %j', async ({ text, becomes, fails, guidance, ...wish }) => {
    writeFileSync(at('e'), text);
    if (becomes === undefined) {
      const failure = await box.failure('files.edit', { path: 'e', ...wish });
      expect(failure.message).toMatch(fails as RegExp);
      if (guidance) expect(failure.guidance).toMatch(guidance);
      expect(readFileSync(at('e'), 'utf8')).toBe(text);
    } else {
      await box.use('files.edit', { path: 'e', ...wish });
      expect(readFileSync(at('e'), 'utf8')).toBe(becomes);
    }
  });
});
