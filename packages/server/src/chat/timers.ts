import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openRuntimeStore, type RuntimeStore } from '@symphony/adapters/journal/sqlite';
import {
  afterRinging,
  type Cabinet,
  type Clock,
  dueTimers,
  type Entry,
  failureOf,
  type Instant,
  type LogEventOf,
  nextDue,
  type Store,
  TIMER_DRAWER,
  type Timer,
  type TimerView,
  timerRecord,
  timersIn,
} from '@symphony/domain';
import type { Workplace } from '../workplace.ts';

export interface TimerWatchOptions {
  /** Where they are kept; it need not be there yet. */
  readonly file: string;
  readonly clock: Clock;
  /** The log, in which is written what rang. */
  readonly log: Pick<Store, 'read' | 'lastSeq'>;
  /** Puts into the log that a timer rang. */
  readonly ring: (rang: LogEventOf<'timer-fired'>) => void;
  readonly warn: (message: string) => void;
}

/** Where the runtime keeps its journal and its small records. Any number of processes may have it open. */
export const runtimeFile = (workplace: Pick<Workplace, 'folder'>): string =>
  join(workplace.folder, 'runtime', 'runtime.db');

/** Other processes set timers too, and ring no bell here. */
const LOOK_MS = 1_000;
/** How far back the log is looked through for what rang before a restart. */
const LOOK_BACK = 200_000;

/**
 * Rings the timers that chats have set, also those that came due while nobody was there. A timer is marked when the
 * log says that it rang, and what the log says already is not said again: killed at any moment, each rings once.
 *
 *   due ──▶ told to the log ──▶ heard from the log ──▶ marked
 */
export class TimerWatch {
  readonly #options: TimerWatchOptions;
  readonly #ringing = new Map<string, Timer>();
  #store: RuntimeStore | null = null;
  #callOff: (() => void) | null = null;
  #rang: Set<string> | null = null;
  #complained = '';
  #stopped = false;

  constructor(options: TimerWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#look();
  }

  /** An entry of the log, as it is recorded. */
  hear({ event }: Entry): void {
    if (event.type !== 'timer-fired') return;
    const key = keyOf(event.timer, event.dueAt);
    this.#rang?.add(key);
    const timer = this.#ringing.get(key);
    this.#ringing.delete(key);
    if (timer) this.#guarded((cabinet) => mark(cabinet, timer, this.#options.clock.now()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#callOff?.();
    this.#store?.close();
    this.#store = null;
  }

  #look(): void {
    if (this.#stopped) return;
    const wait = this.#guarded((cabinet) => this.#ringDue(cabinet)) ?? LOOK_MS;
    this.#callOff = this.#options.clock.after(wait, () => this.#look());
  }

  /** Returns when to look again. */
  #ringDue(cabinet: Cabinet): number {
    const { clock, ring } = this.#options;
    const now = clock.now();
    const records = cabinet.list(TIMER_DRAWER, now);
    for (const timer of dueTimers(records, now)) {
      const { id, label, dueAt, session } = timer;
      const key = keyOf(id, dueAt);
      if (this.#ringing.has(key)) continue;
      if (this.#hasRung().has(key)) {
        mark(cabinet, timer, now);
        continue;
      }
      this.#ringing.set(key, timer);
      ring({ type: 'timer-fired', timer: id, label, dueAt, lateMs: now - dueAt, session });
    }
    const next = nextDue(records.filter(({ key }) => !this.#isRinging(key)));
    return next === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(1, next - now));
  }

  #isRinging(id: string): boolean {
    return [...this.#ringing.values()].some((each) => each.id === id);
  }

  /** What the log says rang, looked up once: what rings later is heard. */
  #hasRung(): ReadonlySet<string> {
    if (this.#rang) return this.#rang;
    const { log } = this.#options;
    const after = Math.max(0, log.lastSeq() - LOOK_BACK);
    const entries = log.read(after, LOOK_BACK, { types: ['timer-fired'] });
    this.#rang = new Set(
      entries.flatMap(({ event }) => (event.type === 'timer-fired' ? [keyOf(event.timer, event.dueAt)] : [])),
    );
    return this.#rang;
  }

  /** What goes wrong is told once, and tried again: a disk that is full today has room tomorrow. */
  #guarded<T>(use: (cabinet: Cabinet) => T): T | null {
    try {
      if (!this.#store && !existsSync(this.#options.file)) return null;
      this.#store ??= openRuntimeStore(this.#options.file);
      const used = use(this.#store.cabinet);
      this.#complained = '';
      return used;
    } catch (error) {
      const { message } = failureOf(error);
      if (message !== this.#complained) this.#options.warn(`Timers cannot be rung: ${message}`);
      this.#complained = message;
      return null;
    }
  }
}

const keyOf = (id: string, dueAt: Instant): string => `${id}@${dueAt}`;

function mark(cabinet: Cabinet, timer: Timer, now: Instant): void {
  const next = afterRinging(timer, now);
  // Cancelled meanwhile, or set anew: what a person said last holds.
  const kept = cabinet.get(TIMER_DRAWER, timer.id, now) as Timer | null;
  if (kept?.dueAt !== timer.dueAt) return;
  if (next) cabinet.put([timerRecord(next)]);
  else cabinet.take(TIMER_DRAWER, [timer.id]);
}

/** Those that have not rung yet, the next one first. */
export const timerViews = (cabinet: Cabinet, now: Instant): readonly TimerView[] =>
  timersIn(cabinet.list(TIMER_DRAWER, now)).map(({ id, label, dueAt, session }) => ({
    id,
    label,
    dueAt,
    session,
  }));
