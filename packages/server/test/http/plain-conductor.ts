import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Artifact,
  type BoardFrame,
  type ChatBatch,
  type Entry,
  type EntryBatch,
  type EntryFilter,
  itemOf,
  type LogEvent,
  type StatusView,
} from '@symphony/domain';
import {
  type CommandAnswer,
  type ConductorClient,
  type OperatorCommand,
  type QueryName,
  RequestError,
} from '@symphony/protocol';
import { artifactRecord, busy } from '@symphony/testkit';

/** A conductor with a log in memory and nothing behind it: what the HTTP face can be put before. */
export class PlainConductor implements ConductorClient {
  readonly log: Entry[] = [];
  readonly commands: OperatorCommand[] = [];
  readonly asked: [QueryName, unknown][] = [];
  board_: StatusView = busy;
  /** Thrown by whatever is asked next, until it is taken away. */
  trouble: unknown = null;
  /** How the next commands are answered. */
  answer: CommandAnswer = { accepted: true, message: 'It is done.' };
  /** How long a command takes. */
  commandMs = 0;
  /** How many read the entries now, and how many batches they took. */
  readers = 0;
  taken = 0;
  #wake: (() => void)[] = [];

  record(...events: LogEvent[]): void {
    for (const event of events) {
      const seq = this.log.length + 1;
      this.log.push({ seq, at: 1_000 * seq, event });
    }
    for (const wake of this.#wake.splice(0)) wake();
  }

  status = async (): Promise<StatusView> => {
    this.#check();
    return { ...this.board_, seq: this.log.length };
  };

  async explain(id: string) {
    this.#check();
    const item = this.board_.items.find(({ identifier }) => identifier === id);
    if (!item) throw new RequestError('missing', `There is no item ${id}.`, '`symphony status` lists them.');
    return { item, checks: [], contention: null, next: 'It goes on.' };
  }

  async melody(run: string): Promise<never> {
    throw new RequestError('missing', `There is no run ${run}.`);
  }

  async events(after: number, limit: number, filter: EntryFilter = {}): Promise<readonly Entry[]> {
    this.#check();
    return this.log.slice(after).filter(fits(filter)).slice(0, limit);
  }

  async search(words: string, limit: number): Promise<readonly Entry[]> {
    return this.log.filter(({ event }) => JSON.stringify(event).includes(words)).slice(0, limit);
  }

  async follow(): Promise<never> {
    throw new RequestError('unavailable', 'Nobody follows here.');
  }

  async ask(query: QueryName, params: unknown): Promise<never> {
    this.#check();
    this.asked.push([query, params]);
    return { query, params } as never;
  }

  async *board(): AsyncGenerator<BoardFrame> {
    yield { kind: 'board', status: await this.status() };
  }

  async *entries(after: number, filter: EntryFilter = {}): AsyncGenerator<EntryBatch> {
    this.#check();
    this.readers += 1;
    try {
      for (let seq = after; ; ) {
        const part = this.log.slice(seq, seq + 100);
        if (part.length > 0) {
          seq += part.length;
          this.taken += 1;
          yield { seq, entries: part.filter(fits(filter)) };
        } else await new Promise<void>((resolve) => this.#wake.push(resolve));
      }
    } finally {
      this.readers -= 1;
    }
  }

  async *chat(id: string, after: number): AsyncGenerator<ChatBatch> {
    this.#check();
    if (id !== 'chat-1') throw new RequestError('missing', `There is no chat ${id}.`);
    const event = { type: 'began', task: 'hello', agent: 'chat' } as const;
    const began = { seq: 1, session: 'chat-1.r-1', at: 1, event };
    yield { seq: 1, entries: after < 1 ? [began] : [], playing: null, live: null };
  }

  async terminal(): Promise<never> {
    throw new RequestError('unavailable', 'There is no terminal here.');
  }

  async command(command: OperatorCommand): Promise<CommandAnswer> {
    this.#check();
    this.commands.push(command);
    await sleep(this.commandMs);
    return this.answer;
  }

  close = async (): Promise<void> => undefined;

  #check(): void {
    if (this.trouble !== null) throw this.trouble;
  }
}

const fits =
  ({ item, types }: EntryFilter) =>
  ({ event }: Entry): boolean =>
    (item === undefined || itemOf(event) === item) && (types === undefined || types.includes(event.type));

export const ARTIFACT: Artifact = artifactRecord('art-1', {
  name: 'S-1/näme "x".html',
  contentType: 'text/html',
  hash: 'a'.repeat(64),
  size: 0,
});
