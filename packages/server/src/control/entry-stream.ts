import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@symphony/bus';
import type { Entry } from '@symphony/domain';
import type { ConductorClient, Notifications } from '@symphony/protocol';
import { answerError } from './answer-error.ts';

export interface StreamOptions {
  readonly client: ConductorClient;
  readonly connection: Connection;
  readonly follower: number;
  readonly after: number;
  /** How long a follower that catches up may leave everything unread. */
  readonly stallMs: number;
  readonly onFault: (error: unknown) => void;
}

const PAGE = 500;
/** Catching up waits for the reader beyond this, so that a long log does not look like a slow reader. */
const PACE_BYTES = 1024 * 1024;

/**
 * The entries one follower gets (B2). First the log in pages, at the reader's pace; then what is
 * new, as it comes. A reader that is too slow for what is new is disconnected by the connection's
 * own limit. States: catching up → live → over; `stop` and a failure lead to over from anywhere.
 */
export class EntryStream {
  #over = false;
  #last: number;
  #live: { stop(): Promise<void> } | null = null;
  #catchingUp: Promise<void> = Promise.resolve();
  readonly #options: StreamOptions;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#last = options.after;
  }

  /** Rejects when the log cannot be read; what fails later is told to the follower. */
  async start(): Promise<void> {
    const first = await this.#options.client.events(this.#last, PAGE);
    this.#catchingUp = this.#catchUp(first).catch((error: unknown) => this.#fail(error));
  }

  /** No entry is sent from here on; resolves when nothing is left running. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#catchingUp;
    const live = this.#live;
    this.#live = null;
    await live?.stop();
  }

  async #catchUp(first: readonly Entry[]): Promise<void> {
    const { client, connection } = this.#options;
    for (let page = first; ; page = await client.events(this.#last, PAGE)) {
      for (const entry of page) {
        this.#send(entry);
        if (connection.bufferedBytes() > PACE_BYTES) await this.#waitForReader();
        if (this.#over) return;
      }
      if (page.length < PAGE) break;
    }
    if (this.#over) return;
    const live = await client.follow(
      this.#last,
      (entry) => this.#send(entry),
      (error) => this.#fail(error),
    );
    if (this.#over) await live.stop();
    else this.#live = live;
  }

  #send(entry: Entry): void {
    if (this.#over) return;
    this.#last = entry.seq;
    this.#notify('entry', { follower: this.#options.follower, entry });
  }

  async #waitForReader(): Promise<void> {
    const { connection, stallMs } = this.#options;
    const stalled = new AbortController();
    const patience = sleep(stallMs, 'stalled', { signal: stalled.signal }).catch(() => 'read');
    const why = await Promise.race([connection.drained().then(() => 'read'), patience]);
    stalled.abort();
    if (why === 'stalled') connection.close();
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    const { code, message, nextStep } = answerError(error, this.#options.onFault);
    this.#notify('follow-ended', { follower: this.#options.follower, code, message, nextStep });
  }

  #notify<N extends keyof Notifications>(name: N, params: Notifications[N]): void {
    this.#options.connection.notify(name, params);
  }
}
