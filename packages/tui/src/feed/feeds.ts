import type { ItemId } from '@symphony/domain';
import type { ConductorClient } from '@symphony/protocol';
import { requestErrorOf } from '@symphony/protocol';
import type { Model } from '../model/model.ts';
import type { Store } from '../store.ts';
import { readLasting } from './lasting-loop.ts';

/** How much of the log is loaded when it is opened: enough to scroll back some screens. */
const LOADED = 500;
/** An item's reasons are asked for again when something about it changed, and not more often than this. */
const EXPLAIN_MS = 1_000;

interface Feed {
  readonly stop: AbortController;
}

/**
 * What is read from the conductor, as the model wants it: the board always, the log while it is looked
 * at, one item while it is open. `sync` compares what is wanted with what is on, and does the difference.
 */
export class Feeds {
  readonly #client: ConductorClient;
  readonly #store: Store;
  readonly #board = new AbortController();
  #logs: Feed | null = null;
  #item: (Feed & { readonly id: ItemId }) | null = null;
  #explained = { seq: -1, at: 0, id: '' };

  constructor(client: ConductorClient, store: Store) {
    this.#client = client;
    this.#store = store;
  }

  start(): void {
    void readLasting(
      () => this.#client.board(),
      (frame) => this.#store.happen({ kind: 'frame', frame }),
      () => this.#store.happen({ kind: 'link', state: 'lost' }),
      this.#board.signal,
    );
  }

  sync(model: Model): void {
    this.#syncLogs(model);
    this.#syncItem(model);
    this.#syncReasons(model);
  }

  stop(): void {
    this.#board.abort();
    this.#logs?.stop.abort();
    this.#item?.stop.abort();
  }

  #syncLogs(model: Model): void {
    const wanted = model.view === 'logs' && model.board !== null;
    if (!wanted) {
      this.#logs?.stop.abort();
      this.#logs = null;
      return;
    }
    if (this.#logs) return;
    const stop = new AbortController();
    this.#logs = { stop };
    // Somebody who was away for long wants what is new now, not to wait for all that was missed.
    const newest = model.board?.seq ?? 0;
    if (newest - model.logs.book.seq > LOADED)
      this.#store.happen({ kind: 'log-begun', after: newest - LOADED });
    this.#read(
      () => this.#client.entries(this.#store.model.logs.book.seq),
      (batch) => this.#store.happen({ kind: 'log-heard', batch }),
      stop.signal,
    );
  }

  #syncItem(model: Model): void {
    const id = model.view === 'item' && model.board !== null ? (model.pane?.id ?? null) : null;
    if (this.#item?.id === id) return;
    this.#item?.stop.abort();
    this.#item = null;
    if (id === null) return;
    const stop = new AbortController();
    this.#item = { stop, id };
    this.#read(
      () => this.#client.entries(this.#store.model.pane?.book.seq ?? 0, { item: id }),
      (batch) => this.#store.happen({ kind: 'item-heard', id, batch }),
      stop.signal,
    );
  }

  #syncReasons(model: Model): void {
    const { board, pane, view, now, link } = model;
    if (view !== 'item' || pane === null || board === null || link.state !== 'live') return;
    const last = this.#explained;
    if (last.id === pane.id && (last.seq === board.seq || now - last.at < EXPLAIN_MS)) return;
    this.#explained = { seq: board.seq, at: now, id: pane.id };
    const { id } = pane;
    this.#client.explain(id).then(
      (explain) => this.#store.happen({ kind: 'explained', id, explain }),
      (error: unknown) => this.#tell(error),
    );
  }

  #read<T>(open: () => AsyncIterable<T>, hear: (value: T) => void, signal: AbortSignal): void {
    void readLasting(open, hear, (error) => this.#tell(error), signal);
  }

  #tell(error: unknown): void {
    this.#store.happen({ kind: 'told', text: requestErrorOf(error).message, tone: 'bad' });
  }
}
