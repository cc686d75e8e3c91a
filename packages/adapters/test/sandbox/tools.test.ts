import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { finish, makeWorld, type World, whyNot } from './world.ts';

const reason = await whyNot();

describe.skipIf(reason !== '')(`tools in the sandbox ${reason}`, () => {
  let world: World;

  beforeEach(async () => {
    world = await makeWorld();
  });

  afterEach(() => world.remove());

  test('git commits in a linked worktree', async () => {
    const done = await world.inside(
      'echo work >work.txt && git add work.txt && git commit -qm work && git status --short',
    );
    expect(done).toEqual({ code: 0, out: '', err: '' });
    expect(await world.repository.at(world.chamber).read('work.txt', 'HEAD')).toBe('work');
    expect(await world.repository.git('log', '--oneline', '--all', '--grep=work')).toMatch(/ work$/);
  });

  test('git commits with only the parts of the git folder open that a commit needs', async () => {
    const git = join(world.repository.path, '.git');
    const parts = ['objects', 'refs', 'logs', 'worktrees/a'].map((part) => join(git, part));
    for (const part of parts) await mkdir(part, { recursive: true });
    const enclosure = await world.enclosure({ writable: parts });
    const script = 'echo work >work.txt && git add work.txt && git commit -qm work';
    const done = await finish(enclosure.confine(world.launch('sh', ['-c', script])));
    expect(done).toEqual({ code: 0, out: '', err: '' });
  });

  test('node and npm do their work', async () => {
    await writeFile(
      join(world.chamber, 'package.json'),
      JSON.stringify({ name: 'part', version: '1.0.0', scripts: { test: 'node -e "console.log(6 * 7)"' } }),
    );
    const done = await world.inside(
      'npm test --silent && npm install --offline --silent && ls package-lock.json',
    );
    expect(done).toMatchObject({ code: 0, out: '42\npackage-lock.json\n' });
  });

  test('programs below a hidden home run, and what lies beside them stays hidden', async () => {
    const { home } = world;
    const files: Record<string, string> = {
      // As nvm installs: the program needs what lies beside its bin.
      '.versions/v1/bin/first': '#!/bin/sh\ncat "$(dirname "$0")/../lib/word"',
      '.versions/v1/lib/word': 'first\n',
      // As pipx and claude install: a link in ~/.local/bin to a folder elsewhere in ~/.local.
      '.local/share/tool/bin/second': '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../lib/word"',
      '.local/share/tool/lib/word': 'second\n',
      '.local/share/keyring': 'secret\n',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(join(home, file, '..'), { recursive: true });
      await writeFile(join(home, file), text, { mode: 0o755 });
    }
    await mkdir(join(home, '.local', 'bin'));
    await symlink(join(home, '.local/share/tool/bin/second'), join(home, '.local/bin/second'));
    const path = `${home}/.versions/v1/bin:${home}/.local/bin:${process.env.PATH}`;
    const enclosure = await world.enclosure({ path });
    const script = 'first && second && ! cat "$HOME/.local/share/keyring" 2>/dev/null';
    const done = await finish(enclosure.confine(world.launch('sh', ['-c', script], { PATH: path })));
    expect(done).toEqual({ code: 0, out: 'first\nsecond\n', err: '' });
  });

  test('a home on PATH stays hidden, and only the program in it that is started is seen', async () => {
    await writeFile(join(world.home, 'agent'), '#!/bin/sh\nls -A "$HOME"', { mode: 0o755 });
    const path = `${world.home}:${process.env.PATH}`;
    const enclosure = await world.enclosure({ path });
    const done = await finish(enclosure.confine(world.launch(join(world.home, 'agent'), [], { PATH: path })));
    expect(done).toEqual({ code: 0, out: '.agent\nagent\n', err: '' });
  });

  test('a program that is named by its path need not be on PATH', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'symphony-program-'));
    await writeFile(join(folder, 'agent'), '#!/bin/sh\necho started', { mode: 0o755 });
    const enclosure = await world.enclosure();
    const done = await finish(enclosure.confine(world.launch(join(folder, 'agent'), [])));
    await rm(folder, { recursive: true });
    expect(done.out).toBe('started\n');
  });
});
