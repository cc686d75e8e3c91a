import type { Clock, Instant } from '@symphony/domain';
import type { Seat } from './seat.ts';

export interface IdleRules<Handle> {
  /** Until when it is kept although nobody uses it, because its use is expected; null when it is not. */
  keepUntil(seat: Seat<Handle>): Instant | null;
  /** Nobody used it for too long. */
  expire(seat: Seat<Handle>): void;
}

/** Hot instruments nobody uses, the longest unused first. */
export class IdleLine<Handle> {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #rules: IdleRules<Handle>;
  /** Since when each is idle; a map keeps the order they came in. */
  readonly #since = new Map<Seat<Handle>, Instant>();
  #memoryMb = 0;
  #cancel: (() => void) | null = null;
  #stopped = false;

  constructor(clock: Clock, idleMs: number, rules: IdleRules<Handle>) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#rules = rules;
  }

  get memoryMb(): number {
    return this.#memoryMb;
  }

  add(seat: Seat<Handle>): void {
    this.#since.set(seat, this.#clock.now());
    this.#memoryMb += seat.memoryMb;
    this.#sweepIn(this.#idleMs);
  }

  remove(seat: Seat<Handle>): void {
    if (this.#since.delete(seat)) this.#memoryMb -= seat.memoryMb;
  }

  /**
   * Who goes to make room for so much: the longest unused first, and those whose use is expected
   * last or, without `evenExpected`, not at all. Null when all of them are not enough.
   */
  victims(mb: number, evenExpected: boolean): readonly Seat<Handle>[] | null {
    if (this.#memoryMb < mb) return null;
    const chosen: Seat<Handle>[] = [];
    let room = 0;
    for (const seat of this.#inOrderOfLoss(evenExpected)) {
      if (room >= mb) break;
      chosen.push(seat);
      room += seat.memoryMb;
    }
    return room >= mb ? spare(chosen, room - mb) : null;
  }

  *#inOrderOfLoss(evenExpected: boolean): Generator<Seat<Handle>, void> {
    const expected: Seat<Handle>[] = [];
    for (const seat of this.#since.keys())
      if (this.#rules.keepUntil(seat) === null) yield seat;
      else expected.push(seat);
    if (evenExpected) yield* expected;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#cancel = null;
  }

  #sweepIn(ms: number): void {
    if (this.#cancel !== null || this.#stopped || ms === Number.POSITIVE_INFINITY) return;
    this.#cancel = this.#clock.after(ms, () => {
      this.#cancel = null;
      this.#sweep();
    });
  }

  #sweep(): void {
    const now = this.#clock.now();
    let next = Number.POSITIVE_INFINITY;
    for (const [seat, since] of [...this.#since]) {
      const due = Math.max(since + this.#idleMs, this.#rules.keepUntil(seat) ?? 0);
      if (due <= now) this.#rules.expire(seat);
      else next = Math.min(next, due);
    }
    this.#sweepIn(next - now);
  }
}

/** Lets those go free that are not needed after a bigger one was found; the dearest first. */
function spare<Handle>(chosen: Seat<Handle>[], surplusMb: number): readonly Seat<Handle>[] {
  let left = surplusMb;
  return chosen
    .reverse()
    .filter(({ memoryMb }) => {
      if (memoryMb > left) return true;
      left -= memoryMb;
      return false;
    })
    .reverse();
}
