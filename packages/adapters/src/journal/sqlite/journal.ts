import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Journal,
  type JournalEntry,
  PortError,
  type RuntimeEvent,
  type SessionHead,
} from '@symphony/domain';
import { assertInstant, bodyOf } from '../record.ts';
import { asRuntimeFault, guarded, isHeld } from './faults.ts';
import { JournalReader } from './reader.ts';
import { JournalWriter, type WaitingEntry } from './writer.ts';

/** How long another process's lock is waited for in all, and between two tries. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 20;
/** More than this is not kept in memory for a disk that takes nothing. */
const MOST_WAITING = 64 * 1024 * 1024;

/**
 * The journal on disk. What is recorded waits until the loop comes round and is then committed together: one
 * transaction for all sessions that spoke meanwhile.
 *
 * States: nothing waits; something waits and `#round` is on its way to write it; something waits and `#round` is
 * null: it could not be written. It is kept, in its order, and tried again with the next `record` or `written`.
 */
export class SqliteJournal implements Journal {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #reader: JournalReader;
  readonly #writer: JournalWriter;
  #waiting: WaitingEntry[] = [];
  #characters = 0;
  #round: Promise<void> | null = null;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.#reader = new JournalReader(db, file);
    this.#writer = new JournalWriter(db);
  }

  record(session: string, at: number, event: RuntimeEvent): void {
    assertInstant(at);
    const body = bodyOf(event);
    if (this.#characters > MOST_WAITING) throw this.#overfull();
    this.#waiting.push({ session, at, event, body });
    this.#characters += body.length;
    if (!this.#round) this.#begin();
  }

  written(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return this.#round ?? this.#begin();
  }

  read(session: string, after: number, limit: number): readonly JournalEntry[] {
    this.#writeWhatWaits();
    return this.#reader.ofSession(session, after, limit);
  }

  readAll(after: number, limit: number, types?: readonly RuntimeEvent['type'][]): readonly JournalEntry[] {
    this.#writeWhatWaits();
    return this.#reader.all(after, limit, types);
  }

  sessions(limit: number): readonly SessionHead[] {
    this.#writeWhatWaits();
    return this.#reader.sessions(limit);
  }

  sessionsOf(prefix: string): readonly string[] {
    this.#writeWhatWaits();
    return this.#reader.sessionsOf(prefix);
  }

  close(): void {
    if (!this.#db.isOpen) return;
    try {
      guarded(this.#file, () => this.#write());
    } finally {
      this.#db.close();
    }
  }

  #begin(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#round = promise;
    // Whoever wants to know asks `written`; nobody asking is no reason to end the process.
    promise.catch(() => undefined);
    const end = (settle: () => void): void => {
      this.#round = null;
      settle();
    };
    setImmediate(() => {
      try {
        this.#write();
        end(resolve);
      } catch (error) {
        if (isHeld(error))
          void this.#persist().then(
            () => end(resolve),
            (fault) => end(() => reject(fault)),
          );
        else end(() => reject(asRuntimeFault(error, this.#file)));
      }
    });
    return promise;
  }

  /** Tries until the other process lets go or patience ends; what is recorded meanwhile is written as well. */
  async #persist(): Promise<void> {
    for (const until = performance.now() + PATIENCE_MS; ; ) {
      await sleep(PAUSE_MS);
      try {
        return this.#write();
      } catch (error) {
        if (!isHeld(error) || performance.now() > until) throw asRuntimeFault(error, this.#file);
      }
    }
  }

  #write(): void {
    if (this.#waiting.length === 0) return;
    if (!this.#db.isOpen) throw closed(this.#file);
    this.#writer.commit(this.#waiting);
    this.#waiting = [];
    this.#characters = 0;
  }

  /** Who reads sees what was recorded before. When it cannot be written now, `written` is the one to say so. */
  #writeWhatWaits(): void {
    try {
      this.#write();
    } catch (error) {
      if (!(asRuntimeFault(error, this.#file) instanceof PortError)) throw error;
    }
  }

  #overfull(): PortError {
    return new PortError({
      code: 'disk',
      message: `${this.#file} could not be written for too long; no more can wait for it.`,
      nextStep: 'Free some space on that disk, or stop the process that holds the file.',
    });
  }
}

const closed = (file: string): PortError =>
  new PortError({ code: 'unavailable', message: `${file} was closed before everything was written.` });
