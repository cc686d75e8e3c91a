import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openReadOnlySqliteStore, openSqliteStore, type SqliteStore } from '@symphony/adapters/store/sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AT, databaseIn, stopped, tamper } from './log-inspection.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let store: SqliteStore;
const open = () => openSqliteStore({ folder: folder.path, durability: 'normal', mirror: true });

beforeEach(() => {
  folder = temporaryFolder();
  store = open();
});
afterEach(() => {
  store.close();
  folder.remove();
});

describe('snapshots on disk', () => {
  const save = (...numbers: number[]) => {
    store.append(
      AT,
      numbers.map((seq) => stopped(`${seq}`)),
    );
    for (const seq of numbers) store.saveSnapshot({ seq, version: 1, state: `{"seq":${seq}}` });
    store.close();
  };

  test.each([
    ['state', `UPDATE snapshots SET state = '{"seq":9}' WHERE seq = 3`],
    ['version', 'UPDATE snapshots SET version = 2 WHERE seq = 3'],
    ['place', 'UPDATE snapshots SET seq = 4 WHERE seq = 3'],
    ['checksum', `UPDATE snapshots SET checksum = '' WHERE seq = 3`],
  ])('one with a changed %s is passed over for the older', (_what, sql) => {
    save(1, 2, 3);
    tamper(folder.path, sql);
    store = open();
    expect(store.loadSnapshot()).toEqual({ seq: 2, version: 1, state: '{"seq":2}' });
  });

  test('one whose pages are destroyed is passed over for the older', () => {
    store.append(AT, [stopped('a'), stopped('b')]);
    store.saveSnapshot({ seq: 1, version: 1, state: '{"older":true}' });
    store.saveSnapshot({ seq: 2, version: 1, state: JSON.stringify('y'.repeat(200_000)) });
    store.close();
    const bytes = readFileSync(databaseIn(folder.path));
    const inside = bytes.indexOf(Buffer.alloc(2_048 - 4, 'y'), bytes.indexOf('yyyyyyyy') + 20_000);
    bytes.fill(0xff, inside - (inside % 2_048), inside - (inside % 2_048) + 2_048);
    writeFileSync(databaseIn(folder.path), bytes);
    store = open();
    expect(store.loadSnapshot()).toEqual({ seq: 1, version: 1, state: '{"older":true}' });
  });

  test('with both damaged there is none', () => {
    save(1, 2);
    tamper(folder.path, `UPDATE snapshots SET state = 'x'`);
    store = open();
    expect(store.loadSnapshot()).toBeNull();
  });

  test('only the newest two are kept', () => {
    save(1, 2, 3, 4);
    const db = new DatabaseSync(databaseIn(folder.path));
    expect(
      db
        .prepare('SELECT seq FROM snapshots ORDER BY seq')
        .all()
        .map((row) => row.seq),
    ).toEqual([3, 4]);
    db.close();
  });
});

describe('looking while another one records', () => {
  test('sees each entry as soon as it is recorded, in all ways of reading', () => {
    const reader = openReadOnlySqliteStore(folder.path);
    expect(reader.lastSeq()).toBe(0);
    // Past the size of an indexing batch, so that the search meets indexed and fresh entries.
    for (let round = 1; round <= 1_300; round += 1) store.append(AT, [stopped(`round ${round}`)]);
    expect(reader.lastSeq()).toBe(1_300);
    expect(reader.read(1_299, 5)).toEqual(store.read(1_299, 5));
    expect(reader.search('round', 2_000)).toHaveLength(1_300);
    expect(reader.search('round 1', 5).map((entry) => entry.seq)).toEqual([1]);
    expect(reader.search('1300', 5).map((entry) => entry.seq)).toEqual([1_300]);
    store.saveSnapshot({ seq: 5, version: 1, state: '{}' });
    expect(reader.loadSnapshot()).toEqual({ seq: 5, version: 1, state: '{}' });
    let folded = 0;
    reader.fold(0, () => {
      folded += 1;
    });
    expect(folded).toBe(1_300);
    reader.close();
  });

  test('recording through it is misuse, and changes nothing', () => {
    const reader = openReadOnlySqliteStore(folder.path);
    const asStore: Pick<SqliteStore, 'append' | 'saveSnapshot'> = reader;
    expect(() => asStore.append(AT, [stopped('a')])).toThrow('reading only');
    expect(() => asStore.saveSnapshot({ seq: 0, version: 1, state: '{}' })).toThrow('reading only');
    reader.close();
    expect(store.lastSeq()).toBe(0);
  });

  test('a reader keeps the log from nothing', () => {
    store.append(AT, [stopped('a'), stopped('b'), stopped('c')]);
    const reader = openReadOnlySqliteStore(folder.path);
    reader.fold(0, ({ seq }) => store.append(AT, [stopped(`while ${seq} is read`)]));
    expect(store.lastSeq()).toBe(6);
    store.close();
    expect(reader.lastSeq()).toBe(6);
    reader.close();
  });

  test('works on a log that was closed in peace', () => {
    store.append(AT, [stopped('a')]);
    store.close();
    const reader = openReadOnlySqliteStore(folder.path);
    expect(reader.lastSeq()).toBe(1);
    reader.close();
  });
});

test('speed (measured, never asserted)', () => {
  const event = (number: number) => ({
    type: 'agent-reported' as const,
    item: `item-${number % 40}`,
    run: `run-${number % 90}`,
    event: { type: 'message' as const, text: `step ${number}: the verify command failed on this tree` },
  });
  const rate = (count: number, work: () => void): string => {
    const start = performance.now();
    work();
    return `${Math.round(count / ((performance.now() - start) / 1_000)).toLocaleString('en')}/s`;
  };
  const singles = rate(5_000, () => {
    for (let number = 0; number < 5_000; number += 1) store.append(AT + number, [event(number)]);
  });
  const batched = rate(20_000, () => {
    for (let batch = 0; batch < 20; batch += 1)
      store.append(
        AT,
        Array.from({ length: 1_000 }, (_, index) => event(index)),
      );
  });
  let folded = 0;
  const replayed = rate(25_000, () => store.fold(0, () => (folded += 1)));
  console.log(`appends ${singles} one by one, ${batched} by the thousand; replay ${replayed}`);
  expect(folded).toBe(25_000);
  expect(store.mirrorProblem()).toBeNull();
});
