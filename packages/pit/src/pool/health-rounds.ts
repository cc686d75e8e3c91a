import type { Clock, Instant } from '@symphony/domain';
import { HEALTH_LIMITS, type HealthLimits, judgeHealth } from './health.ts';
import type { Health, Reading } from './instrument.ts';
import type { Seat } from './seat.ts';

/**
 * A failure is found within `everyMs + 2 · timeoutMs`, with what is set here within 900 ms: one
 * round to be asked, and once more, at once, so that a single bad answer condemns nobody.
 */
export interface HealthOptions {
  readonly everyMs?: number;
  readonly timeoutMs?: number;
  readonly limits?: HealthLimits;
}

interface Question<Handle> {
  readonly seat: Seat<Handle>;
  readonly held: Seat<Handle>['held'];
  readonly askedAt: Instant;
  readonly again: boolean;
  open: boolean;
}

/** Asks every hot instrument in rounds whether it is well. */
export class HealthRounds<Handle> {
  readonly #seats: () => Iterable<Seat<Handle>>;
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #timeoutMs: number;
  readonly #limits: HealthLimits;
  readonly #found: (seat: Seat<Handle>, health: Health) => void;
  /** Oldest first, answered ones among them: all have the same time to answer, so one timer serves them. */
  #questions: Question<Handle>[] = [];
  #cancelRound: () => void = () => undefined;
  #cancelDeadline: (() => void) | null = null;

  constructor(
    seats: () => Iterable<Seat<Handle>>,
    clock: Clock,
    { everyMs, timeoutMs, limits }: HealthOptions,
    found: (seat: Seat<Handle>, health: Health) => void,
  ) {
    this.#seats = seats;
    this.#clock = clock;
    this.#everyMs = everyMs ?? 400;
    this.#timeoutMs = timeoutMs ?? 250;
    this.#limits = limits ?? HEALTH_LIMITS;
    this.#found = found;
  }

  start(): void {
    this.#cancelRound = this.#clock.after(this.#everyMs, () => {
      this.start();
      for (const seat of this.#seats()) if (seat.state === 'hot' && !seat.asked) this.#ask(seat, false);
    });
  }

  stop(): void {
    this.#cancelRound();
    this.#cancelDeadline?.();
    this.#cancelDeadline = null;
    for (const question of this.#questions.splice(0)) question.open = false;
  }

  #ask(seat: Seat<Handle>, again: boolean): void {
    const { instrument, held } = seat;
    if (!instrument.check || held === null) {
      if (seat.errorRate !== undefined) this.#found(seat, this.#judge(seat, null, {}));
      return;
    }
    const question: Question<Handle> = { seat, held, askedAt: this.#clock.now(), again, open: true };
    this.#questions.push(question);
    seat.asked = true;
    this.#awaitDeadline();
    instrument.check(held.handle).then(
      (reading) => this.#answered(question, reading, this.#clock.now() - question.askedAt),
      () => this.#answered(question, { errorRate: 1 }, null),
    );
  }

  #awaitDeadline(): void {
    const [oldest] = this.#questions;
    if (oldest === undefined || this.#cancelDeadline !== null) return;
    const wait = Math.max(0, oldest.askedAt + this.#timeoutMs - this.#clock.now());
    this.#cancelDeadline = this.#clock.after(wait, () => {
      this.#cancelDeadline = null;
      const late = this.#clock.now() - this.#timeoutMs;
      const asked = this.#questions;
      this.#questions = asked.filter(({ open, askedAt }) => open && askedAt > late);
      for (const question of asked)
        if (question.askedAt <= late) this.#answered(question, {}, Number.POSITIVE_INFINITY);
      this.#awaitDeadline();
    });
  }

  #answered(question: Question<Handle>, reading: Reading, responseMs: number | null): void {
    if (!question.open) return; // too late, or nobody wants to know any more
    question.open = false;
    const { seat, held, again } = question;
    seat.asked = false;
    if (seat.state !== 'hot' || seat.held !== held) return;
    const health = this.#judge(seat, responseMs, reading);
    if (health === 'unhealthy' && !again) this.#ask(seat, true);
    else this.#found(seat, health);
  }

  #judge(seat: Seat<Handle>, responseMs: number | null, reading: Reading): Health {
    const { memoryMb, errorRate = seat.errorRate } = reading;
    return judgeHealth({ responseMs, memoryMb, errorRate, promisedMb: seat.memoryMb }, this.#limits);
  }
}
