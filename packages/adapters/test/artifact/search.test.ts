import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { openAt } from './ground.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

test('P3 everything stored is found at once, by every process, whether it waits for the index or is in it', async () => {
  const store = await openAt(folder.path);
  const other = await openAt(folder.path);
  const ids: string[] = [];
  // More than may wait: some are taken in on the way, the last ones are not.
  for (let number = 0; number < 280; number += 1)
    ids.push((await store.store({ name: `n${number}`, type: 'report' }, `common word${number}x`)).id);
  expect((await other.search({ text: 'common', limit: 200 })).found).toBe(280);
  for (const number of [0, 255, 256, 279])
    expect((await other.search({ text: `word${number}x` })).hits.map(({ artifact }) => artifact.id)).toEqual([
      ids[number],
    ]);
  const waiting = await store.store({ name: 'late', type: 'report' }, 'common');
  await store.remove(waiting.id);
  await store.remove(ids[0] ?? '');
  expect((await other.search({ text: 'common', limit: 200 })).found).toBe(279);
  store.close();
  other.close();
});

test('P3 whole words first; their beginnings, from three letters on, where those find little', async () => {
  const store = await openAt(folder.path);
  await store.store({ name: 'a', type: 'report' }, 'parser in parsing 123');
  const found = async (text: string) => (await store.search({ text })).found;
  expect([await found('parse'), await found('pars in'), await found('pa'), await found('12')]).toEqual([
    1, 1, 0, 0,
  ]);
  for (let number = 0; number < 25; number += 1)
    await store.store({ name: `b${number}`, type: 'report' }, 'parse');
  expect(await found('parse')).toBe(25);
  store.close();
});

test('P3 beyond 256 KB a text is kept but not searched; what is no text is not read as one', async () => {
  const store = await openAt(folder.path);
  const long = `early ${'filler '.repeat(40_000)} late`;
  const { id } = await store.store({ name: 'long', type: 'transcript' }, long);
  expect((await store.search({ text: 'early' })).found).toBe(1);
  expect((await store.search({ text: 'late' })).found).toBe(0);
  expect(await store.text(id)).toBe(long);
  await store.store({ name: 'odd', type: 'other', contentType: 'text/plain' }, 'binary\0inside');
  expect((await store.search({ text: 'binary' })).found).toBe(0);
  store.close();
});
