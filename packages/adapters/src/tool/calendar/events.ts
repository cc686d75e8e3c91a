import ICAL from 'ical.js';
import { instantOf, isZone } from '../zone.ts';

/** An event as it takes place once. Times are instants; of a whole day the midnights of the person's zone. */
export interface Occurrence {
  readonly uid: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
  readonly location: string;
  readonly description: string;
}

/** A rule that never ends, or comes every second, is followed no further than this. */
const MOST_STEPS = 20_000;

/** What takes place between two instants, of one or more calendars as text, in its order. Throws on what is none. */
export function occurrencesIn(
  texts: readonly string[],
  from: number,
  to: number,
  zone: string,
): readonly Occurrence[] {
  const found = new Map<string, Occurrence>();
  for (const text of texts)
    for (const occurrence of calendarsIn(text).flatMap((calendar) => eventsOf(calendar, from, to, zone)))
      found.set(`${occurrence.uid} ${occurrence.start}`, occurrence);
  return [...found.values()].sort((a, b) => a.start - b.start || (a.title < b.title ? -1 : 1));
}

/** A file may hold several calendars, one after the other. */
function calendarsIn(text: string): ICAL.Component[] {
  if (text.trim() === '') return [];
  const parsed: unknown = ICAL.parse(text);
  const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
  return all.map((each) => new ICAL.Component(each as never));
}

function eventsOf(calendar: ICAL.Component, from: number, to: number, zone: string): Occurrence[] {
  const components = calendar.getAllSubcomponents('vevent').filter((each) => each.hasProperty('dtstart'));
  const changed = components.filter((each) => each.hasProperty('recurrence-id'));
  const masters = components.filter((each) => !each.hasProperty('recurrence-id'));
  const uids = new Set(masters.map(uidOf));
  // A changed occurrence whose series is not in the text still takes place.
  const alone = changed.filter((each) => !uids.has(uidOf(each)));
  return [...masters, ...alone].flatMap((component) => {
    const exceptions = changed.filter((each) => uidOf(each) === uidOf(component) && each !== component);
    return placesOf(new ICAL.Event(component, { exceptions, strictExceptions: false }), from, to, zone);
  });
}

const uidOf = (component: ICAL.Component): string => String(component.getFirstPropertyValue('uid') ?? '');

function placesOf(event: ICAL.Event, from: number, to: number, zone: string): Occurrence[] {
  const isNear = ({ start, end }: Occurrence): boolean =>
    start < to && (end > from || (end === start && start >= from));
  if (!event.isRecurring()) return [occurrenceOf(event, event.startDate, event.endDate, zone)].filter(isNear);
  const found: Occurrence[] = [];
  const dates = event.iterator();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = dates.next();
    if (!next) break;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    const occurrence = occurrenceOf(item, startDate, endDate, zone);
    // A moved occurrence may lie anywhere: only the series itself tells when to stop.
    if (instantOfTime(next, zone) >= to) break;
    if (isNear(occurrence)) found.push(occurrence);
  }
  const moved = Object.values(event.exceptions as unknown as Record<string, ICAL.Event>).map((each) =>
    occurrenceOf(each, each.startDate, each.endDate, zone),
  );
  return [...found, ...moved.filter(isNear)];
}

function occurrenceOf(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time | null, zone: string): Occurrence {
  const startsAt = instantOfTime(start, zone);
  return {
    uid: event.uid ?? '',
    title: event.summary ?? '',
    start: startsAt,
    end: end ? Math.max(startsAt, instantOfTime(end, zone)) : startsAt,
    allDay: start.isDate,
    location: event.location ?? '',
    description: event.description ?? '',
  };
}

/** Times that carry no zone, or one whose rules are not in the file, go by the platform's clocks. */
function instantOfTime(time: ICAL.Time, zone: string): number {
  const id = time.zone?.tzid ?? '';
  const isKnown =
    time.zone !== ICAL.Timezone.localTimezone &&
    time.zone?.component !== undefined &&
    time.zone?.component !== null;
  if (!time.isDate && (time.zone === ICAL.Timezone.utcTimezone || isKnown)) return time.toUnixTime() * 1_000;
  const named = (time as unknown as { readonly timezone?: string }).timezone ?? id;
  const { year, month, day, hour, minute, second } = time;
  return instantOf({ year, month, day, hour, minute, second }, isZone(named) && !time.isDate ? named : zone);
}
