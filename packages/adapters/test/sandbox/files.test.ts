import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortError } from '@symphony/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finish, makeWorld, type World, whyNot } from './world.ts';

const reason = await whyNot();

describe.skipIf(reason !== '')(`files in the sandbox ${reason}`, () => {
  let world: World;
  let elsewhere: string;

  beforeAll(async () => {
    world = await makeWorld();
    // Not below any folder that is hidden: here only the read-only root keeps the agent from writing.
    elsewhere = await mkdtemp(join(process.cwd(), '.sandbox-test-'));
  });

  afterAll(async () => {
    await world.remove();
    await rm(elsewhere, { recursive: true, force: true });
  });

  const wrote = (path: string) => `echo x >"${path}" && rm "${path}"`;

  test.each([
    ['the main working tree', wrote('$REPOSITORY/new.txt')],
    ['the other chamber', wrote('$OTHER/new.txt')],
    ['a hook', wrote('$REPOSITORY/.git/hooks/pre-commit')],
    ['the hooks by way of another folder', 'cd "$REPOSITORY/.git" && mv hooks aside && mv aside hooks'],
    [
      'the configuration of git',
      'git -C "$REPOSITORY" config symphony.test yes && git -C "$REPOSITORY" config --unset symphony.test',
    ],
    ['the configuration in its place', 'cd "$REPOSITORY/.git" && cp config c && mv -f c config'],
  ])('it cannot write %s', async (_, script) => {
    const { outside, inside } = await world.both(script);
    expect(outside).toMatchObject({ code: 0 });
    expect(inside.code).not.toBe(0);
    expect(inside.err).toMatch(/Read-only file system|Directory nonexistent|Device or resource busy/);
  });

  test('it cannot write a folder that belongs to nobody', async () => {
    const { outside, inside } = await world.both(wrote(`${elsewhere}/new.txt`));
    expect(outside.code).toBe(0);
    expect(inside.err).toMatch(/Read-only file system|Directory nonexistent/);
  });

  test.each([
    ['a secret of the person', 'cat "$HOME/.ssh/id_x"', 'secret key'],
    ['another chamber', 'cat "$OTHER/private.txt"', 'of another run'],
    ['the log', 'cat "$REPOSITORY/.symphony/log"', 'the log'],
  ])('it cannot read %s', async (_, script, content) => {
    const { outside, inside } = await world.both(script);
    expect(outside.out.trim()).toBe(content);
    expect(inside).toMatchObject({ out: '' });
    expect(inside.code).not.toBe(0);
  });

  test('it does not even see the names of other chambers', async () => {
    const { outside, inside } = await world.both('ls "$REPOSITORY/.symphony/chambers"');
    expect(outside.out).toBe('a\nb\n');
    expect(inside.out).toBe('a\n');
  });

  test('it reads the main working tree, and writes in its chamber and its own folders for good', async () => {
    const done = await world.inside(
      'cat "$REPOSITORY/readme.md" && echo one >work.txt && echo two >"$HOME/.agent/session"',
    );
    expect(done).toEqual({ code: 0, out: 'hello\n', err: '' });
    expect(await readFile(join(world.chamber, 'work.txt'), 'utf8')).toBe('one\n');
    expect(await readFile(join(world.home, '.agent', 'session'), 'utf8')).toBe('two\n');
  });

  test('what it writes elsewhere in its home and in /tmp goes with it', async () => {
    const mark = `mark-${process.pid}`;
    const done = await world.inside(`echo x >"$HOME/${mark}" && echo x >/tmp/${mark} && cat /tmp/${mark}`);
    expect(done).toEqual({ code: 0, out: 'x\n', err: '' });
    expect(existsSync(join(world.home, mark))).toBe(false);
    expect(existsSync(join('/tmp', mark))).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)('root inside cannot set anything for the whole machine', async () => {
    const { outside, inside } = await world.both('test -w /proc/sys/kernel/core_pattern');
    expect(outside.code).toBe(0);
    expect(inside.code).toBe(1);
    // Pressure files are for watching; there is nothing to set in them.
    const found = await world.inside(
      "find /proc /sys -path '/proc/[0-9]*' -prune -o -path /proc/pressure -prune -o -type f -writable -print",
    );
    expect(found.out).toBe('');
  });

  test('it cannot make namespaces of its own, in which it could lift the protection', async () => {
    const { outside, inside } = await world.both('unshare --user --mount true');
    expect(outside.code).toBe(0);
    expect(inside.code).not.toBe(0);
  });

  test('what is protected deeper down cannot be moved aside with the folder above it', async () => {
    const deep = join(world.repository.path, '.git', 'modules', 'part', 'hooks');
    await mkdir(deep, { recursive: true });
    const enclosure = await world.enclosure({ readOnly: [deep] });
    const launch = world.launch('sh', [
      '-c',
      'cd "$REPOSITORY/.git" && echo x >modules/note && mv modules aside',
    ]);
    const done = await finish(enclosure.confine(launch));
    expect(done.err).toMatch(/busy/);
    expect(existsSync(join(world.repository.path, '.git', 'modules', 'note'))).toBe(true);
    expect(existsSync(deep)).toBe(true);
  });

  test('what is to be protected and missing is there afterwards, empty', async () => {
    const missing = join(world.repository.path, '.git', 'config.worktree');
    expect(existsSync(missing)).toBe(false);
    const enclosure = await world.enclosure({ readOnly: [missing] });
    const done = await finish(
      enclosure.confine(world.launch('sh', ['-c', 'echo x >"$REPOSITORY/.git/config.worktree"'])),
    );
    expect(done.err).toMatch(/Read-only file system/);
    expect((await stat(missing)).size).toBe(0);
  });

  test('a protected link, which could be replaced, is refused with a next step', async () => {
    const link = join(world.chamber, 'hooks');
    await symlink(world.home, link);
    const refusal = await world.enclosure({ readOnly: [link] }).catch((error: unknown) => error);
    await rm(link);
    expect(refusal).toBeInstanceOf(PortError);
    expect((refusal as PortError).failure.nextStep).toMatch(/core\.hooksPath/);
  });

  test('caches are written under standard, and not under strict', async () => {
    const cache = join(world.home, 'cache');
    await mkdir(cache);
    const write = world.launch('sh', ['-c', `echo x >"$HOME/cache/$0"`, 'entry']);
    for (const profile of ['strict', 'standard'] as const) {
      const enclosure = await world.enclosure({
        profile,
        caches: [cache, join(world.home, 'no such cache')],
      });
      await finish(enclosure.confine(write));
      expect(existsSync(join(cache, 'entry'))).toBe(profile === 'standard');
    }
  });

  test('a home that is reached by a link is found under both names', async () => {
    const link = join(tmpdir(), `symphony-link-${process.pid}`);
    await symlink(world.home, link);
    await writeFile(join(world.home, '.agent', 'login'), 'known\n');
    const enclosure = await world.enclosure({ home: link, writable: [join(link, '.agent')] });
    const done = await finish(
      enclosure.confine(
        world.launch('sh', ['-c', 'cat "$HOME/.agent/login"; ls -A "$HOME"'], { HOME: link }),
      ),
    );
    await rm(link);
    expect(done.out).toBe('known\n.agent\n');
  });
});
