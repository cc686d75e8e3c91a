import { closeSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openRuntimeStore } from '@symphony/adapters/journal/sqlite';
import { type Failure, PortError, type RuntimeEvent } from '@symphony/domain';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const AT = Date.UTC(2025, 0, 2);
const insight = (text: string): RuntimeEvent => ({ type: 'insight', text });
const all = Number.POSITIVE_INFINITY;

async function failureIn(work: () => unknown): Promise<Failure> {
  try {
    await work();
  } catch (error) {
    if (error instanceof PortError) return error.failure;
    throw error;
  }
  throw new Error('nothing failed');
}

const noSmallDisk = whyNoSmallDisk();
describe('a small disk', () => {
  let disk: SmallDisk;
  beforeEach((context) => {
    if (noSmallDisk !== null) context.skip(noSmallDisk);
    disk = mountSmallDisk('2m');
  });
  afterEach(() => {
    if (noSmallDisk === null) disk.remove();
  });

  test('R5 full: it is said, nothing is lost, and what waited is written when there is space', async () => {
    const file = join(disk.path, 'runtime.db');
    const ballast = join(disk.path, 'ballast');
    writeFileSync(ballast, Buffer.alloc(512 * 1024));
    const store = openRuntimeStore(file);
    let confirmed = 0;
    let recorded = 0;
    const failure = await failureIn(async () => {
      for (;;) {
        store.journal.record('s', AT, insight(`${recorded} ${'words '.repeat(300)}`));
        recorded += 1;
        await store.journal.written();
        confirmed = recorded;
      }
    });
    expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('disk is full') });
    expect(recorded).toBe(confirmed + 1);
    expect(store.journal.readAll(0, all)).toHaveLength(confirmed);
    const big = { drawer: 'd', key: 'k', value: 'x'.repeat(2_000_000), at: AT };
    expect((await failureIn(() => store.cabinet.put([big]))).code).toBe('disk');
    expect(store.cabinet.get('d', 'k', AT)).toBeNull();

    rmSync(ballast);
    store.journal.record('s', AT, insight(`${recorded} last`));
    await store.journal.written();
    const numbers = store.journal
      .read('s', 0, all)
      .map(({ event }) => (event.type === 'insight' ? Number.parseInt(event.text, 10) : -1));
    expect(numbers).toEqual(Array.from({ length: recorded + 1 }, (_, at) => at));
    store.close();
  });

  test('R5 read-only: opening says so', async () => {
    const file = join(disk.path, 'runtime.db');
    openRuntimeStore(file).close();
    disk.makeReadOnly();
    expect(await failureIn(() => openRuntimeStore(file))).toMatchObject({
      code: 'disk',
      message: expect.stringContaining('read-only'),
    });
  });
});

describe('a file in a bad way', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  let number = 0;
  const newFile = (): string => {
    number += 1;
    return join(folder.path, `${number}.db`);
  };
  const filled = (): string => {
    const file = newFile();
    const store = openRuntimeStore(file);
    for (let at = 0; at < 400; at += 1) store.journal.record('s', AT, insight(`${at} ${'text '.repeat(40)}`));
    store.close();
    return file;
  };

  test('R5 damaged: it is said when it is opened or read, and never read as entries', async () => {
    const file = filled();
    const size = statSync(file).size;
    const fd = openSync(file, 'r+');
    writeSync(fd, Buffer.alloc(Math.floor(size / 2), 0xa5), 0, Math.floor(size / 2), Math.floor(size / 4));
    closeSync(fd);
    const failure = await failureIn(() => {
      const store = openRuntimeStore(file);
      try {
        store.journal.readAll(0, all);
      } finally {
        store.close();
      }
    });
    expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('damaged') });
    expect(failure.nextStep).not.toContain('events.jsonl');
  });

  test.each([
    ['cut off', 'substr(body, 1, 12)'],
    ['with an entry missing', "'[]'"],
  ])('R5 what was written together and is %s is said by its number; the rest is read', async (_how, body) => {
    const file = newFile();
    const before = openRuntimeStore(file);
    for (let commit = 0; commit < 3; commit++) {
      for (const text of ['one', 'two']) before.journal.record('s', AT, insight(text));
      await before.journal.written();
    }
    before.close();
    const db = new DatabaseSync(file);
    db.exec(`UPDATE stretches SET body = ${body} WHERE seq = 3`);
    db.close();
    const store = openRuntimeStore(file);
    expect(await failureIn(() => store.journal.read('s', 0, 10))).toMatchObject({
      code: 'disk',
      message: expect.stringContaining('Entry 3'),
    });
    expect(store.journal.read('s', 0, 2).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(store.journal.read('s', 4, 10).map(({ seq }) => seq)).toEqual([5, 6]);
    store.close();
  });

  test.each([
    ['a newer Symphony', 'PRAGMA user_version = 99'],
    [
      'another program',
      'DROP TABLE stretches; DROP TABLE sessions; DROP TABLE records; CREATE TABLE theirs (a); PRAGMA user_version = 0',
    ],
  ])('R5 a file of %s is refused', async (who, sql) => {
    const file = filled();
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
    expect(await failureIn(() => openRuntimeStore(file))).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(who),
    });
  });

  test('R5 a lock that is let go is waited for without standing still', async () => {
    const file = newFile();
    const store = openRuntimeStore(file);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    store.journal.record('s', AT, insight('one'));
    const written = store.journal.written();
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 10);
    await new Promise((resolve) => setTimeout(resolve, 400));
    store.journal.record('s', AT, insight('two'));
    other.exec('COMMIT');
    await written;
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(2);
    const seen = new DatabaseSync(file).prepare('SELECT sum(entries) AS n FROM stretches').get();
    expect(seen).toEqual({ n: 2 });
    other.close();
    store.close();
  });

  test('R5 a lock that is kept: closing says what could not be written, and what was there stays', async () => {
    const file = filled();
    const store = openRuntimeStore(file);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    store.journal.record('s', AT, insight('too late'));
    const written = store.journal.written();
    expect(await failureIn(() => store.close())).toMatchObject({ code: 'unavailable' });
    expect((await failureIn(() => written)).message).toContain('closed before');
    other.exec('ROLLBACK');
    other.close();
    const again = openRuntimeStore(file);
    expect(again.journal.readAll(0, all)).toHaveLength(400);
    again.close();
  });
});
