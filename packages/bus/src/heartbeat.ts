import type { After } from './transport.ts';

export interface HeartbeatOptions {
  /** How long silence may last before the other side is asked for a sign of life. */
  readonly everyMs: number;
  /** How many of those may go unanswered; one more silence ends the connection. */
  readonly misses?: number;
  /** Told when the other side did not answer once, and when it is heard again. */
  readonly onHealth?: (health: Health) => void;
}

export type Health = 'well' | 'silent';

interface HeartbeatParts {
  readonly after: After;
  /** Changes whenever anything was heard. */
  readonly heard: () => number;
  readonly ping: () => void;
  readonly giveUp: () => void;
}

const MISSES = 2;

/**
 * Finds peers that are gone without a word. States: well ⇄ silent → over. Only silence is asked
 * about: a connection on which things arrive costs one comparison per period. Bytes count, not
 * whole messages, so that a large message over a slow line is a sign of life.
 */
export class Heartbeat {
  #missed = 0;
  #last: number;
  #stopTimer: () => void;
  readonly #options: HeartbeatOptions;
  readonly #parts: HeartbeatParts;

  constructor(options: HeartbeatOptions, parts: HeartbeatParts) {
    this.#options = options;
    this.#parts = parts;
    this.#last = parts.heard();
    this.#stopTimer = parts.after(options.everyMs, () => this.#beat());
  }

  stop(): void {
    this.#stopTimer();
  }

  #beat(): void {
    const heard = this.#parts.heard();
    const silent = heard === this.#last;
    this.#last = heard;
    if (silent && this.#missed >= (this.#options.misses ?? MISSES)) {
      this.#parts.giveUp();
      return;
    }
    this.#stopTimer = this.#parts.after(this.#options.everyMs, () => this.#beat());
    if (silent) this.#miss();
    else {
      if (this.#missed > 1) this.#options.onHealth?.('well');
      this.#missed = 0;
    }
  }

  #miss(): void {
    this.#missed += 1;
    // The first silence may be idleness; it is a bad sign when the question went unanswered.
    if (this.#missed === 2) this.#options.onHealth?.('silent');
    this.#parts.ping();
  }
}
