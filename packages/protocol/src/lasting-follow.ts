import { ConnectionClosed } from '@symphony/bus';
import type { Entry } from '@symphony/domain';
import type { ConductorClient } from './client.ts';
import type { RequestError } from './request-error.ts';
import { lostConnection, requestErrorOf } from './wire-failure.ts';

interface FollowParts {
  readonly after: number;
  readonly hear: (entry: Entry) => void;
  readonly onEnd: ((error: RequestError) => void) | undefined;
  /** It is over and need not be resumed. */
  readonly forget: (follow: LastingFollow) => void;
}

/**
 * Following that outlives its connection: on each new one it resumes after the last entry heard, so
 * nothing is lost and nothing heard twice. States: beginning → following ⇄ cut off → over, once.
 */
export class LastingFollow {
  #last: number;
  #over = false;
  #handle: { stop(): Promise<void> } | null = null;
  #begin: () => void = () => undefined;
  #refuse: ((error: RequestError) => void) | null = null;
  readonly #parts: FollowParts;
  /** Resolves when following has begun for the first time; rejects when it ends before. */
  readonly begun: Promise<void>;

  constructor(parts: FollowParts) {
    this.#parts = parts;
    this.#last = parts.after;
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
  }

  /** On a connection that is new. One that is lost meanwhile is followed by the next one. */
  async resume(client: ConductorClient): Promise<void> {
    if (this.#over) return;
    this.#handle = null;
    try {
      const handle = await client.follow(
        this.#last,
        (entry) => this.#hear(entry),
        (error) => this.#cut(error),
      );
      this.#refuse = null;
      if (this.#over) await handle.stop();
      else this.#handle = handle;
      this.#begin();
    } catch (error) {
      this.#cut(requestErrorOf(error));
    }
  }

  /** Tells whoever follows, unless it was stopped or told before. */
  end(error: RequestError): void {
    if (this.#over) return;
    this.#over = true;
    this.#parts.forget(this);
    if (this.#refuse) this.#refuse(error);
    else this.#parts.onEnd?.(error);
  }

  async stop(): Promise<void> {
    this.#over = true;
    this.#parts.forget(this);
    this.#refuse?.(lostConnection(new ConnectionClosed('closed-here')));
    const handle = this.#handle;
    this.#handle = null;
    await handle?.stop();
  }

  #hear(entry: Entry): void {
    if (this.#over) return;
    this.#last = entry.seq;
    this.#parts.hear(entry);
  }

  /** A connection that was lost is followed by another; one that was closed on purpose is not. */
  #cut(error: RequestError): void {
    const { cause } = error;
    if (!(cause instanceof ConnectionClosed) || cause.reason === 'closed-here') this.end(error);
  }
}
