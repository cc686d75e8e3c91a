/** A `question` that is kept back is heard by nobody; of an `answer` that is, the deed is done. */
export type Half = 'question' | 'answer';

export interface Hold {
  /** Whether the request is there, and is kept back. */
  isReached(): boolean;
  /** What was kept back goes on its way, unless whoever asked has hung up meanwhile. */
  release(): void;
}

interface Order {
  readonly half: Half;
  readonly on: RegExp;
  readonly released: Promise<void>;
  reach(): void;
  left: number;
}

/** Requests that are kept waiting for as long as a test wants. */
export class Holds {
  #orders: Order[] = [];

  /** Of the `nth` request from now on whose `METHOD /path` fits. */
  order(half: Half, { on, nth = 1 }: { on: RegExp; nth?: number }): Hold {
    let reached = false;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reach = (): void => {
      reached = true;
    };
    this.#orders.push({ half, on, released, reach, left: nth });
    return { isReached: () => reached, release };
  }

  /** Every order that fits counts the request. What is returned resolves when that half may go on. */
  take(request: string): (half: Half) => Promise<void> {
    const fitting = this.#orders.filter(({ on }) => on.test(request));
    for (const each of fitting) each.left -= 1;
    this.#orders = this.#orders.filter(({ left }) => left > 0);
    return async (half) => {
      for (const each of fitting) {
        if (each.left > 0 || each.half !== half) continue;
        each.reach();
        await each.released;
      }
    };
  }
}
