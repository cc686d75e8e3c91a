import { type After, type CallContext, Connection, RPC_CODES, RpcError, type Transport } from '@symphony/bus';
import {
  type ConductorClient,
  type Method,
  type ParamsOf,
  type QueryName,
  type ResultOf,
  rpcErrorOf,
} from '@symphony/protocol';
import { answerError } from './answer-error.ts';
import { EntryStream } from './entry-stream.ts';
import { QUERY_SCHEMAS } from './query-schemas.ts';
import { refusing } from './refusing.ts';
import { readParams } from './schemas.ts';
import { TerminalViews } from './terminal-views.ts';

export interface ControlConnectionOptions {
  readonly client: ConductorClient;
  readonly version: string;
  readonly pid: number;
  readonly maxBufferedBytes: number;
  readonly stallMs: number;
  readonly onFault: (method: string, error: unknown) => void;
}

const after: After = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

type Handlers = {
  readonly [M in Method]: (params: ParamsOf<M>, context: CallContext) => Promise<ResultOf<M>>;
};

/** All that only asks goes the same way: by its name. */
const queriesOf = (client: ConductorClient): Pick<Handlers, QueryName> =>
  Object.fromEntries(
    (Object.keys(QUERY_SCHEMAS) as QueryName[]).map((query) => [
      query,
      (params: never) => client.ask(query, params),
    ]),
  ) as unknown as Pick<Handlers, QueryName>;

/** One client at the control socket: its requests and its followers, which end with it. */
export class ControlConnection {
  readonly #options: ControlConnectionOptions;
  readonly #connection: Connection;
  readonly #streams = new Map<number, EntryStream>();
  readonly #terminals: TerminalViews;
  readonly #answering = new Set<Promise<unknown>>();
  /** Resolves when the client is gone and its followers are stopped. */
  readonly ended: Promise<void>;

  constructor(transport: Transport, options: ControlConnectionOptions) {
    this.#options = options;
    const { maxBufferedBytes, onFault } = options;
    // With a timer, so that a request whose caller gave it a time is called off when that is over.
    this.#connection = new Connection(transport, { maxBufferedBytes, onFault, after });
    this.#terminals = new TerminalViews(options.client, (error) => this.#refusal('terminal', error));
    this.#register(this.#handlers());
    // A stream is not among the answers that `answered` waits for: it ends with its connection.
    this.#connection.handle('terminal', (params) => this.#terminals.frames(readParams('terminal', params)));
    this.#connection.handle('board', (params) => {
      readParams('board', params);
      return this.#values('board', options.client.board());
    });
    this.#connection.handle('entries', (params) => {
      const { after, filter } = readParams('entries', params);
      return this.#values('entries', options.client.entries(after, filter));
    });
    this.#connection.handle('chat-follow', (params) => {
      const { id, after } = readParams('chat-follow', params);
      return this.#values('chat-follow', options.client.chat(id, after));
    });
    this.ended = new Promise<void>((resolve) => this.#connection.onClose(() => resolve())).then(() =>
      this.#endStreams(),
    );
  }

  /** Resolves when every request that came before is answered. */
  async answered(): Promise<void> {
    await Promise.allSettled([...this.#answering]);
  }

  #handlers(): Handlers {
    const { client, version, pid } = this.#options;
    return {
      ...queriesOf(client),
      hello: async () => ({ version, pid }),
      status: () => client.status(),
      explain: ({ id }) => client.explain(id),
      melody: ({ run }) => client.melody(run),
      events: ({ after, limit, filter }) => client.events(after, limit, filter),
      search: ({ words, limit }) => client.search(words, limit),
      follow: async ({ follower, after }, context) => {
        await this.#startStream(follower, after);
        // Called off while it started, by the client or by its end: nobody would stop it later.
        if (context.signalled()) await this.#endStream(follower);
        return {};
      },
      unfollow: async ({ follower }) => {
        await this.#endStream(follower);
        return {};
      },
      command: ({ command }) => client.command(command),
      'terminal-input': async ({ viewer, text }) => {
        await (await this.#terminals.of(viewer)).input(text);
        return {};
      },
      'terminal-resize': async ({ viewer, cols, rows }) => {
        await (await this.#terminals.of(viewer)).resize({ cols, rows });
        return {};
      },
    };
  }

  #register(handlers: Handlers): void {
    for (const method of Object.keys(handlers) as Method[]) this.#handle(method, handlers[method]);
  }

  /** A stream whose failure is told in words. */
  #values<T>(name: string, values: AsyncIterable<T>): AsyncIterable<T> {
    return refusing(values, (error) => this.#refusal(name, error));
  }

  #handle<M extends Method>(method: M, handler: Handlers[M]): void {
    this.#connection.handle(method, (params, context) =>
      // A microtask later: it is counted as open before its handler can ask for the server's close.
      this.#track(Promise.resolve().then(() => this.#answer(method, handler, params, context))),
    );
  }

  async #answer<M extends Method>(
    method: M,
    handler: Handlers[M],
    params: unknown,
    context: CallContext,
  ): Promise<ResultOf<M>> {
    const read = readParams(method, params);
    try {
      return await handler(read, context);
    } catch (error) {
      throw this.#refusal(method, error);
    }
  }

  #refusal(method: string, error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    return rpcErrorOf(answerError(error, (fault) => this.#options.onFault(method, fault)));
  }

  async #startStream(follower: number, after: number): Promise<void> {
    if (this.#streams.has(follower)) {
      const data = { code: 'invalid', nextStep: 'Choose another number.' };
      throw new RpcError(RPC_CODES.invalidParams, `Follower ${follower} follows already.`, data);
    }
    const { client, stallMs, onFault } = this.#options;
    const stream = new EntryStream({
      client,
      connection: this.#connection,
      follower,
      after,
      stallMs,
      onFault: (error) => onFault('follow', error),
    });
    this.#streams.set(follower, stream);
    try {
      await stream.start();
    } catch (error) {
      this.#streams.delete(follower);
      throw error;
    }
  }

  async #endStream(follower: number): Promise<void> {
    const stream = this.#streams.get(follower);
    this.#streams.delete(follower);
    try {
      await stream?.stop();
    } catch (error) {
      this.#options.onFault('unfollow', error); // it sends nothing any more, which is what was asked
    }
  }

  async #endStreams(): Promise<void> {
    await Promise.all([...this.#streams.keys()].map((follower) => this.#endStream(follower)));
  }

  #track<T>(answer: Promise<T>): Promise<T> {
    this.#answering.add(answer);
    const done = () => void this.#answering.delete(answer);
    answer.then(done, done);
    return answer;
  }
}
