import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { makeRepository, type Repository } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ANALYSIS_VERSION, analyse } from '../../src/learning/module-analysis.ts';
import { ModuleCache } from '../../src/learning/module-cache.ts';

describe('what a module is made of', () => {
  test('M11 imports, exports, functions, classes and the ways through it', async () => {
    const text = `import { readFile } from 'node:fs';
import type { Thing } from './thing.ts';
export { other } from './other.ts';
export * from './all.ts';

export class Shelf {
  add(item: Thing): void {
    if (item && item.ready) this.#put(item);
  }
  #put(item: Thing) { for (const each of [item]) console.log(each); }
}

const double = (n: number) => (n > 0 ? n * 2 : 0);
export default function main() { return double(1); }
`;
    expect(await analyse('src/shelf.ts', text)).toEqual({
      imports: ['node:fs', './thing.ts', './other.ts', './all.ts'],
      exports: ['other', '*', 'Shelf', 'default'],
      functions: ['add', 'double', 'main'],
      classes: ['Shelf'],
      complexity: 5,
      lines: 14,
    });
  });

  test.each([
    ['another language', 'a.py', 'def f():\n  pass\n', 2],
    ['what cannot be parsed', 'a.js', 'const = ;\n', 1],
    ['nothing', 'a.md', '', 0],
  ])('M11 of %s only the lines are known', async (_, path, text, lines) => {
    expect(await analyse(path, text)).toEqual({
      imports: null,
      exports: null,
      functions: null,
      classes: null,
      complexity: null,
      lines,
    });
  });
});

describe('MODULE_CACHE.json', () => {
  let repository: Repository;
  let folder = '';
  beforeEach(async () => {
    repository = await makeRepository();
    folder = mkdtempSync(join(tmpdir(), 'symphony-cache-'));
  });
  afterEach(async () => {
    await repository.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const path = () => join(folder, 'MODULE_CACHE.json');
  const modules = () => JSON.parse(readFileSync(path(), 'utf8')).modules;

  async function land(files: Readonly<Record<string, string | null>>, at: number, item = 'mission-part') {
    const base = await repository.git('rev-parse', 'HEAD');
    const commit = await repository.commit(files, 'change');
    const cache = new ModuleCache(path(), {
      git: openGit('test'),
      repository: repository.path,
      isMissions: (id) => id.startsWith('mission'),
    });
    const evidence = { tree: 't', commit, passed: true, results: [] };
    cache.take({ seq: 1, at, event: { type: 'train-proved', attempt: 'x', base, commit, evidence } });
    cache.take({ seq: 2, at, event: { type: 'train-landed', attempt: 'x', commit, items: [item] } });
    await cache.write();
  }

  test('M11 holds what merges of missions touched, by content; the same content is not looked at again', async () => {
    await land({ 'a.js': 'export const a = 1;\n', 'b.py': 'b = 1\n' }, 1_000);
    const first = modules();
    expect(Object.keys(first).sort()).toEqual(['a.js', 'b.py']);
    expect(first['a.js']).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      analyzed_at: '1970-01-01T00:00:01.000Z',
      analysis: { exports: ['a'] },
    });
    await land({ 'a.js': null, 'c.js': 'export const a = 1;\n', 'b.py': 'b = 2\n' }, 2_000);
    expect(Object.keys(modules()).sort()).toEqual(['b.py', 'c.js']);
    await land({ 'b.py': 'b = 1\n' }, 3_000);
    await land({ 'b.py': 'b = 2\n' }, 4_000);
    expect(modules()['c.js'].analyzed_at).toBe('1970-01-01T00:00:02.000Z');
  });

  test('M11 other work is not looked at', async () => {
    await land({ 'a.js': 'export const a = 1;\n' }, 1_000);
    await land({ 'd.js': 'export const d = 1;\n' }, 1_000, 'S-1');
    expect(Object.keys(modules())).toEqual(['a.js']);
  });

  test('M11 another version of the analysis, or an unreadable file, begins anew', async () => {
    for (const broken of ['{"version": 0, "modules": {"old.js": {}}}', '{"version"']) {
      writeFileSync(path(), broken);
      await land({ 'a.js': `export const a = ${broken.length};\n` }, 1_000);
      expect(Object.keys(modules())).toEqual(['a.js']);
    }
    expect(readFileSync(`${path()}.unreadable`, 'utf8')).toBe('{"version"');
  });

  test('M11 at most 500 modules: the longest untouched go first', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `m${at}.txt`);
    await land(Object.fromEntries(names.map((name) => [name, `${name}\n`])), 0, 'S-1');
    const known = { hash: 'h', analyzed_at: '', analysis: await analyse('a.txt', 'a\n') };
    const held = {
      version: ANALYSIS_VERSION,
      modules: Object.fromEntries(names.map((name) => [name, known])),
    };
    writeFileSync(path(), JSON.stringify(held));
    await land({ 'm0.txt': 'again\n', 'new.js': '1;\n' }, 1_000);
    expect(Object.keys(modules())).toHaveLength(500);
    expect(modules()).not.toHaveProperty(['m1.txt']);
    expect(modules()).toHaveProperty(['m0.txt']);
    expect(modules()).toHaveProperty(['new.js']);
  });

  test('M11 data is no module: a large or binary file is left out', async () => {
    await land({ 'big.js': `//${'x'.repeat(600_000)}\n`, 'bin.dat': 'a\0b', 'a.js': '1;\n' }, 1_000);
    expect(Object.keys(modules())).toEqual(['a.js']);
  });
});
