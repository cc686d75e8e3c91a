import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FolderChambers } from '../../src/chamber/folder/index.ts';
import { openGit } from '../../src/git/index.ts';
import { ChamberShelf, FolderShelf, folderTrash, type Standing, Trash, Uses } from '../../src/stale/index.ts';
import { because, failing, UNUSED } from './room-of.ts';

const SETTINGS = {
  links: [],
  copies: [],
  ports: 0,
  env: {},
  hooks: { after_create: 'mkdir empty', before_run: null, after_run: null, before_remove: 'touch ../hooked' },
  hookTimeoutMs: 10_000,
  fetch: false,
};

async function open(standing: (item: string | null) => Standing = () => UNUSED) {
  const top = await realpath(await mkdtemp(join(tmpdir(), 'symphony-folder-shelf-')));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const archive = join(top, 'archive');
  const [trash, uses] = [new Trash(archive), new Uses(archive)];
  let root = join(top, 'root');
  const hooks = { ...SETTINGS.hooks };
  const folders = new FolderChambers({
    git: openGit('folder-shelf-test'),
    instance: 'folder-shelf-test',
    root: () => root,
    records: join(top, 'records'),
    settings: () => ({ ...SETTINGS, hooks }),
    store: folderTrash(trash, () => 7),
  });
  const prepare = (identifier: string) =>
    folders.prepare({ item: `id-of-${identifier}`, identifier, title: '', target: 'main', known: null });
  return {
    top,
    trash,
    uses,
    folders,
    hooks,
    prepare,
    shelf: new FolderShelf({ folders, trash, uses, standing }),
    moveTo: (name: string) => {
      root = join(top, name);
    },
  };
}

/** An empty checkout holds nothing that could be lost, and still is more than an empty folder. */
async function openEmpty(...given: Parameters<typeof open>) {
  const place = await open(...given);
  place.hooks.after_create = 'git init --quiet';
  const chamber = await place.prepare('ENG-1');
  const [thing] = await place.shelf.list();
  return { ...place, chamber, thing: thing! };
}

test('P5 a workspace goes to the trash whole, after its hook, and comes back as it was', async () => {
  const { shelf, trash, folders, chamber, thing, top } = await openEmpty();
  expect(thing).toMatchObject({ id: 'chamber:ENG-1', guards: { unmerged: null }, references: [] });
  const entry = await shelf.remove(thing, because());
  expect(existsSync(chamber.path)).toBe(false);
  expect(await readdir(join(top, 'root'))).toEqual(['hooked']);
  expect(await folders.list()).toEqual([]);
  await shelf.recover();
  expect((await trash.entries()).map(({ id }) => id)).toEqual([entry.id]);
  await shelf.restore(entry);
  expect(await readdir(chamber.path)).toEqual(['.git']);
  expect(await folders.find('ENG-1')).toEqual(chamber);
  expect(await trash.entries()).toEqual([]);
});

test('P5 what is at work, unknown to the log, or of unknown worth stays', async () => {
  const running = await openEmpty((item) => ({ ...UNUSED, guards: { running: `${item} is being played` } }));
  expect(running.thing.guards.running).toBe('id-of-ENG-1 is being played');
  const { shelf, prepare, trash } = await open();
  const { path } = await prepare('ENG-2');
  const [plain] = await shelf.list();
  expect(plain?.guards.unmerged).toContain('it is no git checkout');
  expect((await failing(shelf.remove(plain!, because()))).code).toBe('refused');
  expect(await readdir(path)).toEqual(['empty']);
  expect(await trash.entries()).toEqual([]);
});

test('P5 restoring overwrites nothing, and nothing is put outside of the root', async () => {
  const { shelf, prepare, chamber, thing, moveTo, trash } = await openEmpty();
  const entry = await shelf.remove(thing, because());
  await prepare('ENG-1');
  await writeFile(join(chamber.path, 'of-the-new-one'), 'x');
  expect((await failing(shelf.restore(entry))).code).toBe('conflict');
  expect(await readFile(join(chamber.path, 'of-the-new-one'), 'utf8')).toBe('x');
  moveTo('other');
  expect((await failing(shelf.restore(entry))).code).toBe('refused');
  expect(await trash.entries()).toHaveLength(1);
});

test('P5 killed at any step: what was on its way arrives, what had not left stays', async () => {
  const { shelf, folders, chamber, thing, trash, top } = await openEmpty();
  const record = JSON.parse(await readFile(join(top, 'records', 'ENG-1.json'), 'utf8'));
  const begin = () => trash.begin(thing, because(), { facts: { folder: JSON.stringify(record) }, needs: [] });
  const going = join(top, 'root', '~~ENG-1');

  await begin();
  await shelf.recover();
  expect(await trash.entries()).toEqual([]);
  expect((await folders.list()).map(({ key }) => key)).toEqual(['ENG-1']);

  const entry = await begin();
  await rename(chamber.path, going);
  await shelf.recover();
  expect(await readdir(trash.payload(entry))).toEqual(['.git']);
  expect(existsSync(going)).toBe(false);

  // On another disk it is copied first: what is left of the original goes.
  await mkdir(join(going, 'half'), { recursive: true });
  await shelf.recover();
  expect(existsSync(going)).toBe(false);
  await shelf.restore(entry);
  expect(await folders.find('ENG-1')).toEqual(chamber);
});

test('P5 M2 removed by force it waits in the trash as well', async () => {
  const { shelf, trash, folders, prepare } = await open();
  const chamber = await prepare('ENG-1');
  const removal = await folders.remove(chamber, { force: true });
  const [entry] = await trash.entries();
  expect(removal).toEqual({ kind: 'removed', bundle: trash.payload(entry!) });
  expect(entry).toMatchObject({ label: 'ENG-1', reason: 'removed by hand', at: 7 });
  await shelf.restore(entry!);
  expect(await readdir(chamber.path)).toEqual(['empty']);
});

test('P5 the trash of one kind of chamber is left alone by the other', async () => {
  const { shelf, trash, uses, thing } = await openEmpty();
  const entry = await shelf.remove(thing, because());
  const refuse = () => Promise.reject(new Error('not asked for'));
  const chambers = { list: async () => [], inspect: refuse, prepare: refuse, remove: refuse };
  const worktrees = new ChamberShelf({
    repository: '/nowhere',
    git: openGit('folder-shelf-test'),
    chambers: { ...chambers, find: refuse, restore: refuse },
    target: () => 'main',
    trash,
    uses,
    standing: () => UNUSED,
    identifier: () => null,
  });
  await worktrees.recover();
  expect((await failing(worktrees.restore(entry))).message).toContain('was a folder that a hook filled');
  expect(await trash.entries()).toEqual([entry]);
});
