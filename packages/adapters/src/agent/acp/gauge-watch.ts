import type { Gauge, Reading } from './gauge.ts';
import type { Retry } from './retry.ts';

const EVERY_MS = 1_000;

export interface GaugeHearer {
  readonly read: (reading: Reading) => void;
  /** The turn is over, and what was used is not known from here. */
  readonly blind: () => void;
  /** Once for each try. */
  readonly retrying: (retry: Retry) => void;
}

/** Reads a gauge while a turn goes on, and once more when it is over. */
export class GaugeWatch {
  readonly #gauge: Gauge;
  readonly #hearer: GaugeHearer;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #sessionId: string | null = null;
  #attempt = 0;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(gauge: Gauge, hearer: GaugeHearer, everyMs: number = EVERY_MS) {
    this.#gauge = gauge;
    this.#hearer = hearer;
    this.#everyMs = everyMs;
  }

  start(sessionId: string): void {
    clearInterval(this.#timer);
    this.#sessionId = sessionId;
    this.#attempt = 0;
    this.#timer = setInterval(() => this.#look(), this.#everyMs);
  }

  /** Resolves when it was read for the last time. */
  async stop(): Promise<void> {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    const last = await this.#look();
    if (!last?.usage) this.#hearer.blind();
    this.#sessionId = null;
  }

  /** Null where it is not known. */
  async lastStatus(sessionId: string): Promise<number | null> {
    return (await this.#gauge.lastStatus?.(sessionId)) ?? null;
  }

  /** One look at a time: a slow answer must not overtake a later one. */
  #look(): Promise<Reading | null> {
    const look = this.#reading.then(() => this.#lookNow());
    this.#reading = look;
    return look;
  }

  async #lookNow(): Promise<Reading | null> {
    const reading = this.#sessionId === null ? null : await this.#gauge.read(this.#sessionId);
    if (reading === null) return null;
    this.#hearer.read(reading);
    if (this.#timer !== undefined && reading.retry && reading.retry.attempt !== this.#attempt) {
      this.#attempt = reading.retry.attempt;
      this.#hearer.retrying(reading.retry);
    }
    return reading;
  }
}
