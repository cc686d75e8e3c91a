import { type Clock, type Names, spokenDuration, type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, filled, text, whole } from '../define.ts';
import { notConfigured } from '../http.ts';
import { instantIn, instantOf, isoIn, wallTimeAt } from '../zone.ts';
import { type CalendarSettings, type CalendarSource, calendarSource } from './source.ts';
import type { NewEvent } from './writing.ts';

export interface CalendarToolOptions {
  /** Null: nobody said where the calendar is. */
  readonly calendar: CalendarSettings | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly names: Names;
  /** By whose clocks times are meant. */
  readonly zone: string;
}

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const HOUR = 3_600_000;

interface AddInput {
  readonly title: string;
  readonly start: string;
  readonly end?: string;
  readonly duration?: string;
  readonly location?: string;
  readonly description?: string;
}

export function calendarTools(options: CalendarToolOptions): Tool[] {
  const source = options.calendar === null ? null : calendarSource(options.calendar);
  return [events(options, source), add(options, source)];
}

const configured = (source: CalendarSource | null): CalendarSource => {
  if (source === null)
    throw notConfigured(
      'The calendar',
      '`runtime.calendar.file` (an iCalendar file) or `runtime.calendar.url` (CalDAV)',
    );
  return source;
};

const events = ({ clock, zone }: CalendarToolOptions, given: CalendarSource | null): Tool =>
  defineTool<{ from?: string; to?: string; query?: string; limit?: number }>({
    name: 'calendar.events',
    description: 'Tells what is in the calendar: from today for a week unless told otherwise.',
    permissions: ['read', 'network'],
    input: fields({
      'from?': text('A date, or a date and time.'),
      'to?': text('A date (that day included), or a date and time.'),
      'query?': text('Only events that say this in title, place or description.'),
      'limit?': whole('How many; 50 unless told.', 1, 500),
    }),
    run: async ({ from, to, query = '', limit = 50 }, { signal }) => {
      const source = configured(given);
      const begin = from === undefined ? midnight(clock.now(), zone) : momentOf(from, zone);
      const end = to === undefined ? begin + WEEK : momentOf(to, zone) + (isDay(to) ? DAY : 0);
      if (end <= begin) throw unclear(to ?? '', 'is before the beginning');
      const texts = await source.read(begin, end, signal);
      const { occurrencesIn } = await import('./events.ts');
      const word = query.toLowerCase();
      const all = await asCalendar(() => occurrencesIn(texts, begin, end, zone));
      const found = all.filter(({ title, location, description }) =>
        `${title} ${location} ${description}`.toLowerCase().includes(word),
      );
      return {
        events: found.slice(0, limit).map(({ uid, title, start, end, allDay, location, description }) => ({
          uid,
          title,
          start: allDay ? isoIn(start, zone).slice(0, 10) : isoIn(start, zone),
          end: allDay ? isoIn(Math.max(start, end - HOUR), zone).slice(0, 10) : isoIn(end, zone),
          allDay,
          ...(location === '' ? {} : { location }),
          ...(description === '' ? {} : { description: description.slice(0, 500) }),
        })),
        found: found.length,
      };
    },
  });

/** What is no calendar is said, not taken for an empty one: it must not be written over either. */
async function asCalendar<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as Error).name !== 'ParserError') throw error;
    throw new ToolError('What is kept as the calendar is no iCalendar.', {
      code: 'E2001',
      guidance: 'Tell the person to check `runtime.calendar` in .symphony/symphony.yaml.',
    });
  }
}

const add = (options: CalendarToolOptions, given: CalendarSource | null): Tool =>
  defineTool<AddInput>({
    name: 'calendar.add',
    description:
      'Puts an event into the calendar. A `start` that is only a date is a whole day; without `end` or `duration` it takes an hour.',
    permissions: ['write', 'network'],
    input: fields({
      title: filled('What it is called.'),
      start: filled('`2026-03-01 09:00`, or `2026-03-01` for a whole day.'),
      'end?': text('When it ends; of whole days the last one.'),
      'duration?': text('How long, for example `45 minutes`.'),
      'location?': text('Where.'),
      'description?': text('More about it.'),
    }),
    run: async (input, { signal }) => {
      const source = configured(given);
      const event = eventOf(input, options);
      await asCalendar(() => source.add(event, signal));
      const { zone } = options;
      return event.days
        ? { uid: event.uid, title: event.title, day: event.days.from }
        : {
            uid: event.uid,
            title: event.title,
            start: isoIn(event.start, zone),
            end: isoIn(event.end, zone),
          };
    },
  });

function eventOf(input: AddInput, { clock, names, zone }: CalendarToolOptions): NewEvent {
  const { title, start, end, duration, location, description } = input;
  const now = clock.now();
  const begins = momentOf(start, zone);
  const base = {
    uid: names('event'),
    title,
    now,
    start: begins,
    ...(location ? { location } : {}),
    ...(description ? { description } : {}),
  };
  if (isDay(start)) {
    const last = end ?? start;
    if (!isDay(last) || momentOf(last, zone) < begins) throw unclear(last, 'is no day after the first');
    return { ...base, end: begins, days: { from: start.trim(), to: dayAfter(last) } };
  }
  const length = duration === undefined ? HOUR : spokenDuration(duration);
  if (length === null) throw unclear(duration ?? '', 'says no length of time');
  const ends = end === undefined ? begins + length : momentOf(end, zone);
  if (ends <= begins) throw unclear(end ?? '', 'is not after the start');
  return { ...base, end: ends, days: null };
}

const isDay = (written: string): boolean => /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(written);

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day.trim()}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

const midnight = (now: number, zone: string): number =>
  instantOf({ ...wallTimeAt(now, zone), hour: 0, minute: 0, second: 0 }, zone);

function momentOf(written: string, zone: string): number {
  const instant = instantIn(written, zone);
  if (instant === null) throw unclear(written, 'is no date or time');
  return instant;
}

const unclear = (written: string, why: string): ToolError =>
  new ToolError(`\`${written}\` ${why}.`, {
    code: 'E1001',
    guidance: 'Write `2026-03-01 09:00`, or `2026-03-01` for a whole day; clock.now tells what today is.',
  });
