import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openReadOnlySqliteStore, openSqliteStore } from '@symphony/adapters/store/sqlite';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  AT,
  databaseIn,
  failureIn,
  integrityOf,
  mirrorOf,
  mirrorText,
  openFilesIn,
  stopped,
  tamper,
} from './log-inspection.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts';
import { temporaryFolder } from './temporary-folder.ts';

const noSmallDisk = whyNoSmallDisk();
const open = (folder: string, mirror = true) => openSqliteStore({ folder, durability: 'normal', mirror });

describe('a small disk', () => {
  let disk: SmallDisk;
  beforeEach((context) => {
    if (noSmallDisk !== null) context.skip(noSmallDisk);
    disk = mountSmallDisk('2m');
  });
  afterEach(() => {
    if (noSmallDisk === null) disk.remove();
  });

  const fill = (path: string): void => {
    const fd = openSync(path, 'a');
    const part = Buffer.alloc(4_096);
    try {
      for (;;) writeSync(fd, part);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    } finally {
      closeSync(fd);
    }
  };

  test.each([
    { mirror: true, events: 1 },
    { mirror: false, events: 1 },
    { mirror: true, events: 40 },
  ])(
    'full: append says so, loses nothing, and goes on when there is space ($mirror, $events)',
    ({ mirror, events }) => {
      const store = open(disk.path, mirror);
      const ballast = join(disk.path, 'ballast');
      writeFileSync(ballast, Buffer.alloc(256 * 1024));
      const batch = Array.from({ length: events }, (_, index) => stopped(`${index} ${'words '.repeat(50)}`));
      let acknowledged = 0;
      const failure = failureIn(() => {
        for (;;) acknowledged = store.append(AT, batch).at(-1)?.seq ?? 0;
      });
      expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('disk is full') });
      fill(join(disk.path, 'more'));

      expect(failureIn(() => store.append(AT, batch)).code).toBe('disk');
      expect(store.lastSeq()).toBe(acknowledged);
      expect(store.read(0, 100_000)).toHaveLength(acknowledged);
      expect(store.search('words', 3).map((entry) => entry.seq)).toEqual(
        [0, 1, 2].map((back) => acknowledged - back),
      );
      store.close();
      expect(integrityOf(disk.path)).toBe('ok');

      rmSync(ballast);
      rmSync(join(disk.path, 'more'));
      const again = open(disk.path, mirror);
      expect(again.append(AT, [stopped('space again')])[0]?.seq).toBe(acknowledged + 1);
      expect(again.mirrorProblem()).toBeNull();
      if (mirror) expect(mirrorText(disk.path)).toBe(mirrorOf(again.read(0, 100_000)));
      again.close();
      expect(integrityOf(disk.path)).toBe('ok');
    },
  );

  test('full: the same open store records again once there is space', () => {
    const store = open(disk.path);
    store.append(AT, [stopped('first')]);
    fill(join(disk.path, 'ballast'));
    let acknowledged = 1;
    failureIn(() => {
      for (;;) acknowledged = store.append(AT, [stopped('x'.repeat(500))])[0]?.seq ?? 0;
    });
    rmSync(join(disk.path, 'ballast'));
    expect(store.append(AT, [stopped('space again')])[0]?.seq).toBe(acknowledged + 1);
    expect(store.mirrorProblem()).toBeNull();
    expect(mirrorText(disk.path)).toBe(mirrorOf(store.read(0, 100_000)));
    store.close();
  });

  test('full: a snapshot that does not fit says so and leaves the one before', () => {
    const store = open(disk.path);
    store.append(AT, [stopped('a'), stopped('b')]);
    store.saveSnapshot({ seq: 1, version: 1, state: '{"small":true}' });
    const failure = failureIn(() =>
      store.saveSnapshot({ seq: 2, version: 1, state: JSON.stringify('x'.repeat(4_000_000)) }),
    );
    expect(failure.code).toBe('disk');
    expect(store.loadSnapshot()).toEqual({ seq: 1, version: 1, state: '{"small":true}' });
    store.close();
  });

  test('full before there is a log: opening says so', () => {
    fill(join(disk.path, 'ballast'));
    expect(failureIn(() => open(disk.path))).toMatchObject({
      code: 'disk',
      message: expect.stringContaining('full'),
    });
  });

  test('read-only: recording is refused and says why, looking works', () => {
    const store = open(disk.path);
    const entries = store.append(AT, [stopped('before')]);
    store.close();
    disk.makeReadOnly();
    expect(failureIn(() => open(disk.path))).toMatchObject({
      code: 'disk',
      message: expect.stringContaining('read-only'),
    });
    const reader = openReadOnlySqliteStore(disk.path);
    expect(reader.read(0, 10)).toEqual(entries);
    expect(reader.search('before', 10)).toEqual(entries);
    reader.close();
  });

  test('full for the mirror only: append goes on, the mirror says so and catches up', () => {
    const store = open(disk.path);
    for (let number = 0; number < 200; number += 1)
      store.append(AT, [stopped(`${number} ${'x'.repeat(300)}`)]);
    // From here the write-ahead file is written again from its beginning and needs no more space.
    tamper(disk.path, 'PRAGMA wal_checkpoint(RESTART)');
    fill(join(disk.path, 'ballast'));
    for (let number = 0; number < 20; number += 1) store.append(AT, [stopped(`full ${'ü'.repeat(200)}`)]);
    expect(store.mirrorProblem()).toContain('ENOSPC');
    expect(store.lastSeq()).toBe(220);
    rmSync(join(disk.path, 'ballast'));
    store.append(AT, [stopped('space again')]);
    expect(store.mirrorProblem()).toBeNull();
    expect(mirrorText(disk.path)).toBe(mirrorOf(store.read(0, 1_000)));
    store.close();
  });

  test('read-only after a crash: what waits in the write-ahead file is seen, or said to be out of reach', () => {
    const living = temporaryFolder();
    const store = open(living.path);
    const entries = store.append(AT, [stopped('before')]);
    // The files as a killed process leaves them.
    for (const end of ['', '-wal', '-shm'])
      copyFileSync(`${databaseIn(living.path)}${end}`, `${databaseIn(disk.path)}${end}`);
    store.close();
    living.remove();
    const unseen = join(disk.path, 'without-shared-memory');
    mkdirSync(unseen);
    for (const end of ['', '-wal'])
      copyFileSync(`${databaseIn(disk.path)}${end}`, `${databaseIn(unseen)}${end}`);
    disk.makeReadOnly();
    const reader = openReadOnlySqliteStore(disk.path);
    expect(reader.read(0, 10)).toEqual(entries);
    reader.close();
    expect(failureIn(() => openReadOnlySqliteStore(unseen)).code).toBe('disk');
  });

  test('read-only and no log: there is none to look at', () => {
    disk.makeReadOnly();
    expect(failureIn(() => open(disk.path)).code).toBe('disk');
    expect(failureIn(() => openReadOnlySqliteStore(disk.path)).code).toBe('missing');
  });
});

describe('a damaged or foreign file', () => {
  const folder = temporaryFolder();
  let last = 0;
  afterAll(() => folder.remove());
  const path = (name: string) => join(folder.path, name);
  const makeLog = (name: string): string => {
    const store = open(path(name));
    for (let batch = 0; batch < 20; batch += 1)
      last =
        store
          .append(
            AT,
            Array.from({ length: 50 }, (_, index) => stopped(`entry ${index}`)),
          )
          .at(-1)?.seq ?? 0;
    store.close();
    return path(name);
  };
  const overwrite = (file: string, position: number, bytes: Buffer): void => {
    const fd = openSync(file, 'r+');
    writeSync(fd, bytes, 0, bytes.length, position);
    closeSync(fd);
  };
  afterEach(() => {
    for (const name of readdirSync(folder.path)) rmSync(path(name), { recursive: true, force: true });
  });

  test('a destroyed header is said at opening, by both ways of opening', () => {
    const log = makeLog('header');
    overwrite(databaseIn(log), 0, Buffer.alloc(100, 0x5a));
    for (const opening of [() => open(log), () => openReadOnlySqliteStore(log)])
      expect(failureIn(opening)).toMatchObject({ code: 'disk', message: expect.stringContaining('damaged') });
  });

  test('destroyed pages in the middle are said when they are read, and never read as entries', () => {
    const log = makeLog('middle');
    const file = databaseIn(log);
    const size = statSync(file).size;
    overwrite(file, Math.floor(size / 4), Buffer.alloc(Math.floor(size / 2), 0xa5));
    const failure = failureIn(() => {
      const store = open(log, false);
      try {
        store.fold(0, () => undefined);
      } finally {
        store.close();
      }
    });
    expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('damaged') });
  });

  test('an entry whose text is no longer an event is said by its number', () => {
    const log = makeLog('entry');
    tamper(log, `UPDATE entries SET body = substr(body, 1, 20) WHERE seq = 7`);
    const store = open(log, false);
    expect(failureIn(() => store.read(0, 100))).toMatchObject({
      code: 'disk',
      message: expect.stringContaining('Entry 7'),
    });
    expect(store.read(7, 2).map((entry) => entry.seq)).toEqual([8, 9]);
    store.close();
  });

  test('a file that is no database at all', () => {
    const log = makeLog('text');
    writeFileSync(databaseIn(log), 'hello, I am a text file\n'.repeat(100));
    expect(failureIn(() => open(log)).code).toBe('disk');
  });

  test('a log of a newer Symphony is refused untouched', () => {
    const log = makeLog('newer');
    tamper(log, 'PRAGMA user_version = 99');
    for (const opening of [() => open(log), () => openReadOnlySqliteStore(log)])
      expect(failureIn(opening)).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('newer Symphony'),
      });
    expect(openFilesIn(log)).toEqual([]);
    tamper(log, 'PRAGMA user_version = 1');
    const store = open(log);
    expect(store.lastSeq()).toBe(last);
    store.close();
  });

  test('a database of another program is refused untouched', () => {
    const log = path('foreign');
    open(log).close();
    rmSync(databaseIn(log));
    tamper(log, 'CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)');
    expect(failureIn(() => open(log))).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('another program'),
    });
  });

  test('where there is no log, there is none to look at', () => {
    expect(failureIn(() => openReadOnlySqliteStore(path('nowhere'))).code).toBe('missing');
  });

  test('a folder that cannot be made', () => {
    writeFileSync(path('file'), '');
    expect(failureIn(() => open(join(path('file'), 'below'))).code).toBe('disk');
  });

  test('two processes that record: the second to write is refused and leaves no trace', () => {
    const log = path('two');
    const first = open(log);
    const second = open(log);
    first.append(AT, [stopped('mine')]);
    expect(failureIn(() => second.append(AT, [stopped('also mine')])).code).toBe('conflict');
    expect(failureIn(() => second.append(AT, [stopped('a'), stopped('b')])).code).toBe('conflict');
    expect(first.read(0, 10).map((entry) => entry.event)).toEqual([stopped('mine')]);
    // Only the second of two collides: the first must not stay either.
    tamper(log, `INSERT INTO entries VALUES (3, 0, 'theirs', NULL, '{}')`);
    expect(failureIn(() => first.append(AT, [stopped('a'), stopped('b')])).code).toBe('conflict');
    expect(first.read(0, 10).map((entry) => entry.seq)).toEqual([1, 3]);
    first.close();
    second.close();
    expect(mirrorText(log)).toBe(mirrorOf([{ seq: 1, at: AT, event: stopped('mine') }]));
  });
});
