import { type After, Connection, ConnectionClosed, type Transport } from '@symphony/bus';
import type { Entry } from '@symphony/domain';
import type { ConductorClient } from './client.ts';
import { Follower } from './follower.ts';
import type { Hello, Method, Notifications, ParamsOf, ResultOf } from './methods.ts';
import { RequestError } from './request-error.ts';
import { SocketTerminal } from './socket-terminal.ts';
import { valuesOf } from './streams.ts';
import { lostConnection, requestErrorOf } from './wire-failure.ts';

export interface ClientOptions {
  /** With a timer and a time, a request that is not answered rejects with `timeout`. */
  readonly timeout?: { readonly after: After; readonly ms: number };
}

export interface SocketClient extends ConductorClient {
  /** Who answers at the other end. */
  hello(): Promise<Hello>;
}

/** Speaks to a conductor over any transport. The client owns the transport: `close` closes it. */
export function connectClient(transport: Transport, options: ClientOptions = {}): SocketClient {
  const { timeout } = options;
  return clientOver(new Connection(transport, timeout ? { after: timeout.after } : {}), timeout?.ms ?? null);
}

/** The same over a connection made elsewhere, in the turn it was made in. `timeoutMs` needs its timer. */
export function clientOver(connection: Connection, timeoutMs: number | null): SocketClient {
  const followers = new Map<number, Follower>();
  let lastFollower = 0;
  let lastViewer = 0;

  const ask = async <M extends Method>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> => {
    try {
      const limit = timeoutMs === null ? {} : { timeoutMs };
      // The server is of this installation and made its answer by the same types: it is not checked again.
      return (await connection.request(method, params, limit)) as ResultOf<M>;
    } catch (error) {
      throw requestErrorOf(error);
    }
  };

  const forget = async (id: number): Promise<void> => {
    followers.delete(id);
    if (connection.closed) return;
    // A connection that is lost meanwhile has ended the stream as well.
    await ask('unfollow', { follower: id }).catch((error: RequestError) => {
      if (error.code !== 'unavailable') throw error;
    });
  };

  connection.listen('entry', (params) => {
    const { follower, entry } = params as Notifications['entry'];
    if (followers.get(follower)?.take(entry) === false) void forget(follower).catch(() => connection.close());
  });
  connection.listen('follow-ended', (params) => {
    const { follower, code, message, nextStep } = params as Notifications['follow-ended'];
    const ended = followers.get(follower);
    followers.delete(follower);
    ended?.end(new RequestError(code, message, nextStep));
  });
  connection.onClose((reason) => {
    const ended = [...followers.values()];
    followers.clear();
    for (const each of ended) {
      if (reason === 'closed-here') each.stop();
      else each.end(lostConnection(new ConnectionClosed(reason)));
    }
  });

  const follow = async (
    after: number,
    hear: (entry: Entry) => void,
    onEnd?: (error: RequestError) => void,
  ) => {
    lastFollower += 1;
    const id = lastFollower;
    const follower = new Follower(after, hear, onEnd);
    followers.set(id, follower);
    try {
      await ask('follow', { follower: id, after });
    } catch (error) {
      // The rejection tells it; `onEnd` is for what had begun.
      follower.stop();
      followers.delete(id);
      throw error;
    }
    return {
      stop: async () => {
        follower.stop();
        if (followers.has(id)) await forget(id);
      },
    };
  };

  return {
    hello: () => ask('hello', {}),
    status: () => ask('status', {}),
    explain: (id) => ask('explain', { id }),
    melody: (run) => ask('melody', { run }),
    events: (after, limit, filter) => ask('events', filter ? { after, limit, filter } : { after, limit }),
    search: (words, limit) => ask('search', { words, limit }),
    follow,
    ask: (query, params) => ask(query as Method, params as never) as never,
    board: () => valuesOf(connection, 'board', {}),
    entries: (after, filter) => valuesOf(connection, 'entries', filter ? { after, filter } : { after }),
    chat: (id, after) => valuesOf(connection, 'chat-follow', { id, after }),
    terminal: async (id, request) => {
      lastViewer += 1;
      return new SocketTerminal(connection, { ...request, id, viewer: lastViewer }, ask);
    },
    command: (command) => ask('command', { command }),
    close: async () => connection.close(),
  };
}
