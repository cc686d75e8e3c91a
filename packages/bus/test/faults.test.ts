import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type After, Connection, type ConnectionOptions, contentLength } from '../src/index.ts';
import { childTransport } from '../src/transports/stdio.ts';
import { listenUnix, type UnixListener } from '../src/transports/unix.ts';

/** What real peers do wrong, over real sockets and pipes. The other side must stay well and say why. */

let folder: string;
let path: string;
let listener: UnixListener | null = null;
const children: ChildProcess[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-'));
  path = join(folder, 'run', 'c.sock');
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await listener?.close();
  listener = null;
  await rm(folder, { recursive: true, force: true });
});

const after: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 15_000, interval: 5 });

/** A connection of ours, and a plain socket on which a test plays the peer. */
async function peer(options: ConnectionOptions = {}) {
  const ours: Connection[] = [];
  listener = await listenUnix({
    path,
    onConnection(transport) {
      const connection = new Connection(transport, options);
      connection.handle('echo', (params) => params);
      ours.push(connection);
    },
  });
  const socket = createConnection({ path });
  sockets.push(socket);
  socket.on('error', () => undefined); // being cut off is what is tested
  let heard = '';
  socket.on('data', (data) => {
    heard += data.toString('utf8');
  });
  await once(socket, 'connect');
  await eventually(() => ours.length).toBe(1);
  return { connection: ours[0] as Connection, socket, heard: () => heard };
}

describe('peers that do wrong', () => {
  test('B1 half a frame and then nothing: found by the heartbeat', async () => {
    const { connection, socket } = await peer({ after, heartbeat: { everyMs: 30 } });
    socket.write('{"jsonrpc":"2.0","id":1,"method":"ec');
    await eventually(() => connection.closed).toBe('silent-peer');
  });

  test('B1 a header that asks for 1 GB: cut off at once, in words, and no memory is taken', async () => {
    const { connection, socket, heard } = await peer({ framing: contentLength });
    const before = process.memoryUsage().rss;
    socket.write('Content-Length: 1073741824\r\n\r\n{"jsonrpc":');
    await eventually(() => connection.closed).toBe('oversize');
    await eventually(heard).toContain('larger than the limit');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('B1 a browser that found the socket: garbled', async () => {
    const { connection, socket } = await peer({ framing: contentLength });
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await eventually(() => connection.closed).toBe('garbled');
  });

  test('B1 garbage on a line, and bytes that are no UTF-8, are answered and the next line is read', async () => {
    const { connection, socket, heard } = await peer();
    socket.write(Buffer.from([0, 1, 2, 0xff, 0xfe, 0x0a]));
    socket.write(
      Buffer.from([...Buffer.from('{"jsonrpc":"2.0","id":1,"method":"echo","params":["'), 0xff, 0xc3]),
    );
    socket.write('"]}\n{"jsonrpc":"2.0","id":2,"method":"echo","params":["fine"]}\n');
    await eventually(heard).toContain('"fine"');
    const answers = heard()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 1, result: ['\ufffd\ufffd'] },
      { id: 2, result: ['fine'] },
    ]);
    expect(connection.closed).toBeNull();
  });

  test('B1 gigabytes on one line: cut off at the limit', async () => {
    const { connection, socket } = await peer({ maxFrame: 1_000_000 });
    const chunk = Buffer.alloc(100_000, 'x');
    for (let n = 0; n < 100 && connection.closed === null; n += 1) {
      socket.write(chunk);
      await new Promise(setImmediate);
    }
    await eventually(() => connection.closed).toBe('oversize');
  });

  test('B1 answers out of order, twice, and to nothing: each caller gets its own, once', async () => {
    const { connection, socket, heard } = await peer();
    const answers = ['a', 'b', 'c'].map((name) => connection.request('ask', [name]));
    await eventually(() => heard().split('\n').length).toBe(4);
    for (const [id, result] of [
      [3, 'third'],
      [3, 'again'],
      [99, 'nobody'],
      [1, 'first'],
      [2, 'second'],
    ])
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    expect(await Promise.all(answers)).toEqual(['first', 'second', 'third']);
    expect(connection.closed).toBeNull();
  });
});

/** A child that speaks over its own input and output. */
async function startChild(options: ConnectionOptions = {}) {
  const program = fileURLToPath(new URL('./stdio-echo-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'readable'); // its first word: starting takes longer than a heartbeat
  return { child, connection: new Connection(childTransport(child), options) };
}

describe('a child process', () => {
  test('K2 answers over its own input and output, and ends when it is closed', async () => {
    const { child, connection } = await startChild();
    expect(await connection.request('echo', { a: 'ü' })).toEqual({ a: 'ü' });
    await expect(connection.request('nope')).rejects.toMatchObject({ code: -32601 });
    const exit = once(child, 'exit');
    connection.close();
    expect(await exit).toEqual([0, null]);
  });

  test('B1 killed in the middle of a call and of a stream: both are told', async () => {
    const { child, connection } = await startChild();
    const values = connection.stream('count');
    expect(await values.next()).toEqual({ done: false, value: 0 });
    const answer = connection.request('never').catch((error: unknown) => error);
    await connection.request('echo', []);
    child.kill('SIGKILL');
    expect(await answer).toMatchObject({ name: 'ConnectionClosed', reason: 'closed-there' });
    const rest = (async () => {
      for await (const value of values) expect(typeof value).toBe('number');
    })();
    await expect(rest).rejects.toMatchObject({ reason: 'closed-there' });
  });

  test('B1 one that hangs without dying is found by the heartbeat', async () => {
    const { child, connection } = await startChild({ after, heartbeat: { everyMs: 50 } });
    expect(await connection.request('echo', [1])).toEqual([1]);
    child.kill('SIGSTOP');
    await eventually(() => connection.closed).toBe('silent-peer');
  });
});
