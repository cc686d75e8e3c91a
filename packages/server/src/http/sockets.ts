import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { MAX_BUFFERED_BYTES } from '@symphony/bus';
import { refuseUpgrade, webSocketDoor } from '@symphony/bus/websocket';
import { failureOf } from '@symphony/domain';
import { ControlConnection } from '../control/control-connection.ts';
import type { Door } from './door.ts';
import type { Hosts } from './hosts.ts';
import type { HttpOptions } from './options.ts';

const PATH = '/api/v1/socket';
const STALL_MS = 30_000;

export interface Sockets {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Answers that are nearly ready get `graceMs`; then every connection is ended. */
  close(graceMs: number): Promise<void>;
}

/** WebSockets: each speaks what the control socket speaks. */
export function openSockets({
  client,
  version,
  warn,
  hosts,
  door,
}: Pick<HttpOptions, 'client' | 'version' | 'warn'> & {
  readonly hosts: Hosts;
  readonly door: Door;
}): Sockets {
  const open = new Set<ControlConnection>();
  const entrance = webSocketDoor({
    cookie: door.cookie,
    origins: door.origins,
    admits: door.admits,
    onConnection(transport) {
      const connection = new ControlConnection(transport, {
        client,
        version,
        pid: process.pid,
        maxBufferedBytes: MAX_BUFFERED_BYTES,
        stallMs: STALL_MS,
        onFault: (method, error) => warn(`${method} over a WebSocket failed: ${failureOf(error).message}`),
      });
      open.add(connection);
      void connection.ended.then(() => open.delete(connection));
    },
  });
  return {
    upgrade(request, socket, head) {
      if (!hosts.isOurs(request.headers.host)) refuseUpgrade(socket, 421);
      else if (request.url?.split('?', 1)[0] !== PATH) refuseUpgrade(socket, 404);
      else entrance.upgrade(request, socket, head);
    },
    async close(graceMs) {
      const patience = new AbortController();
      const answered = Promise.all([...open].map((each) => each.answered()));
      const grace = sleep(graceMs, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([answered, grace]);
      patience.abort();
      await turn(); // an answer that is ready is sent in the same turn, but later in it
      entrance.close();
      await Promise.all([...open].map((each) => each.ended));
    },
  };
}
