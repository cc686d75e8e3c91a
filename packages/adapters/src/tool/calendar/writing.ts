import ICAL from 'ical.js';

/** An event somebody wants to have. `end` is exclusive, also of whole days. */
export interface NewEvent {
  readonly uid: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  /** `2026-03-01`, first and the day after the last. */
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly location?: string;
  readonly description?: string;
  readonly now: number;
}

/** A calendar that holds only this event, as CalDAV wants it. */
export function calendarWith(event: NewEvent): string {
  const calendar = emptyCalendar();
  calendar.addSubcomponent(componentOf(event));
  return `${calendar.toString()}\r\n`;
}

/** The same calendar with one more event; everything else in it stays. An empty text is an empty calendar. */
export function addedTo(text: string, event: NewEvent): string {
  if (text.trim() === '') return calendarWith(event);
  const parsed: unknown = ICAL.parse(text);
  const isMany = Array.isArray(parsed) && Array.isArray(parsed[0]);
  const calendars = (isMany ? (parsed as unknown[]) : [parsed]).map(
    (each) => new ICAL.Component(each as never),
  );
  calendars[0]?.addSubcomponent(componentOf(event));
  return calendars.map((calendar) => `${calendar.toString()}\r\n`).join('');
}

function emptyCalendar(): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar');
  calendar.updatePropertyWithValue('version', '2.0');
  calendar.updatePropertyWithValue('prodid', '-//Symphony//EN');
  return calendar;
}

/** In UTC: every program knows it without being told rules. */
function componentOf(event: NewEvent): ICAL.Component {
  const component = new ICAL.Component('vevent');
  const utc = (instant: number): ICAL.Time => ICAL.Time.fromJSDate(new Date(instant), true);
  const set = (name: string, value: string | ICAL.Time): void => {
    component.updatePropertyWithValue(name, value as never);
  };
  set('uid', event.uid);
  set('dtstamp', utc(event.now));
  set('dtstart', event.days ? ICAL.Time.fromDateString(event.days.from) : utc(event.start));
  set('dtend', event.days ? ICAL.Time.fromDateString(event.days.to) : utc(event.end));
  set('summary', event.title);
  if (event.location) set('location', event.location);
  if (event.description) set('description', event.description);
  return component;
}
