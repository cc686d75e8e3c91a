import { type Clock, failureOf, type Melody } from '@symphony/domain';
import type { Cron } from 'croner';
import { cronOf, dueNow, lastFiredOf, minuteOf, scheduleKey } from './due.ts';
import { type Armed, armed, type Occur, type RunningSource, type TriggerSource } from './source.ts';

export interface ScheduleOptions {
  readonly melodies: () => readonly Melody[];
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly lastKeys: ReadonlySet<string>;
  readonly warn: (message: string) => void;
}

/** A machine that slept, or whose clock was set, is noticed within this time. */
const LONGEST_SLEEP_MS = 30_000;

/**
 * Schedules. Croner says when a time is due; waiting is done here, by the clock that is given. A time
 * missed while nothing ran is made up for once, if the schedule had fired before.
 */
export const scheduleSource = (options: ScheduleOptions): TriggerSource => ({
  start: (occur) => new Schedules(options, occur),
});

interface Schedule extends Armed<'schedule'> {
  readonly cron: Cron;
  /** Times up to here are dealt with. */
  last: number;
}

class Schedules implements RunningSource {
  readonly #options: ScheduleOptions;
  readonly #occur: Occur;
  #schedules = new Map<string, Schedule>();
  #callOff: () => void = () => undefined;
  #isFirst = true;

  constructor(options: ScheduleOptions, occur: Occur) {
    this.#options = options;
    this.#occur = occur;
  }

  async update(): Promise<void> {
    const before = this.#schedules;
    this.#schedules = new Map();
    for (const each of armed(this.#options.melodies(), 'schedule')) {
      const { cron, timezone } = each.trigger;
      const name = JSON.stringify([each.melody, cron, timezone ?? null]);
      const last = before.get(name)?.last ?? this.#beginning(each.melody);
      const parsed = this.#parse(each);
      if (parsed) this.#schedules.set(name, { ...each, cron: parsed, last });
    }
    this.#isFirst = false;
    this.#look();
  }

  async stop(): Promise<void> {
    this.#callOff();
    this.#schedules.clear();
  }

  /** A schedule that is new while we run begins now; nothing was missed. */
  #beginning(melody: string): number {
    const { clock, lastKeys } = this.#options;
    return (this.#isFirst ? lastFiredOf(melody, lastKeys) : null) ?? clock.now();
  }

  #parse({ melody, trigger }: Armed<'schedule'>): Cron | null {
    try {
      return cronOf(trigger.cron, trigger.timezone);
    } catch (error) {
      const zone = trigger.timezone === undefined ? '' : ` in ${trigger.timezone}`;
      this.#options.warn(
        `The schedule \`${trigger.cron}\`${zone} of ${melody} is not kept: ${failureOf(error).message}`,
      );
      return null;
    }
  }

  #look(): void {
    this.#callOff();
    const now = this.#options.clock.now();
    for (const schedule of this.#schedules.values()) {
      const due = dueNow(schedule.cron, schedule.last, now);
      if (due === null) continue;
      schedule.last = due;
      const { melody, trigger } = schedule;
      const detail = `due at ${minuteOf(due)} by the schedule ${trigger.cron}`;
      const scope = { at: new Date(due).toISOString() };
      this.#occur({ melody, trigger, detail, key: scheduleKey(melody, minuteOf(due)), scope });
    }
    if (this.#schedules.size === 0) return;
    const next = [...this.#schedules.values()].map(
      ({ cron }) => cron.nextRun(new Date(now))?.getTime() ?? Infinity,
    );
    const wait = Math.min(LONGEST_SLEEP_MS, ...next.map((instant) => Math.max(1, instant - now)));
    this.#callOff = this.#options.clock.after(wait, () => this.#look());
  }
}
