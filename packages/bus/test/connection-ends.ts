import { Connection, type ConnectionOptions, type MemoryTransport, memoryPair } from '../src/index.ts';

/** The far end of a pair as plain text: says anything, well formed or not, and keeps what it hears. */
export interface RawPeer {
  readonly transport: MemoryTransport;
  say(text: string): Promise<void>;
  /** Everything heard so far, line by line, parsed. */
  heard(): Record<string, unknown>[];
  isClosed(): boolean;
}

export function rawPeer(): readonly [near: MemoryTransport, peer: RawPeer] {
  const [near, transport] = memoryPair();
  let text = '';
  let closed = false;
  transport.onText((chunk) => {
    text += chunk;
  });
  transport.onClose(() => {
    closed = true;
  });
  return [
    near,
    {
      transport,
      say: async (line) => {
        transport.send(`${line}\n`);
        await settled();
      },
      heard: () =>
        text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line)),
      isClosed: () => closed,
    },
  ];
}

/** Lets every microtask that is due, and those they start, run. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Two ends that talk to each other. */
export function pair(options: ConnectionOptions = {}) {
  const [a, b] = memoryPair();
  return { near: new Connection(a, options), far: new Connection(b, options), a, b };
}

/** A connection whose peer says raw text. */
export function facing(options: ConnectionOptions = {}) {
  const [near, peer] = rawPeer();
  return { near: new Connection(near, options), peer };
}

/** A request as its line. */
export const requestLine = (id: unknown, method: string, params?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
