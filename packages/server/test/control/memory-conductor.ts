import {
  type BoardFrame,
  type ChatBatch,
  type Entry,
  type EntryBatch,
  type EntryFilter,
  type ExplainView,
  itemOf,
  type MelodyView,
  type StatusView,
} from '@symphony/domain';
import type {
  ConductorClient,
  OperatorCommand,
  QueryName,
  QueryParams,
  QueryResult,
  TerminalRequest,
  TerminalView,
} from '@symphony/protocol';
import { RequestError } from '@symphony/protocol';
import { itemView, statusView } from '@symphony/testkit';
import type { Terminals } from '../../src/terminal/index.ts';

/** A conductor with a log in memory and nothing behind it: what a control socket can be put in front of. */
export class MemoryConductor implements ConductorClient {
  readonly log: Entry[] = [];
  readonly commands: OperatorCommand[] = [];
  /** What was asked, and what is answered to it. */
  readonly asked: { readonly query: QueryName; readonly params: unknown }[] = [];
  answers: Partial<Record<QueryName, unknown>> = {};
  terminals: Terminals | null = null;
  /** How many followers hear this conductor now. */
  followers = 0;
  readonly #listeners = new Set<(entry: Entry) => void>();
  readonly #ends = new Set<(error: RequestError) => void>();

  /** Records `count` entries that each say `text`. */
  record(count: number, text = 'said'): void {
    for (let n = 0; n < count; n += 1) {
      const seq = this.log.length + 1;
      const entry: Entry = { seq, at: seq, event: { type: 'tracker-failed', message: text } };
      this.log.push(entry);
      for (const hear of this.#listeners) hear(entry);
    }
  }

  /** Ends every follower from this side. */
  dropFollowers(error: RequestError): void {
    for (const end of [...this.#ends]) end(error);
  }

  async status(): Promise<StatusView> {
    return statusAt(this.log.length);
  }

  async explain(id: string): Promise<ExplainView> {
    if (id !== ITEM.identifier)
      throw new RequestError('missing', `There is no item ${id}.`, 'List them with `symphony status`.');
    return {
      item: ITEM,
      checks: [{ name: 'state', ok: true, reason: '' }],
      contention: null,
      next: 'It starts with the next tick.',
    };
  }

  async melody(run: string): Promise<MelodyView> {
    throw new RequestError('missing', `There is no run ${run}.`, 'List them with `symphony status`.');
  }

  async events(
    after: number,
    limit: number,
    filter?: { readonly item?: string; readonly types?: readonly string[] },
  ): Promise<readonly Entry[]> {
    return this.log
      .slice(after)
      .filter(({ event }) => filter?.item === undefined || itemOf(event) === filter.item)
      .filter(({ event }) => !filter?.types || filter.types.includes(event.type))
      .slice(0, limit);
  }

  async search(words: string, limit: number): Promise<readonly Entry[]> {
    return this.log.filter(({ event }) => JSON.stringify(event).includes(words)).slice(0, limit);
  }

  async follow(after: number, hear: (entry: Entry) => void, onEnd?: (error: RequestError) => void) {
    for (const entry of this.log.slice(after)) hear(entry);
    this.#listeners.add(hear);
    if (onEnd) this.#ends.add(onEnd);
    this.followers += 1;
    return {
      stop: async () => {
        if (this.#listeners.delete(hear)) this.followers -= 1;
        if (onEnd) this.#ends.delete(onEnd);
      },
    };
  }

  async ask<Q extends QueryName>(query: Q, params: QueryParams<Q>): Promise<QueryResult<Q>> {
    this.asked.push({ query, params });
    return (this.answers[query] ?? []) as QueryResult<Q>;
  }

  async *board(): AsyncGenerator<BoardFrame> {
    yield { kind: 'board', status: await this.status() };
  }

  async *entries(after: number, filter?: EntryFilter): AsyncGenerator<EntryBatch> {
    yield { seq: this.log.length, entries: await this.events(after, 500, filter) };
  }

  async *chat(id: string, after: number): AsyncGenerator<ChatBatch> {
    if (id !== 'chat-1') throw new RequestError('missing', `There is no chat ${id}.`);
    yield { seq: after + 1, entries: [], playing: null, live: null };
  }

  async terminal(id: string, request: TerminalRequest): Promise<TerminalView> {
    if (this.terminals) return this.terminals.view(id, request);
    throw new RequestError('unavailable', 'There is no terminal here.');
  }

  async command(command: OperatorCommand) {
    this.commands.push(command);
    return { accepted: true, message: `${command.name} is done.` };
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}

export const ITEM = itemView('BRD-1', { id: '1', title: 'Mend the roof', attempt: 0 });

const statusAt = (seq: number): StatusView =>
  statusView({ seq, items: [ITEM], slots: { used: 0, total: 2 } });
