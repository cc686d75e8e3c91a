import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ArtifactStore } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { blobPath, blobsIn, drain, failureIn, openAt } from './ground.ts';

const KEY = new Uint8Array(32).fill(1);
const CONTENT = Buffer.alloc(200_000, 'All that is kept must come back as it was. ');

const flipBit = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(path, bytes);
};

let folder: ReturnType<typeof temporaryFolder>;
let store: ArtifactStore;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  store.close();
  folder.remove();
});

describe.each([
  { how: 'plain', options: {} },
  { how: 'sealed', options: { key: KEY } },
])('P3 a content that is not as it was ($how)', ({ options }) => {
  let id = '';
  let hash = '';
  beforeEach(async () => {
    store = await openAt(folder.path, options);
    ({ id, hash } = await store.store(
      { name: 'report', type: 'report', contentType: 'text/plain' },
      CONTENT,
    ));
  });

  const damages: readonly { what: string; damage: (path: string) => void }[] = [
    { what: 'changed at the beginning', damage: (path) => flipBit(path, 3) },
    { what: 'changed in the middle', damage: (path) => flipBit(path, 100_001) },
    { what: 'changed at the end', damage: (path) => flipBit(path, statSync(path).size - 1) },
    { what: 'cut short', damage: (path) => truncateSync(path, 150_000) },
    { what: 'cut at a part', damage: (path) => truncateSync(path, 65_536) },
    { what: 'emptied', damage: (path) => truncateSync(path, 0) },
    { what: 'longer', damage: (path) => truncateSync(path, statSync(path).size + 10) },
    { what: 'deleted', damage: (path) => rmSync(path) },
  ];

  test.each(damages)(
    '$what: reading says so before the end, and names artifact and content',
    async (each) => {
      each.damage(blobPath(folder.path, hash));
      let handedOut = 0;
      const failure = await failureIn(
        (async () => {
          for await (const part of store.open(id)) handedOut += part.length;
        })(),
      );
      expect(failure.code).toBe('disk');
      expect(failure.message).toContain(id);
      expect(failure.message).toContain(hash);
      expect(handedOut).toBeLessThan(CONTENT.length);
      expect((await failureIn(store.text(id))).code).toBe('disk');
      const verdict = await store.verify();
      const problems = each.what === 'deleted' ? verdict.missing : verdict.corrupted;
      expect(problems).toEqual([{ hash, artifacts: [id], reason: expect.stringContaining(id) }]);
      expect(verdict.corrupted.length + verdict.missing.length).toBe(1);
      expect((await store.search({ text: 'kept' })).found).toBe(1);
    },
  );

  test.each(damages)('$what: storing the same content again mends it', async ({ damage }) => {
    damage(blobPath(folder.path, hash));
    const twin = await store.store({ name: 'twin', type: 'report' }, CONTENT);
    expect(twin.hash).toBe(hash);
    expect(await drain(store.open(id))).toBe(CONTENT.length);
  });

  test('one content under the address of another is found', async () => {
    const other = await store.store({ name: 'other', type: 'report' }, Buffer.alloc(200_000, 'x'));
    copyFileSync(blobPath(folder.path, other.hash), blobPath(folder.path, hash));
    expect(await failureIn(drain(store.open(id)))).toMatchObject({ code: 'disk' });
  });

  test('a content nobody names is reported and collected, the others stay', async () => {
    const orphan = 'ab'.repeat(32);
    mkdirSync(join(folder.path, 'blobs', 'ab'), { recursive: true });
    writeFileSync(blobPath(folder.path, orphan), 'nobody names me');
    expect((await store.verify()).orphaned).toEqual([orphan]);
    expect(await store.collectOrphans()).toEqual({ removed: 1, bytes: 15 });
    expect(blobsIn(folder.path)).toEqual([hash]);
    expect(await store.verify()).toEqual({ checked: 1, corrupted: [], missing: [], orphaned: [] });
  });
});

describe('P3 a damaged or foreign index.db', () => {
  const index = () => join(folder.path, 'index.db');
  beforeEach(async () => {
    store = await openAt(folder.path);
    for (let number = 0; number < 200; number += 1)
      await store.store(
        { name: `report ${number}`, type: 'report' },
        `words of number ${number} `.repeat(20),
      );
    store.close();
  });

  test('a destroyed header is said at opening, with a way out', async () => {
    const fd = openSync(index(), 'r+');
    writeSync(fd, Buffer.alloc(100, 0x5a), 0, 100, 0);
    closeSync(fd);
    const failure = await failureIn(openAt(folder.path));
    expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('damaged') });
    expect(failure.nextStep).toContain('index.db');
  });

  test('destroyed pages are said when they are read, and never read as records', async () => {
    const size = statSync(index()).size;
    const fd = openSync(index(), 'r+');
    writeSync(fd, Buffer.alloc(Math.floor(size / 2), 0xa5), 0, Math.floor(size / 2), 8_192);
    closeSync(fd);
    const failure = await failureIn(
      (async () => {
        const opened = await openAt(folder.path);
        try {
          await opened.list({}, { limit: 1_000 });
          await opened.search({ text: 'words' });
        } finally {
          opened.close();
        }
      })(),
    );
    expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('damaged') });
  });

  test('a text file, another program and a newer Symphony are refused', async () => {
    const alter = (sql: string) => {
      const db = new DatabaseSync(index());
      db.exec(sql);
      db.close();
    };
    alter('PRAGMA user_version = 99');
    expect((await failureIn(openAt(folder.path))).message).toContain('newer Symphony');
    rmSync(index());
    alter('CREATE TABLE theirs (a)');
    expect((await failureIn(openAt(folder.path))).message).toContain('another program');
    writeFileSync(index(), 'hello, I am a text file\n'.repeat(100));
    expect((await failureIn(openAt(folder.path))).code).toBe('disk');
  });
});
