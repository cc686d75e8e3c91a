import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { openRoleBook } from '@symphony/adapters/role';
import {
  chamberTools,
  clockTool,
  dailyTools,
  documentTool,
  notificationTool,
  webFetchTool,
} from '@symphony/adapters/tool';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderOfItsOwn } from '../tool/stage.ts';

let folder: ReturnType<typeof folderOfItsOwn>;
beforeEach(() => {
  folder = folderOfItsOwn();
  mkdirSync(join(folder.path, '.symphony/roles'), { recursive: true });
});
afterEach(() => folder.remove());
const write = (name: string, text: string): void =>
  writeFileSync(join(folder.path, '.symphony/roles', name), text);

describe('R9 the roles there are', () => {
  test('those that come with Symphony: fast ones with ten to twenty examples, none given twice', async () => {
    const book = await openRoleBook(folder.path);
    expect(book.problems()).toEqual([]);
    const names = book.list().map(({ role }) => role.name);
    expect(names.toSorted()).toEqual([
      'calendar',
      'conversation',
      'git_chores',
      'planning',
      'repo_questions',
      'router',
      'search',
      'smart_home',
      'test_runs',
      'timer',
      'weather',
    ]);
    expect(names.indexOf('timer')).toBeLessThan(names.indexOf('weather'));
    expect(names.indexOf('search')).toBeLessThan(names.indexOf('planning'));
    const seen = new Map<string, string>();
    for (const { role } of book.list()) {
      if (role.name !== 'router') expect(role.examples.length, role.name).toBeGreaterThanOrEqual(10);
      expect(role.examples.length, role.name).toBeLessThanOrEqual(20);
      for (const example of role.examples) {
        expect(seen.get(example.toLowerCase()), example).toBeUndefined();
        seen.set(example.toLowerCase(), role.name);
      }
    }
    expect(book.find('timer')?.role).toMatchObject({ fast: true, tier: 'weak', priority: 1 });
    expect(book.find('router')?.role.fast).toBe(false);
    expect(book.find('planning')?.role).toMatchObject({ fast: false, tier: 'strong' });
  });

  test('every tool they name is there', async () => {
    const clock = { now: () => 0 };
    const options = { cabinet: new MemoryCabinet(), clock, names: String, zone: 'UTC' };
    const tools = [
      ...chamberTools({ root: folder.path, env: {} }),
      ...dailyTools({ ...options, calendar: null, weather: null, search: null, home: null }),
      clockTool(options),
      documentTool({ root: folder.path }),
      notificationTool,
      webFetchTool(),
    ].map(({ name }) => name);
    expect(new Set(tools).size).toBe(tools.length);
    for (const { role } of (await openRoleBook(folder.path)).list())
      for (const tool of role.tools) expect(tools, `${role.name}: ${tool}`).toContain(tool);
  });

  test('a file adds one, another stands in the place of a built-in one, and nothing else changes', async () => {
    write('plants.yaml', 'description: d\nprompt: p\nexamples: [a, b, c]\npriority: 0\n');
    write('weather.yml', 'description: mine\nprompt: p\nexamples: [a, b, c]\n');
    write('notes.txt', 'no role');
    const book = await openRoleBook(folder.path);
    expect(book.problems()).toEqual([]);
    expect(book.list()).toHaveLength(12);
    expect(book.list()[0]).toMatchObject({
      origin: 'repository',
      file: '.symphony/roles/plants.yaml',
      replaces: false,
    });
    expect(book.find('weather')).toMatchObject({
      origin: 'repository',
      replaces: true,
      role: { description: 'mine' },
    });
  });

  test('one with a mistake is left out and said; the built-in one it was to replace is not taken instead', async () => {
    write('weather.yaml', 'description: d\n');
    write('a.yaml', 'name: same\ndescription: d\nprompt: p\nexamples: [a, b, c]\n');
    write('b.yaml', 'name: same\ndescription: d\nprompt: p\nexamples: [a, b, c]\n');
    mkdirSync(join(folder.path, '.symphony/roles/folder.yaml'));
    const book = await openRoleBook(folder.path);
    expect(book.find('weather')).toBeNull();
    expect(book.find('same')?.file).toBe('.symphony/roles/a.yaml');
    expect(book.find('timer')?.origin).toBe('built-in');
    expect(
      book
        .problems()
        .map(({ file, line }) => `${file}:${line}`)
        .toSorted(),
    ).toEqual([
      '.symphony/roles/b.yaml:1',
      '.symphony/roles/folder.yaml:null',
      '.symphony/roles/weather.yaml:1',
    ]);
  });
});
