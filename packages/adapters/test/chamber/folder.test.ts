import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChamberRequest } from '@symphony/domain';
import { makeRepository, type Repository } from '@symphony/testkit';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FolderChambers, type FolderStore } from '../../src/chamber/folder/index.ts';
import { plainChamberKey, workspaceKey } from '../../src/chamber/key.ts';
import type { ChamberSettings } from '../../src/chamber/worktree/index.ts';
import { openGit } from '../../src/git/index.ts';

const request = (identifier: string): ChamberRequest => ({
  item: `id-of-${identifier}`,
  identifier,
  title: 'A piece of work',
  target: 'main',
  known: null,
});

async function openPlace(hooks: Partial<ChamberSettings['hooks']> = {}, store?: FolderStore) {
  const top = await mkdtemp(join(tmpdir(), 'symphony-folders-'));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const settings: ChamberSettings = {
    links: [],
    copies: [],
    ports: 0,
    env: {},
    hooks: { after_create: null, before_run: null, after_run: null, before_remove: null, ...hooks },
    hookTimeoutMs: 10_000,
    fetch: true,
    login: true,
  };
  const notices: string[] = [];
  const instance = `folder-test-${process.pid}`;
  let root = join(top, 'root');
  const open = (records = 'records') =>
    new FolderChambers({
      git: openGit(instance),
      instance,
      root: () => root,
      records: join(top, records),
      settings: () => settings,
      notice: (message) => notices.push(message),
      ...(store && { store }),
    });
  const folders = open();
  const moveTo = (name: string): void => {
    root = join(top, name);
  };
  return { top, folders, open, settings, notices, moveTo, path: (name: string) => join(root, name) };
}

/** A place whose workspaces are clones of a repository, as most workflow files have it. */
async function openClones(): Promise<Awaited<ReturnType<typeof openPlace>> & { origin: Repository }> {
  const origin = await makeRepository({ files: { 'a.txt': 'a' } });
  onTestFinished(() => origin.remove());
  const clone = `git clone --quiet '${origin.path}' . && git config user.name a && git config user.email a@b`;
  return { ...(await openPlace({ after_create: clone })), origin };
}

const commit = (path: string, name: string) =>
  openGit('test')(
    path,
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    name,
  );

describe('svc-D5 the name of a workspace', () => {
  test.each([
    ['ENG-12', 'ENG-12'],
    ['a.b_c-1', 'a.b_c-1'],
    ['a/b', 'a_b--c14cddc033f64b9d'],
    ['a b', 'a_b--c8687a08aa5d6ed2'],
    ['..', '__--5ec1f7e700f37c3d'],
    ['.', '_--cdb4ee2aea69cc6a'],
  ])('%j is %s', (identifier, key) => {
    expect(workspaceKey(identifier)).toBe(key);
  });

  test('identifiers that read alike are told apart, and none leaves its folder', () => {
    const keys = ['a/b', 'a_b', 'a b', 'a:b', '..', '.', '', 'ä'].map(workspaceKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^(?!\.*$)[A-Za-z0-9._-]+$/);
  });

  test('where it ends a branch’s name it is one', () => {
    expect(['ENG-1', 'x.lock', '-a', 'a..b'].map((each) => plainChamberKey(each) === each)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

test('svc-S1 svc-S6 a workspace is made once, filled by after_create in a login shell, and found again', async () => {
  const { folders, path, top } = await openPlace({
    after_create: 'pwd >> made; echo "$FROM_PROFILE" >> made',
  });
  await writeFile(join(top, '.profile'), 'FROM_PROFILE=read\n');
  vi.stubEnv('HOME', top);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const first = await folders.prepare(request('ENG-1'));
  expect(first).toMatchObject({ key: 'ENG-1', path: path('ENG-1') });
  await writeFile(join(first.path, 'kept'), 'x');
  expect(await folders.prepare({ ...request('ENG-1'), known: first })).toEqual(first);
  expect(await readFile(join(first.path, 'made'), 'utf8')).toBe(`${first.path}\nread\n`);
  expect(await readdir(first.path)).toEqual(['kept', 'made']);
});

describe('svc-S2 svc-S3 where a workspace may be', () => {
  test('a link that leads elsewhere is refused', async () => {
    const { folders, top, path } = await openPlace();
    await mkdir(path(''), { recursive: true });
    await mkdir(join(top, 'elsewhere'));
    await symlink(join(top, 'elsewhere'), path('ENG-1'));
    await expect(folders.prepare(request('ENG-1'))).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringContaining('through a symbolic link') },
    });
  });

  test('identifiers that climb stay inside', async () => {
    const { folders, path } = await openPlace();
    const { key, path: made } = await folders.prepare(request('../../etc'));
    expect(made).toBe(path(key));
  });

  test('svc-S4 a file in its place is left alone and told', async () => {
    const { folders, path } = await openPlace();
    await mkdir(path(''), { recursive: true });
    await writeFile(path('ENG-1'), 'precious');
    await expect(folders.prepare(request('ENG-1'))).rejects.toThrow('is not a folder');
    expect(await readFile(path('ENG-1'), 'utf8')).toBe('precious');
  });
});

describe('svc-S5 svc-S7 hooks that fail', () => {
  test('after_create: the half-made workspace goes, and the next attempt makes it anew', async () => {
    const place = await openPlace({ after_create: 'touch half; exit 3' });
    await expect(place.folders.prepare(request('ENG-1'))).rejects.toThrow('after_create hook ended with 3');
    place.settings.hooks.after_create = 'touch whole';
    const { path } = await place.folders.prepare(request('ENG-1'));
    expect(await readdir(path)).toEqual(['whole']);
  });

  test('after_create that was killed half-way: the workspace is made anew', async () => {
    const { folders, open, path } = await openPlace({ after_create: 'touch whole' });
    await folders.prepare(request('ENG-1'));
    await writeFile(path('ENG-1/half'), '');
    await writeFile(path('~ENG-1'), '');
    // What another repository's Symphony is filling in the same root is not taken away.
    await expect(open('of-another').prepare(request('ENG-1'))).rejects.toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(await readdir(path('ENG-1'))).toEqual(['half', 'whole']);
    expect(await readdir((await folders.prepare(request('ENG-1'))).path)).toEqual(['whole']);
  });

  test('before_run fails its attempt; after_run and before_remove are only told', async () => {
    const { folders, notices } = await openPlace({
      before_run: 'exit 1',
      after_run: 'exit 2',
      before_remove: 'exit 3',
    });
    const chamber = await folders.prepare(request('ENG-1'));
    await expect(folders.runHook(chamber, 'before_run')).rejects.toThrow('before_run hook ended with 1');
    await folders.runHook(chamber, 'after_run');
    expect(await folders.remove(chamber, { force: false })).toEqual({
      kind: 'removed',
      bundle: null,
    });
    expect(notices.map((each) => each.slice(0, 30))).toEqual([
      'The after_run hook ended with ',
      'The before_remove hook ended w',
    ]);
    expect(await folders.list()).toEqual([]);
  });
});

describe('C22 what is in a workspace that is a clone', () => {
  test('commits are counted from what after_create left, and every change is another fingerprint', async () => {
    const { folders } = await openClones();
    const chamber = await folders.prepare(request('ENG-1'));
    const before = await folders.inspect(chamber);
    expect(before).toMatchObject({ head: chamber.baseCommit, commits: 0, dirty: [] });
    await writeFile(join(chamber.path, 'new.txt'), 'x');
    const dirty = await folders.inspect(chamber);
    expect(dirty.dirty).toEqual(['new.txt']);
    await commit(chamber.path, 'more');
    const after = await folders.inspect(chamber);
    expect(after.commits).toBe(1);
    expect(new Set([before, dirty, after].map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  test.each<readonly [what: string, kept: boolean, work: (path: string) => Promise<unknown>]>([
    ['nothing of its own', false, async () => undefined],
    ['a change that is not committed', true, (path) => writeFile(join(path, 'a.txt'), 'changed')],
    ['a commit that is pushed nowhere', true, (path) => commit(path, 'mine')],
    [
      'a commit that is pushed',
      false,
      async (path) => {
        await commit(path, 'mine');
        await openGit('test')(path, 'push', '--quiet', 'origin', 'HEAD:refs/heads/mine');
      },
    ],
  ])('M2 removing one with %s: kept %s, unless it is forced', async (_what, kept, work) => {
    const { folders } = await openClones();
    const chamber = await folders.prepare(request('ENG-1'));
    await work(chamber.path);
    const removal = await folders.remove(chamber, { force: false });
    expect(removal.kind).toBe(kept ? 'kept' : 'removed');
    await folders.remove(chamber, { force: true });
    expect(await folders.list()).toEqual([]);
  });

  test('svc-C5 the folder the run had is removed, also when the root is another one since', async () => {
    const { folders, moveTo } = await openPlace();
    const chamber = await folders.prepare(request('ENG-1'));
    moveTo('other');
    await folders.remove(chamber, { force: false });
    await expect(readdir(chamber.path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a folder inside somebody else’s repository is not that repository', async () => {
    const { folders, top } = await openPlace();
    await openGit('test')(top, 'init', '--quiet');
    const chamber = await folders.prepare(request('ENG-1'));
    expect(await folders.inspect(chamber)).toMatchObject({ head: '', commits: 0 });
    await expect(folders.diff('ENG-1')).rejects.toThrow('is no git checkout');
  });

  test('a new repository with nothing committed is kept for what is in it', async () => {
    const { folders } = await openPlace({ after_create: 'git init --quiet' });
    const chamber = await folders.prepare(request('ENG-1'));
    await writeFile(join(chamber.path, 'new.txt'), 'x');
    expect(await folders.remove(chamber, { force: false })).toEqual({
      kind: 'kept',
      reason: '1 change is not committed: new.txt',
    });
    expect(await folders.diff('ENG-1')).toContain('+x');
  });
});

describe('C22 which workspaces are ours', () => {
  test('those that were played in, in the root as it is now; no other folder is listed, found or moved', async () => {
    const { folders, open, path, moveTo, top } = await openPlace({ after_create: 'touch made' });
    await folders.prepare(request('ENG-1'));
    await mkdir(path('somebody-elses'));
    await mkdir(join(top, 'outside'));
    await symlink(join(top, 'outside'), path('link'));
    for (const key of ['somebody-elses', 'link']) {
      const record = {
        key,
        path: key === 'link' ? join(top, 'outside') : path('../root'),
        item: 'x',
        made: true,
      };
      await writeFile(join(top, 'records', `${key}.json`), JSON.stringify(record));
    }
    expect((await folders.list()).map(({ key, item }) => [key, item])).toEqual([['ENG-1', 'id-of-ENG-1']]);
    expect(await open('of-another').list()).toEqual([]);
    const store: FolderStore = async () => {
      throw new Error('nothing is to be moved');
    };
    for (const key of ['somebody-elses', 'link', '..', '../outside']) {
      expect(await folders.find(key)).toBeNull();
      await expect(folders.moveOut(key, store)).rejects.toMatchObject({ failure: { code: 'missing' } });
    }
    moveTo('other');
    expect(await folders.list()).toEqual([]);
    await expect(folders.moveOut('ENG-1', store)).rejects.toMatchObject({ failure: { code: 'missing' } });
  });

  test('one that was there before is played in and stays', async () => {
    const { folders, path } = await openPlace({ after_create: 'touch made' });
    await mkdir(path('ENG-1'), { recursive: true });
    await folders.prepare(request('ENG-1'));
    expect(await readdir(path('ENG-1'))).toEqual([]);
    expect(await folders.reasonToStay('ENG-1')).toBe('it was there before Symphony played in it');
  });

  test.each<readonly [what: string, hook: string, reason: string | null]>([
    ['an empty one', 'true', null],
    ['no checkout', 'touch a', 'it is no git checkout, so nobody can tell whether its work is elsewhere'],
    ['a clone', 'CLONE', null],
    ['a clone with a change', 'CLONE && echo x > a.txt', '1 change is not committed: a.txt'],
  ])('a person who cleans up: %s', async (_what, hook, reason) => {
    const origin = await makeRepository({ files: { 'a.txt': 'a' } });
    onTestFinished(() => origin.remove());
    const after_create = hook.replace('CLONE', `git clone --quiet '${origin.path}' .`);
    const { folders } = await openPlace({ after_create });
    await folders.prepare(request('ENG-1'));
    expect(await folders.reasonToStay('ENG-1')).toBe(reason);
  });
});

describe('C22 the diff of a workspace', () => {
  test('committed, changed, deleted and new files since it was filled, in one patch; nothing is touched', async () => {
    const { folders } = await openClones();
    const { path } = await folders.prepare(request('ENG-1'));
    await writeFile(join(path, 'committed.txt'), 'one\n');
    await openGit('test')(path, 'add', '.');
    await commit(path, 'mine');
    await rm(join(path, 'a.txt'));
    await writeFile(join(path, 'new.txt'), 'two\n');
    const index = await readFile(join(path, '.git', 'index'));
    const diff = await folders.diff('ENG-1');
    expect(diff.match(/^diff --git .*$/gm)).toEqual([
      'diff --git a/a.txt b/a.txt',
      'diff --git a/committed.txt b/committed.txt',
      'diff --git a/new.txt b/new.txt',
    ]);
    expect(diff).toContain('+one\n');
    expect(await readFile(join(path, '.git', 'index'))).toEqual(index);
    expect(await readdir(path)).toEqual(['.git', 'committed.txt', 'new.txt']);
  });

  test('of a clone that has only its last commit', async () => {
    const origin = await makeRepository({ files: { 'a.txt': 'a' } });
    onTestFinished(() => origin.remove());
    await origin.commit({ 'a.txt': 'b' }, 'Second');
    const { folders } = await openPlace({
      after_create: `git clone --quiet --depth 1 'file://${origin.path}' .`,
    });
    const { path } = await folders.prepare(request('ENG-1'));
    await writeFile(join(path, 'a.txt'), 'c\n');
    await commit(path, 'mine');
    expect(await folders.diff('ENG-1')).toMatch(/^-b\n.*\n?\+c$/ms);
  });

  test('settings an agent wrote into its checkout start no program', async () => {
    const { folders, top } = await openClones();
    const chamber = await folders.prepare(request('ENG-1'));
    const { path } = chamber;
    const sign = join(top, 'started');
    const git = openGit('test');
    for (const name of ['filter.x.clean', 'diff.x.command', 'diff.external', 'core.fsmonitor'])
      await git(path, 'config', name, `touch '${sign}'; cat`);
    await writeFile(join(path, '.gitattributes'), '* filter=x diff=x\n');
    await writeFile(join(path, 'a.txt'), 'changed');
    expect(await folders.diff('ENG-1')).toContain('+changed');
    expect((await folders.inspect(chamber)).dirty).toContain('a.txt');
    expect((await folders.remove(chamber, { force: false })).kind).toBe('kept');
    expect(await readdir(top)).not.toContain('started');
  });

  test('the commit it began from is gone: that is said, and nothing is made up', async () => {
    const { folders, top } = await openClones();
    await folders.prepare(request('ENG-1'));
    const file = join(top, 'records', 'ENG-1.json');
    const record = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...record, baseCommit: '1'.repeat(40) }));
    await expect(folders.diff('ENG-1')).rejects.toThrow('began from is not in it any more');
  });
});
