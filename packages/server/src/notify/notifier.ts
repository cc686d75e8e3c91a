import type { Chance, Clock, Entry, LogEventOf, Store } from '@symphony/domain';
import { type Channel, NotTold } from './channel.ts';
import { NOTICE_TYPES, type Notice, noticeOf, type Sight } from './notice.ts';

export interface NotifierOptions {
  readonly store: Pick<Store, 'read' | 'lastSeq'>;
  readonly clock: Clock;
  readonly chance: Chance;
  /** As configured now. */
  readonly channels: () => readonly Channel[];
  readonly sight: () => Sight;
  /** Puts into the log what became of a notice. */
  readonly record: (sent: LogEventOf<'notice-sent'>) => void;
  readonly warn: (message: string) => void;
  /** The waits between tries, in milliseconds. */
  readonly waits?: readonly number[];
}

/** Five more tries within about five minutes. */
const WAITS = [1_000, 5_000, 20_000, 60_000, 200_000];
/** What is older is no news any more. */
const NEWS_MS = 3_600_000;
/** How long notices that are on their way are waited for at the end. */
const LAST_MOMENT_MS = 3_000;
/** How far back the log is looked through at a start: an hour of very talkative agents. */
const CATCH_UP = 200_000;

/**
 * Tells people what the log says they should hear, at least once: a notice counts as told when the
 * log says so, and what is not recorded when a conductor dies is told by the next one, under the same
 * id. Each channel has its own line, so that one that does not answer holds up no other.
 *
 *   heard ──▶ in line ──▶ being told ──▶ recorded (told, or given up)
 *                            │ ▲
 *                            ▼ │
 *                          waiting to be told again
 */
export class Notifier {
  readonly #options: NotifierOptions;
  readonly #lines = new Map<string, Promise<void>>();
  readonly #warned = new Set<string>();
  /** Nothing more is begun. */
  readonly #closing = new AbortController();
  /** What was begun is cut off. */
  readonly #ending = new AbortController();

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Takes up what an earlier conductor recorded lately and told nobody. Before the first `hear`. */
  catchUp(): void {
    const { store, clock, channels } = this.#options;
    if (channels().length === 0) return;
    const after = Math.max(0, store.lastSeq() - CATCH_UP);
    const read = (types: readonly string[]): readonly Entry[] => store.read(after, CATCH_UP, { types });
    const told = new Set(
      read(['notice-sent']).map(({ event }) =>
        event.type === 'notice-sent' ? keyOf(event.channel, event.about) : '',
      ),
    );
    const since = clock.now() - NEWS_MS;
    for (const entry of read(NOTICE_TYPES))
      if (entry.at >= since) this.#hear(entry, (channel) => !told.has(keyOf(channel, entry.seq)));
  }

  hear(entry: Entry): void {
    if (NOTICE_TYPES.includes(entry.event.type)) this.#hear(entry, () => true);
  }

  #hear(entry: Entry, isNew: (channel: string) => boolean): void {
    const channels = this.#closing.signal.aborted ? [] : this.#options.channels();
    if (channels.length === 0) return;
    const notice = noticeOf(entry, this.#options.sight());
    if (notice === null) return;
    for (const channel of channels)
      if (channel.on.includes(notice.kind) && isNew(channel.name)) this.#queue(channel, notice);
  }

  /** Takes no more. Waits a moment for what is on its way; what is left is told after the next start. */
  async stop(): Promise<void> {
    this.#closing.abort();
    const call = this.#options.clock.after(LAST_MOMENT_MS, () => this.#ending.abort());
    await Promise.all(this.#lines.values());
    call();
  }

  #queue(channel: Channel, notice: Notice): void {
    const before = this.#lines.get(channel.name) ?? Promise.resolve();
    this.#lines.set(
      channel.name,
      before.then(() => this.#tell(channel, notice)),
    );
  }

  async #tell(channel: Channel, notice: Notice): Promise<void> {
    const waits = this.#options.waits ?? WAITS;
    for (let tries = 0; !this.#ending.signal.aborted; tries++) {
      const failure = await this.#try(channel, notice);
      if (failure === null) return this.#record(channel, notice, true, notice.title);
      if (this.#ending.signal.aborted) return;
      const wait = waits[tries];
      if (!failure.again || wait === undefined) {
        this.#complain(channel, failure);
        return this.#record(channel, notice, false, failure.message);
      }
      // Nobody waits for a further try at the end: it is made after the next start.
      if (!(await this.#pause(failure.retryAfterMs ?? this.#spread(wait)))) return;
    }
  }

  async #try(channel: Channel, notice: Notice): Promise<NotTold | null> {
    try {
      await channel.tell(notice, this.#ending.signal);
      return null;
    } catch (error) {
      // What is not ours may hold the address in its words.
      return error instanceof NotTold
        ? error
        : new NotTold('it failed in a way Symphony does not know', false);
    }
  }

  /** A fifth more or less, so that many do not come back at the same moment. */
  #spread(ms: number): number {
    return ms * (0.8 + 0.4 * this.#options.chance());
  }

  /** False when the end came first. */
  #pause(ms: number): Promise<boolean> {
    const { signal } = this.#closing;
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const stop = this.#options.clock.after(ms, () => done(true));
      const onEnd = (): void => done(false);
      const done = (waited: boolean): void => {
        stop();
        signal.removeEventListener('abort', onEnd);
        resolve(waited);
      };
      signal.addEventListener('abort', onEnd, { once: true });
    });
  }

  #record({ name }: Channel, { seq }: Notice, ok: boolean, message: string): void {
    this.#options.record({ type: 'notice-sent', channel: name, about: seq, ok, message });
  }

  /** The same trouble is told once; the log has every notice that was not taken. */
  #complain({ name }: Channel, { message }: NotTold): void {
    const said = `${name}: ${message}`;
    if (this.#warned.has(said)) return;
    this.#warned.add(said);
    this.#options.warn(`A notice could not be given by ${said}.`);
  }
}

const keyOf = (channel: string, seq: number): string => `${channel}/${seq}`;
