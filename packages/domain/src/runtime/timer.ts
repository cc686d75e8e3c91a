import type { CabinetRecord } from '../ports/cabinet.ts';
import type { Instant } from '../work-item.ts';

/**
 * Timers and reminders (R9): records of one drawer, so that they outlive every process. Tools put them there;
 * whoever runs all the time rings those that are due and puts back what is to ring again.
 */
export interface Timer {
  readonly id: string;
  /** What is to be said when it rings; empty: only that it rings. */
  readonly label: string;
  readonly dueAt: Instant;
  readonly setAt: Instant;
  /** The session it was set in. */
  readonly session: string | null;
  /** Rings again after so long; null: once. */
  readonly everyMs: number | null;
}

export const TIMER_DRAWER = 'timers';

export const timerRecord = (timer: Timer): CabinetRecord => ({
  drawer: TIMER_DRAWER,
  key: timer.id,
  value: { ...timer },
  at: timer.setAt,
});

/** The timers among records, the next one first. What is no timer is passed over. */
export function timersIn(records: readonly CabinetRecord[]): readonly Timer[] {
  return records.flatMap(({ value }) => (isTimer(value) ? [value] : [])).sort((a, b) => a.dueAt - b.dueAt);
}

export const dueTimers = (records: readonly CabinetRecord[], now: Instant): readonly Timer[] =>
  timersIn(records).filter(({ dueAt }) => dueAt <= now);

/** When there is something to ring next. */
export const nextDue = (records: readonly CabinetRecord[]): Instant | null =>
  timersIn(records)[0]?.dueAt ?? null;

/** What is to be kept of a timer that rang: its next time, or nothing. Times that were missed are not made up for. */
export function afterRinging(timer: Timer, now: Instant): Timer | null {
  const { everyMs, dueAt } = timer;
  if (everyMs === null || !(everyMs > 0)) return null;
  const missed = Math.max(0, Math.floor((now - dueAt) / everyMs));
  return { ...timer, dueAt: dueAt + (missed + 1) * everyMs };
}

function isTimer(value: unknown): value is Timer {
  if (typeof value !== 'object' || value === null) return false;
  const { id, label, dueAt, setAt, session, everyMs } = value as Record<keyof Timer, unknown>;
  return (
    typeof id === 'string' &&
    typeof label === 'string' &&
    typeof dueAt === 'number' &&
    typeof setAt === 'number' &&
    (session === null || typeof session === 'string') &&
    (everyMs === null || typeof everyMs === 'number')
  );
}
