import type { Instant } from '@symphony/domain';
import type { Guess } from './predictions.ts';

const DAY_MS = 86_400_000;
/** Two weeks back a day counts a quarter of today: habits change slowly, but they do. */
const DECAY = 0.9;

/**
 * For one instrument and each part of the day, apart for working days and weekends: on how many days
 * it was used then, old days counting less.
 */
interface Habit {
  readonly weight: Float32Array;
  /** The day the weight was last brought up to, counted among its kind. */
  readonly day: Float64Array;
}

/** Learns at what time of day instruments are used, by the day's parts of `partMs`. */
export class TimeHabits {
  readonly partMs: number;
  readonly #parts: number;
  readonly #offsetMs: number;
  readonly #habits = new Map<string, Habit>();
  /** Of each kind of day, the first that was seen. */
  readonly #firstDay: [number | null, number | null] = [null, null];

  /** `offsetMs`: how far the people's clock is before UTC, so that parts begin where their hours do. */
  constructor(partMs: number, offsetMs = 0) {
    this.partMs = partMs;
    this.#parts = Math.ceil(DAY_MS / partMs);
    this.#offsetMs = offsetMs;
  }

  record(id: string, at: Instant): void {
    const { kind, day, part } = this.#placeOf(at);
    this.#firstDay[kind] ??= day;
    let habit = this.#habits.get(id);
    if (!habit) {
      const days = new Float64Array(2 * this.#parts).fill(Number.NaN);
      habit = { weight: new Float32Array(2 * this.#parts), day: days };
      this.#habits.set(id, habit);
    }
    const last = habit.day[part] as number;
    if (last === day) return;
    const before = Number.isNaN(last) ? 0 : (habit.weight[part] as number) * DECAY ** (day - last);
    habit.weight[part] = before + 1;
    habit.day[part] = day;
  }

  /** Which instruments are used in the part of the day that holds `at`, with a probability of at least `atLeast`. */
  predict(at: Instant, atLeast: number): readonly Guess[] {
    const { kind, day, part } = this.#placeOf(at);
    const first = this.#firstDay[kind];
    if (first === null || day <= first) return [];
    const observed = (1 - DECAY ** (day - first)) / (1 - DECAY);
    const guesses: Guess[] = [];
    for (const [id, { weight, day: days }] of this.#habits) {
      const last = days[part] as number;
      if (Number.isNaN(last) || last === day) continue; // unused then, or today's use is no news any more
      // The days up to yesterday, with one more on which it was not used: nobody is sure after one day.
      const probability = ((weight[part] as number) * DECAY ** (day - 1 - last)) / (observed + 1);
      if (probability >= atLeast) guesses.push({ id, probability });
    }
    return guesses.sort((a, b) => b.probability - a.probability);
  }

  /** When the part of the day after `at` begins. */
  nextPart(at: Instant): Instant {
    const local = at + this.#offsetMs;
    const dayStart = Math.floor(local / DAY_MS) * DAY_MS;
    const next = dayStart + (Math.floor((local - dayStart) / this.partMs) + 1) * this.partMs;
    return Math.min(next, dayStart + DAY_MS) - this.#offsetMs;
  }

  #placeOf(at: Instant): Place {
    const local = at + this.#offsetMs;
    const date = Math.floor(local / DAY_MS);
    const sinceMonday = date + 3; // 1 January 1970 was a Thursday
    const week = Math.floor(sinceMonday / 7);
    const weekday = sinceMonday - 7 * week;
    const part = Math.floor((local - date * DAY_MS) / this.partMs);
    return weekday < 5
      ? { kind: 0, day: 5 * week + weekday, part }
      : { kind: 1, day: 2 * week + weekday - 5, part: this.#parts + part };
  }
}

interface Place {
  /** 0 for working days, 1 for weekends. */
  readonly kind: 0 | 1;
  /** Counted among its kind. */
  readonly day: number;
  readonly part: number;
}
