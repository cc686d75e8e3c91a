import { type Backoff, backoffMs, DEFAULT_BACKOFF } from './backoff.ts';
import { Connection } from './connection.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { type CloseReason, ConnectionClosed } from './failure.ts';
import type { Health, HeartbeatOptions } from './heartbeat.ts';
import type { After, Transport } from './transport.ts';

export type LinkState = 'disconnected' | 'connecting' | 'connected' | 'degraded' | 'reconnecting';

export interface LinkOptions {
  /** Makes a way to the other side, and shows it who asks: after this the two may talk. */
  readonly connect: () => Promise<Transport>;
  /** Sets handlers and listeners on each new connection, in the turn it is made in. */
  readonly onConnection: (connection: Connection) => void;
  readonly after: After;
  /** Between 0 and 1: spreads the attempts of many. */
  readonly chance: () => number;
  readonly backoff?: Backoff;
  readonly heartbeat?: HeartbeatOptions;
  readonly connection?: Omit<ConnectionOptions, 'after' | 'heartbeat'>;
  /** `why` is what led to it when that was a failure. */
  readonly onState?: (state: LinkState, why: Error | null) => void;
}

/**
 * A connection that comes back. What is said over it is not repeated: whoever was in the middle of
 * a call hears that it is lost, and whoever follows resumes by number on the next connection.
 *
 *   disconnected ──start──▶ connecting ──▶ connected ◀──heard/silent──▶ degraded
 *        ▲                      │              │                           │
 *        │                      ▼              ▼                           │
 *        └──tries are up── reconnecting ◀──────┴───────────lost────────────┘
 *                               └──after a wait, an attempt──▶ connected
 *
 * `close` leads to disconnected from anywhere, and nothing leads out of it then.
 */
export class Link {
  #state: LinkState = 'disconnected';
  #closed = false;
  #failures = 0;
  #connection: Connection | null = null;
  #why: Error | null = null;
  #stopTimer: () => void = () => undefined;
  #waiters: { readonly resolve: (connection: Connection) => void; readonly reject: (e: Error) => void }[] =
    [];
  readonly #options: LinkOptions;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Also after the tries were up: it begins to count anew. */
  start(): void {
    if (this.#closed) throw new Error('A link that was closed is not started again.');
    if (this.#state !== 'disconnected') return;
    this.#failures = 0;
    this.#enter('connecting', null);
    void this.#attempt();
  }

  /** The connection there is, or the next one. Rejects when there will be none. */
  connection(): Promise<Connection> {
    if (this.#connection) return Promise.resolve(this.#connection);
    if (this.#state === 'disconnected')
      return Promise.reject(this.#why ?? new ConnectionClosed('closed-here'));
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopTimer();
    const connection = this.#connection;
    this.#connection = null;
    connection?.close();
    this.#giveUp(null);
  }

  async #attempt(): Promise<void> {
    let transport: Transport;
    try {
      transport = await this.#options.connect();
    } catch (error) {
      if (!this.#closed) this.#retry(error as Error);
      return;
    }
    if (this.#closed) transport.close();
    else this.#meet(transport);
  }

  #meet(transport: Transport): void {
    const { after, heartbeat, onConnection, backoff = DEFAULT_BACKOFF } = this.#options;
    const connection = new Connection(transport, {
      ...this.#options.connection,
      after,
      ...(heartbeat ? { heartbeat: { ...heartbeat, onHealth: (health) => this.#feel(health) } } : {}),
    });
    this.#connection = connection;
    // One that is lost at once counts as another failure: only one that lasts starts the count anew.
    this.#stopTimer = after(backoff.maxMs, () => {
      this.#failures = 0;
    });
    onConnection(connection);
    this.#enter('connected', null);
    for (const { resolve } of this.#waiters.splice(0)) resolve(connection);
    connection.onClose((reason) => this.#lost(connection, reason));
  }

  #lost(connection: Connection, reason: CloseReason): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    this.#stopTimer();
    this.#retry(new ConnectionClosed(reason));
  }

  #retry(why: Error): void {
    const { after, chance, backoff = DEFAULT_BACKOFF } = this.#options;
    this.#failures += 1;
    if (this.#failures > backoff.tries) {
      this.#giveUp(why);
      return;
    }
    this.#enter('reconnecting', why);
    this.#stopTimer = after(backoffMs(backoff, this.#failures, chance()), () => void this.#attempt());
  }

  #giveUp(why: Error | null): void {
    this.#why = why;
    this.#enter('disconnected', why);
    const error = why ?? new ConnectionClosed('closed-here');
    for (const { reject } of this.#waiters.splice(0)) reject(error);
  }

  #feel(health: Health): void {
    if (this.#connection) this.#enter(health === 'well' ? 'connected' : 'degraded', null);
    this.#options.heartbeat?.onHealth?.(health);
  }

  /** The one place the state changes in. */
  #enter(state: LinkState, why: Error | null): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState?.(state, why);
  }
}
