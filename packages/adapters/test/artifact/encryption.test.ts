import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { failureIn, openAt } from './ground.ts';

const KEY = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);
const SECRET = 'the launch codeword is rhododendron';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

/** Every byte the store has written, its index among them. */
const everything = (): string =>
  readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => readFileSync(join(each.parentPath, each.name), 'latin1'))
    .join('\n');

test('P3 with a key neither contents nor index tell a word, and words are found all the same', async () => {
  const store = await openAt(folder.path, { key: KEY });
  const { id } = await store.store({ name: 'notes', type: 'report' }, SECRET);
  const found = await store.search({ text: 'Rhododendron launch' });
  expect(found.hits.map(({ artifact }) => artifact.id)).toEqual([id]);
  expect(found.hits[0]?.highlights[0]?.text).toBe(SECRET);
  expect((await store.search({ text: 'notes rhododendron' })).found).toBe(1);
  expect((await store.search({ text: 'rhodo' })).found).toBe(0);
  store.close();
  expect(everything()).not.toMatch(/rhododendron|codeword|launch/i);
});

test('P3 the same content has another address under another key, so a name tells nothing', async () => {
  const hashes: string[] = [];
  for (const options of [{}, { key: KEY }, { key: OTHER }]) {
    const store = await openAt(folder.path, options);
    hashes.push((await store.store({ name: 'notes', type: 'report' }, SECRET)).hash);
    store.close();
  }
  expect(new Set(hashes).size).toBe(3);
});

test('P3 the wrong key, or none, is said; the right one opens, also as a former key', async () => {
  const first = await openAt(folder.path, { key: KEY });
  const { id } = await first.store({ name: 'notes', type: 'report' }, SECRET);
  first.close();

  for (const [options, said] of [
    [{}, 'no key is configured'],
    [{ key: OTHER }, 'another key is configured'],
  ] as const) {
    const store = await openAt(folder.path, options);
    expect((await store.get(id)).name).toBe('notes');
    expect(await failureIn(store.text(id))).toMatchObject({
      code: 'refused',
      message: expect.stringContaining(said),
    });
    store.close();
  }

  const rotated = await openAt(folder.path, { key: OTHER, formerKeys: [KEY] });
  const newer = await rotated.store({ name: 'notes', type: 'report' }, `${SECRET} still`);
  expect(await rotated.text(id)).toBe(SECRET);
  expect(await rotated.diff(id, newer.id)).toMatchObject({ kind: 'text' });
  expect((await rotated.search({ text: 'rhododendron' })).found).toBe(2);
  expect((await rotated.verify()).corrupted).toEqual([]);
  rotated.close();
});

test('P3 a key of another length is refused before anything is written', async () => {
  const failure = await failureIn(openAt(folder.path, { key: new Uint8Array(16) }));
  expect(failure).toMatchObject({ code: 'invalid', message: expect.stringContaining('16 bytes') });
  expect(readdirSync(folder.path)).toEqual([]);
});

test('P3 what was stored before there was a key stays readable', async () => {
  const before = await openAt(folder.path);
  const { id } = await before.store({ name: 'open', type: 'report' }, 'plain words');
  before.close();
  const after = await openAt(folder.path, { key: KEY });
  await after.store({ name: 'sealed', type: 'report' }, 'sealed words');
  expect(await after.text(id)).toBe('plain words');
  expect((await after.search({ text: 'words' })).found).toBe(2);
  after.close();
});
