import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { blobsIn, failureIn, openAt, repeated, unfinishedIn } from './ground.ts';

const noSmallDisk = whyNoSmallDisk();
let disk: SmallDisk;
beforeEach((context) => {
  if (noSmallDisk !== null) context.skip(noSmallDisk);
  disk = mountSmallDisk('8m');
});
afterEach(() => {
  if (noSmallDisk === null) disk.remove();
});

function fill(path: string): void {
  const fd = openSync(path, 'a');
  try {
    for (;;) writeSync(fd, Buffer.alloc(4_096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(fd);
  }
}

const report = { name: 'report', type: 'report' };

test('P3 full while a content is written: it says so, leaves nothing, and goes on when there is space', async () => {
  const store = await openAt(disk.path);
  const before = await store.store(report, 'before it was full');
  const failure = await failureIn(store.store(report, repeated(Buffer.alloc(65_536, 'x'), 200)));
  expect(failure).toMatchObject({ code: 'disk', message: expect.stringContaining('disk is full') });
  expect(unfinishedIn(disk.path)).toEqual([]);
  expect(blobsIn(disk.path)).toEqual([before.hash]);
  expect(await store.list({})).toEqual([before]);
  expect((await store.store(report, 'after')).version).toBe(2);
  expect((await store.verify()).corrupted).toEqual([]);
  store.close();
});

test('P3 full while records are made: what was acknowledged is whole, and it goes on when there is space', async () => {
  const store = await openAt(disk.path);
  writeFileSync(join(disk.path, 'ballast'), Buffer.alloc(4 * 1024 * 1024));
  const kept: string[] = [];
  const failure = await failureIn(
    (async () => {
      for (let number = 0; ; number += 1)
        kept.push((await store.store(report, `number ${number} ${'many words '.repeat(300)}`)).id);
    })(),
  );
  expect(failure.code).toBe('disk');
  fill(join(disk.path, 'more'));
  expect((await failureIn(store.store(report, 'not now'))).code).toBe('disk');
  expect(unfinishedIn(disk.path)).toEqual([]);
  expect(await store.list({}, { limit: 10_000 })).toHaveLength(kept.length);
  expect(await store.text(kept.at(-1) ?? '')).toContain('many words');
  // What waits for the index cannot be taken in; that it was left out is said.
  expect((await store.search({ text: 'many' })).more).toBe(true);
  rmSync(join(disk.path, 'ballast'));
  for (const id of kept.slice(0, 20)) await store.remove(id);
  await store.store(report, 'space again');
  expect(await store.search({ text: 'many' })).toMatchObject({ found: kept.length - 20, more: false });
  expect(await store.verify()).toMatchObject({ corrupted: [], missing: [] });
  await store.collectOrphans();
  expect(blobsIn(disk.path)).toHaveLength((await store.stats()).blobs);
  store.close();
});

test('P3 read-only: opening says why', async () => {
  (await openAt(disk.path)).close();
  disk.makeReadOnly();
  expect(await failureIn(openAt(disk.path))).toMatchObject({
    code: 'disk',
    message: expect.stringContaining('read-only'),
  });
});
