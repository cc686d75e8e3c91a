import type { Clock, Store } from '@symphony/domain';

/** setTimeout takes no longer waits than this; a longer one is cut in parts. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * The machine's time, made safe to count with: it never goes back. A clock that was set back is
 * passed over by counting on from what was known; one that went ahead (sleep, correction) is
 * followed. `floor` is the newest instant in the log, so that a restart does not go back either.
 */
export class SystemClock implements Clock {
  readonly #wall: () => number;
  readonly #ticks: () => number;
  #known: number;
  #knownTicks: number;

  constructor(floor: number, wall: () => number = Date.now, ticks: () => number = () => performance.now()) {
    this.#wall = wall;
    this.#ticks = ticks;
    this.#known = Math.max(floor, wall());
    this.#knownTicks = ticks();
  }

  now(): number {
    const ticks = this.#ticks();
    const counted = this.#known + (ticks - this.#knownTicks);
    this.#known = Math.max(counted, this.#wall());
    this.#knownTicks = ticks;
    return Math.floor(this.#known);
  }

  soon(call: () => void): void {
    setImmediate(call);
  }

  after(ms: number, call: () => void): () => void {
    let timer: NodeJS.Timeout;
    const arm = (left: number): void => {
      const part = Math.min(left, LONGEST_TIMER_MS);
      timer = setTimeout(() => (left > part ? arm(left - part) : call()), part);
    };
    arm(Math.max(0, ms));
    return () => clearTimeout(timer);
  }
}

/** The newest instant in the log: the floor of a clock that goes on from there. */
export const lastInstant = (store: Pick<Store, 'read' | 'lastSeq'>): number =>
  store.read(store.lastSeq() - 1, 1)[0]?.at ?? 0;
