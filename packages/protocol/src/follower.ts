import type { Entry } from '@symphony/domain';
import { RequestError } from './request-error.ts';

/**
 * One stream of entries at the client's end. States: following → over, once. Every entry is
 * checked against the one before it, so that a gap is told and never passed on as if nothing
 * were missing.
 */
export class Follower {
  #over = false;
  #last: number;
  readonly #hear: (entry: Entry) => void;
  readonly #onEnd: ((error: RequestError) => void) | undefined;

  constructor(after: number, hear: (entry: Entry) => void, onEnd?: (error: RequestError) => void) {
    this.#last = after;
    this.#hear = hear;
    this.#onEnd = onEnd;
  }

  /** False when the stream cannot go on: `onEnd` has been told, and the server should be. */
  take(entry: Entry): boolean {
    if (this.#over) return true;
    if (entry.seq <= this.#last) return true; // heard before
    if (entry.seq !== this.#last + 1) {
      this.end(gapError(this.#last, entry.seq));
      return false;
    }
    this.#last = entry.seq;
    try {
      this.#hear(entry);
    } catch (cause) {
      this.end(listenerError(entry.seq, cause));
      return false;
    }
    return true;
  }

  end(error: RequestError): void {
    if (this.#over) return;
    this.#over = true;
    this.#onEnd?.(error);
  }

  /** Nothing is heard any more and nobody is told: it was asked for. */
  stop(): void {
    this.#over = true;
  }
}

const gapError = (last: number, seq: number): RequestError =>
  new RequestError(
    'invalid',
    `Entries are missing: after ${last} came ${seq}.`,
    `Follow again from ${last}.`,
  );

const listenerError = (seq: number, cause: unknown): RequestError =>
  new RequestError('internal', `Entry ${seq} could not be dealt with on this side.`, null, cause);
