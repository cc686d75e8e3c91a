import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore, type SqliteStore } from '@symphony/adapters/store/sqlite';
import type { LogEvent } from '@symphony/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AT, databaseIn, mirrorIn, mirrorOf, mirrorText, stopped } from './log-inspection.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: SqliteStore;
const open = (mirror = true) => openSqliteStore({ folder: folder.path, durability: 'normal', mirror });
const reopen = () => {
  store.close();
  store = open();
};
const all = () => store.read(0, 1_000_000);

beforeEach(() => {
  folder = temporaryFolder();
  store = open();
});
afterEach(() => {
  store.close();
  folder.remove();
});

test('one line an entry: number, time as people write it, type, then the rest of the event', () => {
  store.append(AT, [stopped('a "quoted"\nline'), { type: 'item-left', item: 'x', why: 'missing' }]);
  expect(mirrorText(folder.path)).toBe(
    '{"seq":1,"at":"2025-06-06T07:08:09.000Z","type":"conductor-stopped","reason":"a \\"quoted\\"\\nline"}\n' +
      '{"seq":2,"at":"2025-06-06T07:08:09.000Z","type":"item-left","item":"x","why":"missing"}\n',
  );
});

test('the type comes first even when the event was made in another order', () => {
  store.append(AT, [{ reason: 'r', type: 'conductor-stopped' } as LogEvent]);
  expect(mirrorText(folder.path)).toContain('Z","type":"conductor-stopped","reason":"r"}');
});

test('without a mirror no file is made; asked for later, it has everything', () => {
  store.close();
  rmSync(mirrorIn(folder.path));
  store = open(false);
  store.append(AT, [stopped('unseen')]);
  expect(readdirSync(folder.path)).not.toContain('events.jsonl');
  expect(store.mirrorProblem()).toBeNull();
  reopen();
  expect(mirrorText(folder.path)).toBe(mirrorOf(all()));
});

test('C8 whatever is cut off its end, opening completes it', () => {
  // Long lines and long characters: the cut falls inside both, and beyond the first look back.
  const reasons = ['short', 'ü'.repeat(30_000), '', '🎻'.repeat(50), 'x'.repeat(70_000), 'end'];
  for (const reason of reasons) store.append(AT, [stopped(reason)]);
  const whole = readFileSync(mirrorIn(folder.path));
  const places = [0, 1, 60, whole.length - 1, whole.length - 2, whole.length - 40, whole.length - 40_000];
  for (let at = 13; at < whole.length; at += 9_973) places.push(at);
  for (const place of places) {
    truncateSync(mirrorIn(folder.path), place);
    reopen();
    expect(store.mirrorProblem()).toBeNull();
    expect(readFileSync(mirrorIn(folder.path)).equals(whole), `cut at ${place}`).toBe(true);
  }
  expect(readdirSync(folder.path).filter((name) => name.includes('set-aside'))).toEqual([]);
});

test('a half-written last line is cut off and the entries after it follow', () => {
  store.append(AT, [stopped('a')]);
  appendFileSync(mirrorIn(folder.path), '{"seq":2,"at":"2025-06-');
  reopen();
  store.append(AT, [stopped('b')]);
  expect(mirrorText(folder.path)).toBe(mirrorOf(all()));
});

test.each([
  ['of another log', () => mirrorOf([{ seq: 1, at: AT, event: stopped('theirs') }])],
  ['ahead of the log', () => mirrorOf([...all(), { seq: 3, at: AT, event: stopped('lost with the power') }])],
  ['without its beginning', () => mirrorOf(all().slice(1))],
  ['no mirror at all', () => 'my notes\n'],
])('a file %s is set aside, never overwritten', (_name, make) => {
  store.append(AT, [stopped('a'), stopped('b')]);
  const text = make();
  writeFileSync(mirrorIn(folder.path), text);
  reopen();
  expect(mirrorText(folder.path)).toBe(mirrorOf(all()));
  expect(readFileSync(join(folder.path, 'events.set-aside-1.jsonl'), 'utf8')).toBe(text);

  writeFileSync(mirrorIn(folder.path), text);
  reopen();
  expect(readFileSync(join(folder.path, 'events.set-aside-2.jsonl'), 'utf8')).toBe(text);
});

test('a new log does not destroy the mirror of the lost one', () => {
  store.append(AT, [stopped('precious')]);
  const old = mirrorText(folder.path);
  store.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${databaseIn(folder.path)}${end}`, { force: true });
  store = open();
  expect(readFileSync(join(folder.path, 'events.set-aside-1.jsonl'), 'utf8')).toBe(old);
});

test('a mirror that cannot be written stops nothing, says so, and catches up by itself', () => {
  store.close();
  rmSync(mirrorIn(folder.path));
  mkdirSync(mirrorIn(folder.path));
  store = open();
  expect(store.mirrorProblem()).toContain('behind the log');
  expect(store.append(AT, [stopped('a')])).toHaveLength(1);
  expect(store.append(AT, [stopped('b')])).toHaveLength(1);
  expect(store.mirrorProblem()).toMatch(/events\.jsonl is behind the log: .+\.$/);
  rmdirSync(mirrorIn(folder.path));
  store.append(AT, [stopped('c')]);
  expect(store.mirrorProblem()).toBeNull();
  expect(mirrorText(folder.path)).toBe(mirrorOf(all()));
});
