import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PortError } from '@symphony/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSandbox } from '../../src/sandbox/index.ts';
import { finish, makeServer, makeWorld, type World, whyNot } from './world.ts';

/** Not the one on PATH, which may be too old to know the proxy's variables. */
const NODE = `'${process.execPath}'`;

const reason = await whyNot();

/** Asks with Node's own client, which goes by the proxy variables. */
const ask = (url: string): string =>
  `${NODE} -e 'fetch(process.argv[1]).then(async (r) => console.log(r.status, await r.text()), (e) => { console.error(e.cause); process.exit(1) })' ${url}`;

/** Says `open` when a connection comes about, by whatever `target` names. */
const knock = (target: string): string =>
  `${NODE} -e 'require("net").connect(${target}).on("connect", () => { console.log("open"); process.exit() }).on("error", (e) => { console.error(e.code); process.exit(1) })'`;

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const ownAddress = addresses.find((each) => !each.internal && each.family === 'IPv4')?.address;

describe.skipIf(reason !== '')(`network in the sandbox ${reason}`, () => {
  let world: World;
  let listed: Awaited<ReturnType<typeof makeServer>>;
  let other: Awaited<ReturnType<typeof makeServer>>;

  beforeAll(async () => {
    listed = await makeServer('listed');
    other = await makeServer('other');
  });

  afterAll(async () => {
    await listed.close();
    await other.close();
  });

  beforeEach(async () => {
    const resolve = async (host: string) => {
      if (host === 'nowhere.test') throw new Error('no such name');
      return [{ address: host === 'back.test' ? '127.0.0.1' : (ownAddress ?? '192.0.2.1'), family: 4 }];
    };
    world = await makeWorld(
      { hosts: [`127.0.0.1:${listed.port}`, '*.inner.test', 'back.test', 'nowhere.test'] },
      openSandbox({ resolve }),
    );
  });

  afterEach(() => world.remove());

  test('a listed port of this machine is reached, straight and through the proxy, and no other', async () => {
    const straight = (port: number) => `curl -sS --max-time 5 http://127.0.0.1:${port}/`;
    const proxied = (port: number) => `curl -sS --max-time 5 --noproxy "" http://localhost:${port}/`;
    expect((await world.inside(straight(listed.port))).out).toBe('listed');
    expect((await world.inside(proxied(listed.port))).out).toBe('listed');

    const { outside, inside } = await world.both(straight(other.port));
    expect(outside.out).toBe('other');
    expect(inside.code).toBe(7);
    expect((await world.inside(proxied(other.port))).out).toMatch(/^The sandbox refused localhost:/);
    expect(other.asked).toHaveLength(1);
  });

  test('a connection of its own making leads nowhere', async () => {
    const { outside, inside } = await world.both(knock(`${other.port}, "127.0.0.1"`));
    expect(outside.out).toBe('open\n');
    expect(inside.err).toBe('ECONNREFUSED\n');
    expect((await world.inside(knock('53, "192.0.2.1"'))).err).toBe('ENETUNREACH\n');
  });

  test('a host that is not listed is refused with 403, and told once', async () => {
    const plain = await world.inside('curl -sS -o /dev/null -w "%{http_code}" http://forbidden.test/');
    expect(plain.out).toBe('403');
    const tunnel = await world.inside('curl -sS https://forbidden.test/');
    expect(tunnel.err).toMatch(/CONNECT tunnel failed, response 403/);
    expect((await world.inside(ask('https://inner.test/'))).err).toMatch(/403/);
    expect((await world.inside('curl -sS http://192.0.2.1/')).out).toMatch(/refused 192\.0\.2\.1/);
    expect(world.refused).toEqual(['forbidden.test', 'inner.test', '192.0.2.1']);
  });

  test.skipIf(ownAddress === undefined)(
    'a listed host is reached by clients that know the variables',
    async () => {
      const server = createServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('data', () =>
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nmade'),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
      const { port } = server.address() as { port: number };
      const url = `http://a.inner.test:${port}/`;
      expect((await world.inside(ask(url))).out).toBe('200 made\n');
      expect((await world.inside(`curl -sS ${url}`)).out).toBe('made');
      expect((await world.inside(`curl -sS --proxytunnel ${url}`)).out).toBe('made');
      expect(world.refused).toEqual([]);
      await new Promise((resolve) => server.close(resolve));
    },
  );

  test('a listed name that leads back to this machine is refused', async () => {
    const done = await world.inside(`curl -sS http://back.test:${other.port}/`);
    expect(done.out).toMatch(/leads back to this machine/);
    expect(world.refused).toEqual(['back.test']);
    expect((await world.inside('curl -sS http://nowhere.test/')).out).toBe(
      'The host nowhere.test could not be found.',
    );
  });

  test('without its password the proxy serves nobody', async () => {
    const enclosure = await world.enclosure();
    const { env } = enclosure.confine(world.launch('true', []));
    const bare = `curl -sS -o /dev/null -w "%{http_code}" --noproxy "" -x http://127.0.0.1:${new URL(env.HTTP_PROXY ?? '').port} http://127.0.0.1:${listed.port}/`;
    expect((await world.inside(bare)).out).toBe('407');
  });

  test('the way of the person to the network is used, except where they say not to', async () => {
    const seen: string[] = [];
    const upstream = createServer((socket: Socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', (data) => {
        seen.push(String(data).split('\r\n')[0] ?? '');
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 8\r\nconnection: close\r\n\r\nupstream');
      });
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as { port: number };
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'back.test' };
    expect((await world.inside('curl -sS http://a.inner.test/x', env)).out).toBe('upstream');
    expect((await world.inside('curl -sS http://back.test/', env)).out).toMatch(/refused/);
    expect((await world.inside('curl -sS http://forbidden.test/', env)).out).toMatch(/refused/);
    expect(seen).toEqual(['GET http://a.inner.test/x HTTP/1.1']);
    await new Promise((resolve) => upstream.close(resolve));
  });

  test.for([
    ['/tmp', join(tmpdir(), `symphony-socket-${process.pid}`)],
    ['/run', `/run/symphony-socket-${process.pid}`],
    ['no folder at all', `\\0symphony-socket-${process.pid}`],
  ])('a socket of this machine in %s is out of reach', async ([where = '', path = ''], { skip }) => {
    const server = createServer((socket) => socket.end());
    const open = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(path.replace('\\0', '\0'), () => resolve(true));
    });
    if (!open) skip(`a socket in ${where} can only be made by root`);
    const { outside, inside } = await world.both(knock(`{path: "${path}"}`));
    expect(outside.out).toBe('open\n');
    expect(inside.err).toMatch(/ENOENT|ECONNREFUSED/);
    await new Promise((resolve) => server.close(resolve));
  });

  test('servers it starts itself are its own', async () => {
    const script = `${NODE} -e 'require("http").createServer((q, r) => r.end("mine")).listen(${other.port}, () => fetch("http://localhost:${other.port}/").then((r) => r.text()).then((t) => { console.log(t); process.exit() }))'`;
    expect((await world.inside(script)).out).toBe('mine\n');
  });

  test('once closed, its folder and its proxy are gone', async () => {
    const enclosure = await world.enclosure();
    const { args } = enclosure.confine(world.launch('true', []));
    const sockets = args[args.indexOf('/run/symphony') - 1] ?? '';
    expect(existsSync(sockets)).toBe(true);
    await enclosure.close();
    await enclosure.close();
    expect(existsSync(sockets)).toBe(false);
  });

  test('a host that cannot be read is refused with a next step', async () => {
    for (const host of ['https://example.com/', 'localhost', '*.localhost:8080', '127.0.0.1:80', '*']) {
      const refusal = await world.enclosure({ hosts: [host] }).catch((error: unknown) => error);
      expect(refusal, host).toBeInstanceOf(PortError);
      expect((refusal as PortError).failure.nextStep).toBeTruthy();
    }
  });
});

describe.skipIf(reason !== '')(`forwarders of the sandbox ${reason}`, () => {
  /** Answers a second after the question has ended: later than socat waits by itself. */
  const slow = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy()).resume();
    socket.on('end', () => setTimeout(() => socket.end('late answer'), 1000));
  });
  let tools: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    tools = await mkdtemp(join(tmpdir(), 'symphony-tools-'));
    await symlink('/usr/bin/bwrap', join(tools, 'bwrap'));
  });

  afterAll(async () => {
    slow.close();
    await rm(tools, { recursive: true, force: true });
  });

  test.each(['socat', 'node'])('an answer that comes late comes whole (%s)', async (kind) => {
    const { port } = slow.address() as { port: number };
    const sandbox = kind === 'socat' ? openSandbox() : openSandbox({ path: tools });
    const world = await makeWorld({ hosts: [`localhost:${port}`] }, sandbox);
    const launch = world.launch('node', [
      '-e',
      `require("net").connect({port: ${port}, host: "localhost", allowHalfOpen: true}).on("data", (d) => console.log(String(d))).end("question")`,
    ]);
    const confined = (await world.enclosure()).confine(launch);
    const done = await finish(confined);
    await world.remove();
    expect(confined.args.join(' ').includes('relay.mjs')).toBe(kind === 'node');
    expect(done).toEqual({ code: 0, out: 'late answer\n', err: '' });
  });
});
