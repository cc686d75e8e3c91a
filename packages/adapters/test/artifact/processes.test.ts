import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { blobsIn, openAt, unfinishedIn } from './ground.ts';

const SEED = Number(process.env.SYMPHONY_SEED ?? 99);

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

function startStoring(...args: readonly (string | number)[]) {
  const script = join(import.meta.dirname, 'storing-child.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, folder.path, ...args.map(String)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const opened = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      resolve();
    });
  });
  const ended = new Promise<{ signal: NodeJS.Signals | null; ids: string[]; complaint: string }>(
    (resolve) => {
      child.once('close', (_code, signal) => {
        // The last line may be half said.
        const lines = said.slice(0, said.lastIndexOf('\n') + 1).split('\n');
        resolve({ signal, ids: lines.filter((line) => line.startsWith('a-')), complaint });
      });
    },
  );
  return { child, opened, ended };
}

test('P3 two processes store the same contents at once: both records, one content, nothing left over', async () => {
  const both = [startStoring('same', 40, 3_000, 3), startStoring('same', 40, 3_000, 3)];
  const ends = await Promise.all(both.map(({ ended }) => ended));
  for (const { ids, complaint } of ends) expect(ids, complaint).toHaveLength(40);
  const store = await openAt(folder.path);
  expect(await store.stats()).toMatchObject({ artifacts: 80, blobs: 40, ratio: 2 });
  expect(await store.verify()).toEqual({ checked: 40, corrupted: [], missing: [], orphaned: [] });
  for (let number = 0; number < 40; number += 1)
    expect((await store.versions(`name ${number}`)).map(({ version }) => version)).toEqual([1, 2]);
  expect(unfinishedIn(folder.path)).toEqual([]);
  store.close();
});

test(`P3 kill -9 while storing: no half content is seen, what was acknowledged is whole, the rest is swept (seed ${SEED})`, async () => {
  let halfWritten = 0;
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { child, opened, ended } = startStoring(`round ${round}`, 10_000, 65_536, 16);
    await Promise.race([opened, ended]);
    await sleep(40 + ((SEED * (round + 1) * 37) % 120));
    child.kill('SIGKILL');
    const { signal, ids, complaint } = await ended;
    expect(signal, complaint).toBe('SIGKILL');
    acknowledged.push(...ids);
    halfWritten += unfinishedIn(folder.path).length;

    const store = await openAt(folder.path);
    expect(unfinishedIn(folder.path)).toEqual([]);
    const verdict = await store.verify();
    expect(verdict).toMatchObject({ corrupted: [], missing: [] });
    for (const id of ids) expect((await store.get(id)).size).toBe(65_536 * 16);
    // A death between renaming and committing leaves a whole content nobody names.
    const { removed } = await store.collectOrphans();
    expect(removed).toBe(verdict.orphaned.length);
    expect(blobsIn(folder.path)).toHaveLength((await store.stats()).blobs);
    store.close();
  }
  expect(halfWritten).toBeGreaterThan(0);
  expect(acknowledged.length).toBeGreaterThan(0);
}, 60_000);

test('P3 what a living process is writing is not swept', async () => {
  const first = await openAt(folder.path);
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(70_000, 'a');
    await gate;
    yield Buffer.from('the end');
  }
  const storing = first.store({ name: 'slow', type: 'report' }, slow());
  while (unfinishedIn(folder.path).length === 0) await sleep(5);
  const second = await openAt(folder.path);
  await second.collectOrphans();
  expect(unfinishedIn(folder.path)).toHaveLength(1);
  expect(await second.list({})).toEqual([]);
  release();
  const { id } = await storing;
  expect((await second.get(id)).size).toBe(70_007);
  first.close();
  second.close();
});

test('P3 a store that another process holds too long says so', async () => {
  const store = await openAt(folder.path, { patienceMs: 50 });
  const other = new DatabaseSync(join(folder.path, 'index.db'));
  other.exec('BEGIN IMMEDIATE');
  const failure = await store.store({ name: 'a', type: 'report' }, 'a').catch((error) => error.failure);
  expect(failure).toMatchObject({ code: 'unavailable' });
  other.exec('ROLLBACK');
  other.close();
  expect(unfinishedIn(folder.path)).toEqual([]);
  expect((await store.store({ name: 'a', type: 'report' }, 'a')).version).toBe(1);
  store.close();
});
