import type { BoardFrame, Entry, EntryBatch, EntryFilter, StatusView } from '@symphony/domain';
import { itemOf } from '@symphony/domain';
import {
  type CommandAnswer,
  type ConductorClient,
  type OperatorCommand,
  RequestError,
} from '@symphony/protocol';
import { explained } from './sample-model.ts';

/** A conductor without a process: a board and a log that a test changes, and the commands it was given. */
export class MemoryConductor {
  readonly commands: OperatorCommand[] = [];
  answer: CommandAnswer = { accepted: true, message: 'It was done.' };
  readers = 0;
  readonly #frames = new Channel<BoardFrame>();
  readonly #log: Entry[] = [];
  readonly #grown = new Channel<null>();
  #status: StatusView;
  #broken: RequestError | null = null;

  constructor(status: StatusView) {
    this.#status = status;
  }

  show(status: StatusView): void {
    this.#status = status;
    this.#frames.send({ kind: 'board', status });
  }

  send(frame: BoardFrame): void {
    this.#frames.send(frame);
  }

  record(...entries: readonly Entry[]): void {
    this.#log.push(...entries);
    this.#grown.send(null);
  }

  /** Every stream breaks, and new ones do until `mend`. */
  break(): void {
    this.#broken = new RequestError('unavailable', 'The conductor cannot be reached.');
    this.#frames.fail(this.#broken);
    this.#grown.fail(this.#broken);
  }

  mend(): void {
    this.#broken = null;
  }

  client(): ConductorClient {
    const nothing = (): never => {
      throw new RequestError('missing', 'That is not there.');
    };
    return {
      status: async () => this.#status,
      explain: async (id) => ({ ...explained, item: this.#status.items.find((each) => each.id === id)! }),
      melody: async () => nothing(),
      events: async () => [],
      search: async () => [],
      follow: async () => ({ stop: async () => undefined }),
      ask: async () => nothing(),
      board: () => this.#board(),
      chat: () => {
        throw new Error('There are no chats here.');
      },
      entries: (after, filter) => this.#entries(after, filter),
      terminal: async () => nothing(),
      command: async (command) => {
        this.commands.push(command);
        return this.answer;
      },
      close: async () => undefined,
    };
  }

  async *#board(): AsyncGenerator<BoardFrame> {
    if (this.#broken) throw this.#broken;
    yield { kind: 'board', status: this.#status };
    yield* this.#frames.read();
  }

  async *#entries(after: number, filter?: EntryFilter): AsyncGenerator<EntryBatch> {
    this.readers += 1;
    try {
      if (this.#broken) throw this.#broken;
      let seen = after;
      const grown = this.#grown.read();
      for (;;) {
        const fresh = this.#log.filter(({ seq }) => seq > seen);
        seen = this.#log.at(-1)?.seq ?? seen;
        const entries = fresh.filter(
          ({ event }) => filter?.item === undefined || itemOf(event) === filter.item,
        );
        yield { seq: seen, entries };
        await grown.next();
      }
    } finally {
      this.readers -= 1;
    }
  }
}

interface Reader<T> {
  readonly queue: T[];
  wake: () => void;
  fail: (error: Error) => void;
}

/** Values for everybody who reads at the time. */
class Channel<T> {
  readonly #readers = new Set<Reader<T>>();

  send(value: T): void {
    for (const reader of this.#readers) {
      reader.queue.push(value);
      reader.wake();
    }
  }

  fail(error: Error): void {
    for (const reader of this.#readers) reader.fail(error);
  }

  async *read(): AsyncGenerator<T> {
    const reader: Reader<T> = { queue: [], wake: () => undefined, fail: () => undefined };
    this.#readers.add(reader);
    try {
      for (;;) {
        while (reader.queue.length > 0) yield reader.queue.shift() as T;
        await new Promise<void>((resolve, reject) => {
          reader.wake = resolve;
          reader.fail = reject;
        });
      }
    } finally {
      this.#readers.delete(reader);
    }
  }
}
