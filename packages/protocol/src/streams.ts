import { type Connection, ConnectionClosed } from '@symphony/bus';
import type { BoardFrame, ChatBatch, ChatId, EntryBatch, EntryFilter } from '@symphony/domain';
import type { ConductorClient } from './client.ts';
import type { Streams } from './methods.ts';
import { requestErrorOf } from './wire-failure.ts';

/**
 * Streams as the loops of a client see them. They are iterators written out and not generators: a
 * generator that waits for its next value cannot be left, and a page that was closed would keep the
 * server's stream until something happens.
 */

/** One is shown while the next is on its way: more would only be older when they are shown. */
const WINDOW = 2;

type Values<T> = AsyncIterableIterator<T, undefined, undefined>;

const OVER = { done: true, value: undefined } as const;

/** The values of a stream; whatever goes wrong is a RequestError. Closed on this side is no error. */
export function valuesOf<S extends keyof Streams>(
  connection: Connection,
  name: S,
  params: Streams[S]['params'],
): Values<Streams[S]['value']> {
  const values = connection.stream(name, params, { window: WINDOW });
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        return (await values.next()) as IteratorResult<Streams[S]['value'], undefined>;
      } catch (error) {
        if (error instanceof ConnectionClosed && error.reason === 'closed-here') return OVER;
        throw requestErrorOf(error);
      }
    },
    async return() {
      await values.return?.();
      return OVER;
    },
  };
}

/** The board across restarts: each new connection begins with everything again. */
export const lastingBoard = (ready: () => Promise<ConductorClient>): Values<BoardFrame> =>
  new LastingValues(ready, (client) => client.board());

/** Entries across restarts: each new connection goes on after the last one heard. */
export function lastingEntries(
  ready: () => Promise<ConductorClient>,
  after: number,
  filter?: EntryFilter,
): Values<EntryBatch> {
  let last = after;
  return new LastingValues(
    ready,
    (client) => client.entries(last, filter),
    ({ seq }) => {
      last = seq;
    },
  );
}

/** A chat across restarts: each new connection goes on after the last entry heard. */
export function lastingChat(
  ready: () => Promise<ConductorClient>,
  id: ChatId,
  after: number,
): Values<ChatBatch> {
  let last = after;
  return new LastingValues(
    ready,
    (client) => client.chat(id, last),
    ({ seq }) => {
      last = seq;
    },
  );
}

/** A stream that outlives its connection. Over when it was left, when it ends, or when it fails for good. */
class LastingValues<T> implements Values<T> {
  #over = false;
  #values: AsyncIterator<T> | null = null;
  readonly #ready: () => Promise<ConductorClient>;
  readonly #open: (client: ConductorClient) => AsyncIterable<T>;
  readonly #heard: (value: T) => void;

  constructor(
    ready: () => Promise<ConductorClient>,
    open: (client: ConductorClient) => AsyncIterable<T>,
    heard: (value: T) => void = () => undefined,
  ) {
    this.#ready = ready;
    this.#open = open;
    this.#heard = heard;
  }

  [Symbol.asyncIterator](): Values<T> {
    return this;
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (!this.#over) {
      try {
        const next = await this.#next();
        if (next !== null) return next;
      } catch (error) {
        this.#values = null;
        if (wasCut(error)) continue;
        this.#over = true;
        throw error;
      }
    }
    return OVER;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#over = true;
    await this.#values?.return?.();
    return OVER;
  }

  /** Null when there is nothing more to come. */
  async #next(): Promise<IteratorYieldResult<T> | null> {
    const values = this.#values ?? this.#begin(await this.#ready());
    if (values === null) return null;
    const next = await values.next();
    if (next.done) {
      this.#over = true;
      return null;
    }
    this.#heard(next.value);
    return next;
  }

  /** Left while it waited for the connection: nothing is opened any more. */
  #begin(client: ConductorClient): AsyncIterator<T> | null {
    if (this.#over) return null;
    this.#values = this.#open(client)[Symbol.asyncIterator]();
    return this.#values;
  }
}

/** Its connection is gone, and nobody here closed it. */
export const wasCut = (error: unknown): boolean => {
  const { cause } = requestErrorOf(error);
  return cause instanceof ConnectionClosed && cause.reason !== 'closed-here';
};
