import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryPair, type Transport } from '../src/index.ts';
import { childTransport } from '../src/transports/stdio.ts';
import { connectUnix, listenUnix } from '../src/transports/unix.ts';
import { connectWebSocket, listenWebSocket, sameAs } from '../src/transports/websocket.ts';
import { mirror } from './mirror.ts';
import { transportContract } from './transport-contract.ts';

/** Mirrors over whatever comes in, and tells when that is over. */
function mirroring() {
  let closed = (): void => undefined;
  const farClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const onConnection = (transport: Transport) => {
    transport.onClose(() => closed());
    mirror(transport);
  };
  return { farClosed, onConnection };
}

transportContract('memory', async () => {
  const [near, far] = memoryPair();
  const { farClosed, onConnection } = mirroring();
  onConnection(far);
  return { near, farClosed, end: async () => near.close() };
});

transportContract('unix socket', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bus-'));
  const path = join(folder, 'run', 'c.sock');
  const { farClosed, onConnection } = mirroring();
  const listener = await listenUnix({ path, onConnection });
  return {
    near: await connectUnix(path),
    farClosed,
    end: async () => {
      await listener.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

transportContract('stdio of a child process', async () => {
  const program = fileURLToPath(new URL('./stdio-mirror-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  return {
    near: childTransport(child),
    farClosed: exit,
    end: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exit;
    },
  };
});

transportContract('websocket', async () => {
  const { farClosed, onConnection } = mirroring();
  const isSecret = sameAs('secret');
  const listener = await listenWebSocket({
    port: 0,
    cookie: 'door',
    origins: [],
    admits: ({ bearer }) => isSecret(bearer),
    onConnection,
  });
  return {
    near: await connectWebSocket(`ws://127.0.0.1:${listener.port}`, { token: 'secret' }),
    farClosed,
    end: () => listener.close(),
  };
});
