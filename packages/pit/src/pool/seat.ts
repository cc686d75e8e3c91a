import type { Instant } from '@symphony/domain';
import type { Health, Instrument, InstrumentView, Lease } from './instrument.ts';
import type { PoolState } from './transitions.ts';

export interface Waiter<Handle> {
  readonly workflow: string;
  resolve(lease: Lease<Handle>): void;
  reject(error: unknown): void;
  cancelTimeout(): unknown;
}

/** How much the last use counts for the error rate, and from how many uses on the rate says something. */
const NEWEST = 0.2;
const USES_TO_JUDGE = 5;

/** An instrument with everything the pool knows about it. Its state is set by `Lifecycle` only. */
export class Seat<Handle> {
  readonly instrument: Instrument<Handle>;
  state: PoolState = 'cold';
  /** There from hot until it is cooled; a failed one may still have it, and its memory with it. */
  held: { readonly handle: Handle } | null = null;
  inUse = 0;
  readonly waiters: Waiter<Handle>[] = [];
  health: Health = 'unknown';
  /** It is being asked how it is. */
  asked = false;
  since: Instant;
  lastUsed: Instant | null = null;
  invocations = 0;
  transitions = 0;
  failures = 0;
  /** Failures since it last worked: the more, the longer until it is tried again. */
  failuresInARow = 0;
  retryAt: Instant | null = null;
  recovering = false;
  cancelRetry: () => void = () => undefined;
  /** Warmed by a prediction and not used since. */
  prewarmed = false;
  #errorRate = 0;
  #judged = 0;

  constructor(instrument: Instrument<Handle>, now: Instant) {
    this.instrument = instrument;
    this.since = now;
  }

  get id(): string {
    return this.instrument.id;
  }

  get memoryMb(): number {
    return this.instrument.memoryMb;
  }

  /** How long until a failed one is tried again. */
  retryIn(now: Instant): number {
    return Math.max(0, (this.retryAt ?? now) - now);
  }

  noteOutcome(failed: boolean): void {
    this.#judged += 1;
    this.#errorRate += NEWEST * (Number(failed) - this.#errorRate);
  }

  /** Undefined while too little was done to tell. */
  get errorRate(): number | undefined {
    return this.#judged < USES_TO_JUDGE ? undefined : this.#errorRate;
  }

  forgetOutcomes(): void {
    this.#judged = 0;
    this.#errorRate = 0;
  }

  view(): InstrumentView {
    const { id, state, inUse, memoryMb, health, since, lastUsed, invocations, transitions, failures } = this;
    return { id, state, inUse, memoryMb, health, since, lastUsed, invocations, transitions, failures };
  }
}
