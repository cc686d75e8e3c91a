import { lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHall } from './hall.ts';

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

const close = (server: Server) => new Promise((resolve) => server.close(resolve));

/** `${name}`, as a configuration has it. */
const placeholder = (name: string): string => `\${${name}}`;

describe('ports and values', () => {
  test('M1 each chamber has its own, and keeps them', async () => {
    const hall = await openHall({
      settings: {
        ports: 3,
        env: {
          DATABASE: `db_${placeholder('key')}`,
          URL: `http://localhost:${placeholder('port2')}/`,
          HOME_DIR: placeholder('HOME'),
        },
      },
    });
    const a = await hall.prepare('A');
    const b = await hall.prepare('B');
    expect(new Set([...a.ports, ...b.ports]).size).toBe(6);
    for (const port of [...a.ports, ...b.ports])
      expect(port).toSatisfy((each) => each >= 20_000 && each < 40_000);
    const [one, two, three] = a.ports.map(String);
    expect(a.env).toEqual({
      PORT: one,
      SYMPHONY_PORT_1: one,
      SYMPHONY_PORT_2: two,
      SYMPHONY_PORT_3: three,
      DATABASE: `db_${a.key}`,
      URL: `http://localhost:${two}/`,
      HOME_DIR: placeholder('HOME'),
    });
    const server = await listen(a.ports[0] ?? 0); // its own server, still up
    expect(await hall.prepare('A')).toEqual(a);
    await close(server);
  });

  test('M1 a port in use, or leased to another chamber, is passed over', async () => {
    const hall = await openHall({ settings: { ports: 2 } });
    const first = await hall.prepare('A');
    await hall.chambers.remove(first, { target: 'main', force: false });
    const server = await listen(first.ports[0] ?? 0);
    const second = await hall.prepare('A', first);
    await close(server);
    expect(second.ports[0]).toBe(first.ports[1]);
    // The log says that B has the ports A has now: disk knows better.
    const b = await hall.prepare('B');
    const again = await hall.prepare('B', { ...b, ports: second.ports });
    expect(again.ports).toHaveLength(2);
    expect(again.ports.filter((port) => second.ports.includes(port))).toEqual([]);
  });

  test('M1 the configuration is live: more ports add to those it has', async () => {
    const hall = await openHall({ settings: { ports: 0 } });
    expect((await hall.prepare('A')).env).toEqual({});
    hall.settings.ports = 1;
    const one = await hall.prepare('A');
    hall.settings.ports = 2;
    const two = await hall.prepare('A');
    expect(two.ports.slice(0, 1)).toEqual(one.ports);
    expect(two.ports).toHaveLength(2);
  });

  test('a value that asks for a port there is not', async () => {
    const hall = await openHall({ settings: { env: { URL: placeholder('port2') } } });
    await expect(hall.prepare('A')).rejects.toMatchObject({
      failure: { code: 'invalid', message: expect.stringMatching(/URL speaks of \$\{port2\}/) },
    });
    expect(await hall.chambers.list()).toEqual([]);
    expect(await hall.repository.git('branch', '--list', 'symphony/*')).toBe('');
  });
});

describe('linked and copied files', () => {
  const files = { 'README.md': 'hello\n', '.gitignore': '.env\nnode_modules/\n', 'tracked.txt': 't' };

  test('M1 what the project needs is there, and git does not see it', async () => {
    const hall = await openHall({
      name: 'with blanks',
      files,
      settings: {
        links: ['node_modules/', 'odd [name] .txt', 'absent', 'tracked.txt'],
        copies: ['.env', 'deep/cache'],
      },
    });
    await hall.repository.write({
      'node_modules/dep/index.js': 'dep',
      'odd [name] .txt': 'odd',
      '.env': 'SECRET=1',
      'deep/cache/x': 'x',
    });
    const chamber = await hall.prepare('A');
    const work = hall.in(chamber);
    expect(await readlink(join(chamber.path, 'node_modules'))).toBe(
      join(hall.repository.path, 'node_modules'),
    );
    expect(await work.read('node_modules/dep/index.js')).toBe('dep');
    expect(await work.read('odd [name] .txt')).toBe('odd');
    expect((await lstat(join(chamber.path, '.env'))).isFile()).toBe(true);
    expect(await work.read('deep/cache/x')).toBe('x');
    expect((await lstat(join(chamber.path, 'tracked.txt'))).isFile()).toBe(true);
    expect((await hall.chambers.inspect(chamber)).dirty).toEqual([]);
    // The agent's own git, in the agent's environment, does not commit them either.
    for (const name of ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'])
      process.env[name] = chamber.env[name] ?? '';
    try {
      await work.commit({ 'real.txt': 'real' }, 'Everything');
    } finally {
      for (const name of ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'])
        delete process.env[name];
    }
    expect(await work.git('diff', '--name-only', chamber.baseCommit)).toBe('real.txt');
    // A change to the copy is the chamber's own, and asking again does not overwrite it.
    await work.write({ '.env': 'SECRET=2' });
    await hall.prepare('A');
    expect(await work.read('.env')).toBe('SECRET=2');
    expect(await hall.repository.read('.env')).toBe('SECRET=1');
    // Removing the chamber leaves the originals; nothing of ours is in the repository's settings.
    expect(await hall.chambers.remove(chamber, { target: 'main', force: true })).toMatchObject({
      kind: 'removed',
    });
    expect(await hall.repository.read('node_modules/dep/index.js')).toBe('dep');
    expect(await hall.repository.git('config', '--local', '--list')).not.toMatch(/exclude|worktree/i);
  });

  test('M1 links added to the configuration later reach chambers that are there', async () => {
    const hall = await openHall({ files });
    await hall.repository.write({ '.env': 'x' });
    await hall.prepare('A');
    hall.settings.links = ['.env'];
    expect(await hall.in(await hall.prepare('A')).read('.env')).toBe('x');
  });

  test.each(['../outside', '/etc/passwd', '.', '', 'a/../..', '.git', '.symphony/chambers'])(
    'M1 %j is refused',
    async (path) => {
      const hall = await openHall({ files, settings: { copies: [path] } });
      await expect(hall.prepare('A')).rejects.toMatchObject({ failure: { code: 'invalid' } });
      expect(await hall.chambers.list()).toEqual([]);
    },
  );

  test('M1 a symbolic link in the chamber does not lead a copy out of it', async () => {
    const hall = await openHall({ files });
    const outside = join(dirname(hall.repository.path), 'outside');
    await mkdir(outside);
    const chamber = await hall.prepare('A');
    await symlink(outside, join(chamber.path, 'cache'));
    await hall.repository.write({ 'cache/x': 'x' });
    hall.settings.copies = ['cache/x'];
    await expect(hall.prepare('A')).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringMatching(/a symbolic link leads out of it/) },
    });
    expect(await readdir(outside)).toEqual([]);
  });
});
