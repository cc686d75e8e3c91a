import {
  type Cabinet,
  type Clock,
  type Names,
  spokenDuration,
  TIMER_DRAWER,
  type Tool,
  ToolError,
  timerRecord,
  timersIn,
} from '@symphony/domain';
import { defineTool, fields, filled, text } from '../define.ts';
import { instantIn, instantOf, isoIn, wallTimeAt } from '../zone.ts';

export interface TimerToolOptions {
  readonly cabinet: Cabinet;
  readonly clock: Pick<Clock, 'now'>;
  readonly names: Names;
  /** By whose clocks `at` is meant: `Europe/Berlin`. */
  readonly zone: string;
}

const LONGEST_MS = 366 * 86_400_000;
const SHORTEST_REPEAT_MS = 60_000;

interface SetInput {
  readonly duration?: string | number;
  readonly at?: string;
  readonly label?: string;
  readonly every?: string | number;
}

/** Timers and reminders. They are only kept here; ringing them is the daemon's work. */
export const timerTools = (options: TimerToolOptions): Tool[] => [
  set(options),
  list(options),
  cancel(options),
];

const length = (description: string) => ({ type: ['string', 'number'], description });

const set = ({ cabinet, clock, names, zone }: TimerToolOptions): Tool =>
  defineTool<SetInput>({
    name: 'timer.set',
    description:
      'Sets a timer or a reminder: after a `duration`, or `at` a time. `label` is said when it rings. With `every` it rings again and again.',
    permissions: ['remember', 'notify'],
    input: fields({
      'duration?': length('After how long, for example `10 minutes`; a number counts seconds.'),
      'at?': text(
        'When: `18:30` (the next time clocks show it), or a date and time such as `2026-03-01 09:00`.',
      ),
      'label?': text('What it is for.'),
      'every?': length('Ring again after so long; at least a minute.'),
    }),
    run: ({ duration, at, label = '', every }, { session }) => {
      const now = clock.now();
      if ((duration === undefined) === (at === undefined))
        throw new ToolError('A timer needs either a duration or a time.', {
          code: 'E1001',
          guidance: 'Give `duration`, or `at`, and not both.',
        });
      const dueAt = duration === undefined ? timeOf(at ?? '', now, zone) : now + msOf(duration);
      const everyMs = every === undefined ? null : msOf(every);
      if (everyMs !== null && everyMs < SHORTEST_REPEAT_MS) throw unclear(String(every), 'is too often');
      if (dueAt > now + LONGEST_MS) throw unclear(at ?? String(duration), 'is more than a year away');
      const timer = { id: names('timer'), label, dueAt, setAt: now, session, everyMs };
      cabinet.put([timerRecord(timer)]);
      return { id: timer.id, label, at: isoIn(dueAt, zone), inSeconds: Math.round((dueAt - now) / 1_000) };
    },
  });

function msOf(said: string | number): number {
  const plain = typeof said === 'number' || /^\s*\d+(\.\d+)?\s*$/.test(said) ? Number(said) * 1_000 : null;
  const ms = plain ?? spokenDuration(String(said));
  if (ms === null || !(ms > 0)) throw unclear(String(said), 'says no length of time');
  return ms;
}

/** A time of day is the next one; a date must not be over. */
function timeOf(said: string, now: number, zone: string): number {
  const clockTime = /^\s*(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(am|pm)?\s*$/i.exec(said);
  if (clockTime && (clockTime[2] !== undefined || clockTime[3] !== undefined)) {
    const half = clockTime[3]?.toLowerCase();
    const hour = half ? (Number(clockTime[1]) % 12) + (half === 'pm' ? 12 : 0) : Number(clockTime[1]);
    const minute = Number(clockTime[2] ?? 0);
    if (hour > 23 || minute > 59) throw unclear(said, 'is no time of day');
    const wall = { ...wallTimeAt(now, zone), hour, minute, second: 0 };
    const today = instantOf(wall, zone);
    return today > now ? today : instantOf({ ...wall, day: wall.day + 1 }, zone);
  }
  const instant = instantIn(said, zone);
  if (instant === null) throw unclear(said, 'says no time');
  if (instant <= now) throw unclear(said, 'is over');
  return instant;
}

const unclear = (said: string, why: string): ToolError =>
  new ToolError(`\`${said}\` ${why}.`, {
    code: 'E1001',
    guidance: 'Give a duration such as `10 minutes`, or a time such as `18:30` or `2026-03-01 09:00`.',
  });

const list = ({ cabinet, clock, zone }: TimerToolOptions): Tool =>
  defineTool<Record<never, never>>({
    name: 'timer.list',
    description: 'Tells which timers and reminders are set, the next one first.',
    permissions: ['read'],
    input: fields({}),
    run: () => {
      const now = clock.now();
      const timers = timersIn(cabinet.list(TIMER_DRAWER, now));
      return {
        timers: timers.map(({ id, label, dueAt, everyMs }) => ({
          id,
          label,
          at: isoIn(dueAt, zone),
          inSeconds: Math.round((dueAt - now) / 1_000),
          ...(everyMs === null ? {} : { everySeconds: everyMs / 1_000 }),
        })),
      };
    },
  });

const cancel = ({ cabinet, clock }: TimerToolOptions): Tool =>
  defineTool<{ timer: string }>({
    name: 'timer.cancel',
    description: 'Cancels a timer or reminder, named by its id or its label; `all` cancels all of them.',
    permissions: ['remember'],
    input: fields({ timer: filled('Its id, its label, or `all`.') }),
    run: ({ timer }) => {
      const timers = timersIn(cabinet.list(TIMER_DRAWER, clock.now()));
      const wanted = timer.trim().toLowerCase();
      const found = timers.filter(
        ({ id, label }) => id === timer || label.toLowerCase() === wanted || wanted === 'all',
      );
      if (found.length === 0 && wanted !== 'all')
        throw new ToolError(`No timer \`${timer}\` is set.`, {
          guidance: timers.length === 0 ? 'None is set at all.' : 'timer.list tells which are set.',
        });
      cabinet.take(
        TIMER_DRAWER,
        found.map(({ id }) => id),
      );
      return { cancelled: found.map(({ id, label }) => ({ id, label })) };
    },
  });
