import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { MAX_BUFFERED_BYTES } from '@symphony/bus';
import { listenUnix } from '@symphony/bus/unix';
import type { ConductorClient } from '@symphony/protocol';
import { ControlConnection } from './control-connection.ts';

export interface ControlOptions {
  readonly client: ConductorClient;
  /** From `socketPathFor`. */
  readonly path: string;
  readonly version: string;
  /** A client that leaves more than this unread is disconnected. */
  readonly maxBufferedBytes?: number;
  /** So is one that reads nothing for this long while it catches up with the log. */
  readonly stallMs?: number;
  /** Told what clients are not: the faults behind "internal" answers. Otherwise they are warnings of the process. */
  readonly onFault?: (method: string, error: unknown) => void;
}

export interface ControlServer {
  readonly path: string;
  /** Lets answers that are nearly ready out, then ends every connection and every follower. */
  close(): Promise<void>;
}

const STALL_MS = 30_000;
/** A command that itself shuts the server down waits for this close, and this close for its answer. */
const LAST_ANSWERS_MS = 500;

/** Offers a conductor at the control socket. Rejects with SocketError when it cannot listen there. */
export async function serveControl(options: ControlOptions): Promise<ControlServer> {
  const { client, path, version } = options;
  const open = new Set<ControlConnection>();
  const listener = await listenUnix({
    path,
    onConnection(transport) {
      const connection = new ControlConnection(transport, {
        client,
        version,
        pid: process.pid,
        maxBufferedBytes: options.maxBufferedBytes ?? MAX_BUFFERED_BYTES,
        stallMs: options.stallMs ?? STALL_MS,
        onFault: options.onFault ?? warn,
      });
      open.add(connection);
      void connection.ended.then(() => open.delete(connection));
    },
  });
  return {
    path,
    async close() {
      const patience = new AbortController();
      const answered = Promise.all([...open].map((each) => each.answered()));
      await Promise.race([answered, sleep(LAST_ANSWERS_MS, undefined, { signal: patience.signal })]);
      patience.abort();
      await turn(); // an answer that is ready is sent in the same turn, but later in it
      await listener.close();
      await Promise.all([...open].map((each) => each.ended));
    },
  };
}

/** A fault that nobody asked to be told of is still seen. */
const warn = (method: string, error: unknown): void =>
  process.emitWarning(`${method}: ${error instanceof Error ? error.message : String(error)}`, 'ControlFault');
