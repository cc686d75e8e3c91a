/**
 * Spares a provider that is ill, and the people who would wait for it: closed, then open for a while, then half open
 * for one call that decides.
 */
export interface BreakerLimits {
  readonly windowMs: number;
  /** Fewer calls in the window say nothing. */
  readonly calls: number;
  readonly failures: number;
  readonly resetMs: number;
}

export const USUAL_LIMITS: BreakerLimits = { windowMs: 120_000, calls: 10, failures: 5, resetMs: 60_000 };

/** Leave to make one call. Whoever has it says afterwards what came of the call. */
export interface Pass {
  /** The one call of a half-open breaker. */
  readonly probe: boolean;
}

const PASS: Pass = { probe: false };
/** The window is counted in this many pieces: thousands of calls a second must not be remembered one by one. */
const PIECES = 12;

export class Breaker {
  readonly #limits: BreakerLimits;
  #pieces: { readonly from: number; calls: number; failures: number }[] = [];
  #openedAt: number | null = null;
  #probe: Pass | null = null;

  constructor(limits: BreakerLimits) {
    this.#limits = limits;
  }

  /** Null: not now; see `waitMs`. */
  enter(now: number): Pass | null {
    if (this.#openedAt === null) return PASS;
    if (this.#probe !== null || this.waitMs(now) > 0) return null;
    this.#probe = { probe: true };
    return this.#probe;
  }

  waitMs(now: number): number {
    return this.#openedAt === null ? 0 : Math.max(0, this.#openedAt + this.#limits.resetMs - now);
  }

  /** `null`: it ended in a way that says nothing about the provider. */
  note(pass: Pass, now: number, ok: boolean | null): void {
    if (pass.probe) {
      this.#probe = null;
      if (ok !== null) {
        this.#pieces = [];
        this.#openedAt = ok ? null : now;
      }
    } else if (ok !== null && this.#openedAt === null) this.#count(now, ok);
  }

  #count(now: number, ok: boolean): void {
    const { windowMs, calls, failures } = this.#limits;
    const piece = this.#pieceAt(now, windowMs / PIECES);
    piece.calls += 1;
    if (ok) return;
    piece.failures += 1;
    this.#pieces = this.#pieces.filter(({ from }) => from > now - windowMs);
    const sum = (key: 'calls' | 'failures'): number => this.#pieces.reduce((all, each) => all + each[key], 0);
    if (sum('calls') >= calls && sum('failures') >= failures) this.#openedAt = now;
  }

  #pieceAt(now: number, lengthMs: number) {
    const last = this.#pieces.at(-1);
    if (last && now < last.from + lengthMs) return last;
    const made = { from: now, calls: 0, failures: 0 };
    this.#pieces.push(made);
    if (this.#pieces.length > PIECES + 1) this.#pieces.shift();
    return made;
  }
}
