import {
  type After,
  type Backoff,
  type Connection,
  type HeartbeatOptions,
  Link,
  type LinkState,
  type Transport,
} from '@symphony/bus';
import type { Entry } from '@symphony/domain';
import { LastingFollow } from './lasting-follow.ts';
import { RequestError } from './request-error.ts';
import { clientOver, type SocketClient } from './socket-client.ts';
import { lastingBoard, lastingChat, lastingEntries, wasCut } from './streams.ts';
import { requestErrorOf } from './wire-failure.ts';

export interface ReconnectingOptions {
  /** Makes a new way to the conductor each time it is called. */
  readonly connect: () => Promise<Transport>;
  readonly after: After;
  /** Between 0 and 1. */
  readonly chance: () => number;
  readonly timeoutMs?: number;
  readonly backoff?: Backoff;
  readonly heartbeat?: HeartbeatOptions;
  /** `why` is set when a failure led to it. */
  readonly onState?: (state: LinkState, why: Error | null) => void;
}

export interface ReconnectingClient extends SocketClient {
  /** See Link. */
  readonly state: LinkState;
}

/**
 * A client that finds its conductor again after a restart. `follow` goes on where it was. A request
 * waits for the connection to come. A question that was under way when it was lost is asked again; a
 * command rejects with `unavailable`, because nobody knows whether it was done. A terminal ends with
 * its conductor. When the tries are up everything rejects.
 */
export function reconnectingClient(options: ReconnectingOptions): ReconnectingClient {
  const { connect, after, chance, timeoutMs, backoff, heartbeat, onState } = options;
  const clients = new WeakMap<Connection, SocketClient>();
  const follows = new Set<LastingFollow>();
  const link = new Link({
    connect,
    after,
    chance,
    ...(backoff ? { backoff } : {}),
    ...(heartbeat ? { heartbeat } : {}),
    onConnection(connection) {
      const client = clientOver(connection, timeoutMs ?? null);
      clients.set(connection, client);
      for (const follow of follows) void follow.resume(client);
    },
    onState(state, why) {
      if (state === 'disconnected' && why !== null)
        for (const follow of [...follows]) follow.end(notThere(why));
      onState?.(state, why);
    },
  });
  link.start();

  const ready = async (): Promise<SocketClient> => {
    const connection = await link.connection().catch((error: unknown) => {
      throw link.state === 'disconnected' ? notThere(error) : requestErrorOf(error);
    });
    return clients.get(connection) as SocketClient;
  };

  /** A question changes nothing: one that was cut off is asked again. */
  const asking = async <T>(ask: (client: SocketClient) => Promise<T>): Promise<T> => {
    for (;;) {
      const client = await ready();
      try {
        return await ask(client);
      } catch (error) {
        if (!wasCut(error)) throw error;
      }
    }
  };

  const follow = async (
    from: number,
    hear: (entry: Entry) => void,
    onEnd?: (error: RequestError) => void,
  ) => {
    const client = await ready();
    const lasting = new LastingFollow({
      after: from,
      hear,
      onEnd,
      forget: (one) => follows.delete(one),
    });
    follows.add(lasting);
    void lasting.resume(client);
    await lasting.begun;
    return { stop: () => lasting.stop() };
  };

  return {
    get state() {
      return link.state;
    },
    hello: () => asking((client) => client.hello()),
    status: () => asking((client) => client.status()),
    explain: (id) => asking((client) => client.explain(id)),
    melody: (run) => asking((client) => client.melody(run)),
    events: (seq, limit, filter) => asking((client) => client.events(seq, limit, filter)),
    search: (words, limit) => asking((client) => client.search(words, limit)),
    follow,
    ask: (query, params) => asking((client) => client.ask(query, params)),
    board: () => lastingBoard(ready),
    entries: (seq, filter) => lastingEntries(ready, seq, filter),
    chat: (id, seq) => lastingChat(ready, id, seq),
    terminal: async (id, request) => (await ready()).terminal(id, request),
    command: async (command) => (await ready()).command(command),
    close: async () => {
      for (const each of [...follows]) void each.stop();
      link.close();
    },
  };
}

const notThere = (cause: unknown): RequestError =>
  new RequestError(
    'unavailable',
    'The conductor cannot be reached.',
    'See whether it still runs with `symphony status`, and start it with `symphony run` if not.',
    cause,
  );
