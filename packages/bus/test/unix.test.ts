import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Connection, type Transport } from '../src/index.ts';
import {
  connectUnix,
  listenUnix,
  SocketError,
  socketPathFor,
  type UnixListener,
} from '../src/transports/unix.ts';

let folder: string;
let path: string;
const cleanups: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-'));
  path = join(folder, 'run', 'control.sock');
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await rm(folder, { recursive: true, force: true });
});

async function listen(onConnection: (transport: Transport) => void = () => undefined): Promise<UnixListener> {
  const listener = await listenUnix({ path, onConnection });
  cleanups.push(() => listener.close());
  return listener;
}

async function connect(options: ConstructorParameters<typeof Connection>[1] = {}): Promise<Connection> {
  const connection = new Connection(await connectUnix(path), options);
  cleanups.push(async () => connection.close());
  return connection;
}

/** Starts the echo process and waits until it listens. */
async function startEcho(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./echo-process.ts', import.meta.url)), path],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  cleanups.push(() => kill(child));
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Asks again until it holds; the limit is for a machine that is busy with other things. */
const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 15_000, interval: 5 });

const modeOf = async (name: string) => ((await stat(name)).mode & 0o7777).toString(8);

describe('who may come in', () => {
  test('B4 the socket has mode 0600 in a folder of mode 0700, made if missing', async () => {
    await listen();
    expect(await modeOf(path)).toBe('600');
    expect(await modeOf(join(path, '..'))).toBe('700');
  });

  test('B4 a folder of ours that others can read is closed to them', async () => {
    await mkdir(join(path, '..'), { mode: 0o755 });
    await listen();
    expect(await modeOf(join(path, '..'))).toBe('700');
  });

  test.each([0o1777, 0o777])('B4 a shared folder of mode %o is left as it is and not used', async (mode) => {
    await mkdir(join(path, '..'));
    await chmod(join(path, '..'), mode);
    await expect(listen()).rejects.toMatchObject({ name: 'SocketError', code: 'unsafe' });
    expect(await modeOf(join(path, '..'))).toBe(mode.toString(8));
  });
});

describe('the socket file', () => {
  test('one left by a process that died is replaced', async () => {
    await kill(await startEcho());
    await expect(connectUnix(path)).rejects.toMatchObject({ code: 'not-listening' });
    expect((await stat(path)).isSocket()).toBe(true);
    await listen((transport) => new Connection(transport).handle('who', () => 'the new one'));
    expect(await (await connect()).request('who')).toBe('the new one');
  });

  test('one that a living process listens at is not, and that process is not disturbed', async () => {
    await startEcho();
    const before = await connect();
    await expect(listen()).rejects.toMatchObject({ name: 'SocketError', code: 'in-use', path });
    expect(await before.request('echo', ['still there'])).toEqual(['still there']);
    expect(await (await connect()).request('echo', ['and open'])).toEqual(['and open']);
  });

  test('a plain file in its place is never deleted', async () => {
    await mkdir(join(path, '..'), { mode: 0o700 });
    await writeFile(path, 'precious');
    await expect(listen()).rejects.toMatchObject({ code: 'disk' });
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  test('it is gone after close, and may be made again', async () => {
    const listener = await listen();
    await listener.close();
    await listener.close();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    await listen();
  });

  test('connecting to nothing tells so', async () => {
    const error = await connectUnix(path).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(SocketError);
    expect(error).toMatchObject({ code: 'not-listening', path });
  });

  test('a path too long for the kernel gets a short one, the same every time', () => {
    expect(socketPathFor('/repo/.symphony', '/run/me')).toBe('/repo/.symphony/control.sock');
    const long = `/${'ü'.repeat(60)}`;
    const short = socketPathFor(long, '/run/me');
    expect(short).toMatch(/^\/run\/me\/[0-9a-f]{16}\.sock$/);
    expect(socketPathFor(long, '/run/me')).toBe(short);
    expect(socketPathFor(`${long}x`, '/run/me')).not.toBe(short);
    const longest = `/${'x'.repeat(86)}`;
    expect(socketPathFor(longest, '/f')).toHaveLength(100);
    expect(socketPathFor(`${longest}x`, '/f')).toMatch(/^\/f\//);
  });

  test('on Windows it is a named pipe of that folder', () => {
    const pipe = socketPathFor('C:\\repo\\.symphony', 'C:\\run', 'win32');
    expect(pipe).toMatch(/^\\\\\.\\pipe\\symphony-[0-9a-f]{16}$/);
    expect(socketPathFor('C:\\other\\.symphony', 'C:\\run', 'win32')).not.toBe(pipe);
  });
});

describe('talking', () => {
  test('B3 100,000 pipelined requests between two processes: in order, none lost', async () => {
    await startEcho();
    const connection = await connect();
    const total = 100_000;
    const answers: unknown[] = [];
    const started = performance.now();
    const calls = Array.from({ length: total }, (_, n) =>
      connection.request('count', { n }).then((answer) => answers.push(answer)),
    );
    await Promise.all(calls);
    const perSecond = Math.round(total / ((performance.now() - started) / 1_000));
    console.log(`${total} pipelined requests over a unix socket: ${perSecond} round trips/s`);
    expect(answers).toEqual(Array.from({ length: total }, (_, n) => n + 1));
  });

  test('characters cut by the socket arrive whole', async () => {
    let near: Transport | null = null;
    const heard: string[] = [];
    await listen((transport) => {
      near = transport;
      transport.onText((text) => heard.push(text));
    });
    const socket = createConnection({ path });
    await once(socket, 'connect');
    for (const byte of Buffer.from('ü😀\n')) {
      socket.write(Buffer.from([byte]));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await eventually(() => heard.join('')).toBe('ü😀\n');
    expect(heard.length).toBeGreaterThan(1);
    expect(near).not.toBeNull();
    socket.destroy();
  });

  test('a large message crosses whole, both ways', async () => {
    await startEcho();
    const text = 'é😀x'.repeat(500_000);
    expect(await (await connect()).request('echo', [text])).toEqual([text]);
  });

  test('B1 a process that dies in the middle of a call rejects it', async () => {
    const child = await startEcho();
    const connection = await connect();
    const answer = connection.request('never').catch((error: unknown) => error);
    await connection.request('echo', []);
    await kill(child);
    expect(await answer).toMatchObject({ name: 'ConnectionClosed', reason: 'closed-there' });
  });

  test('B2 a peer that never reads is disconnected, and what was buffered is let go', async () => {
    let far: Connection | null = null;
    let transport: Transport | null = null;
    await listen((given) => {
      transport = given;
      far = new Connection(given, { maxBufferedBytes: 1_000_000 });
    });
    const socket = createConnection({ path });
    await once(socket, 'connect');
    socket.pause();
    await eventually(() => far).not.toBeNull();
    const sender = far as unknown as Connection;
    let most = 0;
    for (let n = 0; n < 2_000 && sender.notify('news', ['x'.repeat(10_000)]); n += 1) {
      most = Math.max(most, sender.bufferedBytes());
      if (n % 10 === 0) await new Promise(setImmediate);
    }
    expect(sender.closed).toBe('slow-peer');
    expect(most).toBeLessThanOrEqual(1_000_000);
    await eventually(() => (transport as unknown as Transport).send('x')).toBe(false);
    await eventually(() => sender.bufferedBytes()).toBe(0);
    socket.destroy();
  });

  test('what was sent right before closing arrives', async () => {
    await listen((transport) => {
      const connection = new Connection(transport);
      connection.notify('said', ['x'.repeat(1_000_000)]);
      connection.close();
    });
    const connection = await connect();
    const heard = new Promise<unknown>((resolve) => connection.listen('said', resolve));
    expect(await heard).toEqual(['x'.repeat(1_000_000)]);
  });

  test('closing the listener ends every connection and resolves when all are gone', async () => {
    const open: Connection[] = [];
    const listener = await listen((transport) => open.push(new Connection(transport)));
    const clients = [await connect(), await connect()];
    const answers = clients.map((each) => each.request('never').catch((error: unknown) => error));
    const silent = createConnection({ path });
    await once(silent, 'connect');
    silent.pause(); // does not even notice that the other side ended
    await eventually(() => open.length).toBe(3);
    await listener.close();
    await eventually(() => open.every((each) => each.closed !== null)).toBe(true);
    await Promise.all(answers);
    expect(clients.map((each) => each.closed)).toEqual(['closed-there', 'closed-there']);
    silent.destroy();
  });

  test('a path the kernel refuses is told as an error, not thrown elsewhere', async () => {
    path = join(folder, 'x'.repeat(120), 'control.sock');
    await expect(listen()).rejects.toMatchObject({ name: 'SocketError', code: 'disk' });
    await expect(connectUnix(path)).rejects.toMatchObject({ name: 'SocketError' });
  });
});
