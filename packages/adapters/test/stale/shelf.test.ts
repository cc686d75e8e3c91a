import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLogShelf, Trash } from '../../src/stale/index.ts';
import { because, DAY, failing, NOW, openRoom, transcript } from './room.ts';

const SIZE = 40_000;

describe('tiers on disk', () => {
  test('P5 hot → warm → cold → hot gives the same bytes and keeps the age', async () => {
    const room = await openRoom();
    const text = await room.put('s-1.json', SIZE, 40);
    const hot = await room.thing('session:s-1.json');
    expect(hot).toMatchObject({ tier: 'hot', size: text.length, lastUsedAt: NOW - 40 * DAY });

    await room.shelf.archive?.(hot, 'warm');
    const warm = await room.thing('session:s-1.json');
    expect(warm).toMatchObject({ tier: 'warm', lastUsedAt: NOW - 40 * DAY });
    expect(warm.size).toBeLessThan(text.length * 0.6);
    expect(await readdir(room.sessions)).toEqual(['s-1.json.zst']);

    await room.shelf.archive?.(warm, 'cold');
    expect(await readdir(room.sessions)).toEqual([]);
    expect(await room.thing('session:s-1.json')).toMatchObject({ tier: 'cold', size: warm.size });
    expect(await readdir(join(room.archive, 'cold', 'session'))).toEqual(['s-1.json.zst']);

    await room.shelf.archive?.(await room.thing('session:s-1.json'), 'hot');
    expect(await readFile(join(room.sessions, 's-1.json'), 'utf8')).toBe(text);
    expect((await stat(join(room.sessions, 's-1.json'))).mtimeMs).toBe(NOW - 40 * DAY);
    expect(await readdir(join(room.archive, 'cold', 'session'))).toEqual([]);
  });

  test('P5 hot goes to cold at once, and a file of one block goes nowhere', async () => {
    const room = await openRoom();
    await room.put('s-1.json', SIZE, 40);
    await room.put('small.json', 300, 40);
    await room.shelf.archive?.(await room.thing('session:s-1.json'), 'cold');
    expect(await room.ids()).toEqual(['session:s-1.json cold', 'session:small.json hot']);
    expect((await room.thing('session:small.json')).tiers).toEqual(['hot']);
  });

  test('P5 something else at the place is not overwritten', async () => {
    const room = await openRoom();
    await room.put('s-1.json', SIZE, 40);
    await room.shelf.archive?.(await room.thing('session:s-1.json'), 'cold');
    await room.put('s-1.json', SIZE - 1000, 1);
    const failure = await failing(
      Promise.resolve(room.shelf.archive?.(await room.thing('session:s-1.json'), 'cold')),
    );
    expect(failure.code).toBe('conflict');
    await room.shelf.recover();
    expect(await readdir(join(room.archive, 'cold', 'session'))).toEqual(['s-1.json.zst']);
    expect((await readFile(join(room.sessions, 's-1.json'), 'utf8')).length).toBeGreaterThan(SIZE - 1100);
  });

  test('P5 a copy and a draft a killed process left are cleared away, the warmest stays', async () => {
    const room = await openRoom();
    const text = await room.put('s-1.json', SIZE, 40);
    await room.shelf.archive?.(await room.thing('session:s-1.json'), 'warm');
    await room.put('s-1.json', SIZE, 40);
    await writeFile(join(room.sessions, 's-1.json.zst.draft'), 'half');
    await writeFile(join(room.sessions, 's-9.json.new'), 'somebody else writes here');
    expect(await room.ids()).toEqual(['session:s-1.json hot']);
    await room.shelf.recover();
    expect(await readdir(room.sessions)).toEqual(['s-1.json', 's-9.json.new']);
    expect(await readFile(join(room.sessions, 's-1.json'), 'utf8')).toBe(text);
  });
});

describe('the trash', () => {
  test('P5 removing is reversible until it is purged, from any tier', async () => {
    const room = await openRoom();
    const text = await room.put('s-1.json', SIZE, 100);
    await room.put('s-2.json', SIZE, 100);
    await room.shelf.archive?.(await room.thing('session:s-2.json'), 'cold');
    const first = await room.shelf.remove(await room.thing('session:s-1.json'), because());
    const second = await room.shelf.remove(await room.thing('session:s-2.json'), because());
    expect(await room.ids()).toEqual([]);
    expect((await room.trash.entries()).map(({ thing, batch, reason }) => [thing, batch, reason])).toEqual(
      expect.arrayContaining([
        ['session:s-1.json', 'clean-1', 'not used for 100 days'],
        ['session:s-2.json', 'clean-1', 'not used for 100 days'],
      ]),
    );
    await room.shelf.recover();
    await room.shelf.restore(first);
    await room.shelf.restore(second);
    expect(await room.ids()).toEqual(['session:s-1.json hot', 'session:s-2.json cold']);
    expect(await readFile(join(room.sessions, 's-1.json'), 'utf8')).toBe(text);
    expect(await room.trash.entries()).toEqual([]);

    const again = await room.shelf.remove(await room.thing('session:s-1.json'), because());
    await room.shelf.purge(again);
    expect(await room.trash.entries()).toEqual([]);
    expect(await room.ids()).toEqual(['session:s-2.json cold']);
  });

  test('P5 restoring over something new is refused, and both stay', async () => {
    const room = await openRoom();
    await room.put('s-1.json', SIZE, 100);
    const entry = await room.shelf.remove(await room.thing('session:s-1.json'), because());
    await room.put('s-1.json', 5000, 0);
    await room.shelf.recover();
    expect((await failing(room.shelf.restore(entry))).code).toBe('conflict');
    expect((await room.trash.entries()).length).toBe(1);
    expect(existsSync(room.trash.payload(entry))).toBe(true);
  });

  test('P5 a folder is removed and restored whole', async () => {
    const room = await openRoom();
    await mkdir(join(room.sessions, 's-1.scratch', 'deep'), { recursive: true });
    await writeFile(join(room.sessions, 's-1.scratch', 'deep', 'f'), 'x');
    const entry = await room.shelf.remove(await room.thing('session:s-1.scratch'), because());
    await room.shelf.recover();
    await room.shelf.restore(entry);
    expect(await readFile(join(room.sessions, 's-1.scratch', 'deep', 'f'), 'utf8')).toBe('x');
  });

  test('P5 a manifest whose removal never happened is dropped; one that leads elsewhere is refused', async () => {
    const room = await openRoom();
    await room.put('s-1.json', SIZE, 100);
    const thing = await room.thing('session:s-1.json');
    await room.trash.begin(thing, because(), { facts: { path: 'sessions/s-1.json' }, needs: [] });
    await room.shelf.recover();
    expect(await room.trash.entries()).toEqual([]);
    expect(await room.ids()).toEqual(['session:s-1.json hot']);
    const evil = await room.trash.begin(thing, because(), { facts: { path: '../../evil' }, needs: [] });
    expect((await failing(room.shelf.restore(evil))).code).toBe('invalid');
  });

  test('P5 what was brought back counts as used', async () => {
    const room = await openRoom();
    await room.put('s-1.json', SIZE, 100);
    await room.uses.note('session:s-1.json', NOW);
    await room.uses.note('session:s-1.json', NOW + 5);
    expect(await room.thing('session:s-1.json')).toMatchObject({ lastUsedAt: NOW + 5, uses: 2 });
  });
});

test('P5 the log and its text copy are shown with the reason they stay; a set-aside copy is free', async () => {
  const room = await openRoom();
  for (const name of ['log.db', 'log.db-wal', 'events.jsonl', 'events.set-aside-1.jsonl', 'other.txt'])
    await writeFile(join(room.sessions, name), transcript(name, 9000));
  const { archive, trash, uses } = room;
  const shelf = openLogShelf({ folder: room.sessions, archive, trash, uses });
  const things = await shelf.list();
  expect(things.map(({ label, guards }) => [label, guards.referenced !== null])).toEqual([
    ['events.jsonl', true],
    ['events.set-aside-1.jsonl', false],
    ['log.db', true],
    ['log.db-wal', true],
  ]);
});

test('a trash with foreign and damaged files in it lists only what is whole', async () => {
  const room = await openRoom();
  await mkdir(join(room.archive, 'trash', 'foreign.json'), { recursive: true });
  await writeFile(join(room.archive, 'trash', 'damaged.json'), '{"id":');
  await writeFile(join(room.archive, 'trash', 'other.json'), '{"id":"another"}');
  expect(await new Trash(room.archive).entries()).toEqual([]);
});
