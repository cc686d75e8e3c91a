import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { type CalendarSettings, dailyTools } from '@symphony/adapters/tool';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalServer, openServer } from './local-server.ts';
import { boxOf, folderOfItsOwn } from './stage.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-03-25T10:00:00+01:00');

const BERLIN = `BEGIN:VTIMEZONE
TZID:Office
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`;

const calendar = (...events: string[]): string =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Test//EN\n${BERLIN}\n${events.map((event) => `BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n${event}\nEND:VEVENT`).join('\n')}\nEND:VCALENDAR\n`.replaceAll(
    '\n',
    '\r\n',
  );

/** Every Friday at nine by the office's clocks, over the change of clocks; once left out, once moved. */
const WEEKLY = [
  'UID:weekly\nSUMMARY:Standup\nDTSTART;TZID=Office:20260306T090000\nDTEND;TZID=Office:20260306T091500\nRRULE:FREQ=WEEKLY;COUNT=8\nEXDATE;TZID=Office:20260410T090000',
  'UID:weekly\nSUMMARY:Standup moved\nRECURRENCE-ID;TZID=Office:20260403T090000\nDTSTART;TZID=Office:20260402T160000\nDTEND;TZID=Office:20260402T161500',
];

let folder: ReturnType<typeof folderOfItsOwn>;
let file: string;
let numbers = 0;
const open = (settings: CalendarSettings = { file }) =>
  boxOf(
    dailyTools({
      cabinet: new MemoryCabinet(),
      clock: { now: () => NOW },
      names: (prefix) => {
        numbers += 1;
        return `${prefix}-${numbers}`;
      },
      zone: ZONE,
      calendar: settings,
      weather: null,
      search: null,
      home: null,
    }),
  );
const times = (events: readonly { title: string; start: string }[]): string[] =>
  events.map(({ title, start }) => `${title} ${start}`);

beforeEach(() => {
  folder = folderOfItsOwn();
  file = join(folder.path, 'my', 'calendar.ics');
});
afterEach(() => folder.remove());

describe('R9 a calendar that is a file', () => {
  test('where there is none it is empty, and the first event makes it', async () => {
    const box = open();
    expect(await box.use('calendar.events')).toEqual({ events: [], found: 0 });
    const added = await box.use('calendar.add', {
      title: 'Lunch; with, Anna',
      start: '2026-03-27 12:00',
      duration: '90 minutes',
      location: 'Café',
    });
    expect(added).toMatchObject({ start: '2026-03-27T12:00:00+01:00', end: '2026-03-27T13:30:00+01:00' });
    expect(readFileSync(file, 'utf8')).toContain('DTSTART:20260327T110000Z');
    expect((await box.use('calendar.events')).events).toEqual([
      {
        uid: added.uid,
        title: 'Lunch; with, Anna',
        start: '2026-03-27T12:00:00+01:00',
        end: '2026-03-27T13:30:00+01:00',
        allDay: false,
        location: 'Café',
      },
    ]);
  });

  test('adding keeps everything that was there', async () => {
    const box = open();
    await box.use('calendar.add', { title: 'first', start: '2026-03-26' });
    writeFileSync(
      file,
      calendar(...WEEKLY, 'UID:x\nSUMMARY:With more\nDTSTART:20260326T100000Z\nX-OWN:kept'),
    );
    await box.use('calendar.add', { title: 'Trip', start: '2026-03-26', end: '2026-03-27' });
    const text = readFileSync(file, 'utf8');
    for (const kept of ['X-OWN:kept', 'TZID:Office', 'EXDATE;TZID=Office:20260410T090000', 'RECURRENCE-ID'])
      expect(text).toContain(kept);
    const { events } = await box.use('calendar.events', { from: '2026-03-26', to: '2026-03-26' });
    expect(events).toMatchObject([
      { title: 'Trip', start: '2026-03-26', end: '2026-03-27', allDay: true },
      { title: 'With more', start: '2026-03-26T11:00:00+01:00' },
    ]);
  });

  test('a series: by the clocks of its zone over their change, without what was left out, with what was moved', async () => {
    await open().use('calendar.add', { title: 'makes the folder', start: '2020-01-01' });
    writeFileSync(file, calendar(...WEEKLY));
    const { events } = await open().use('calendar.events', { from: '2026-03-20', to: '2026-04-30' });
    expect(times(events)).toEqual([
      'Standup 2026-03-20T09:00:00+01:00',
      'Standup 2026-03-27T09:00:00+01:00',
      'Standup moved 2026-04-02T16:00:00+02:00',
      'Standup 2026-04-17T09:00:00+02:00',
      'Standup 2026-04-24T09:00:00+02:00',
    ]);
  });

  test('times without a zone, in one the file does not explain, and whole days', async () => {
    await open().use('calendar.add', { title: 'makes the folder', start: '2020-01-01' });
    writeFileSync(
      file,
      calendar(
        'UID:1\nSUMMARY:Floating\nDTSTART:20260330T080000\nDTEND:20260330T090000',
        'UID:2\nSUMMARY:Tokyo\nDTSTART;TZID=Asia/Tokyo:20260330T180000\nDTEND;TZID=Asia/Tokyo:20260330T190000',
        'UID:3\nSUMMARY:Holiday\nDTSTART;VALUE=DATE:20260330\nDTEND;VALUE=DATE:20260401',
        'UID:4\nSUMMARY:Birthday\nDTSTART;VALUE=DATE:20000330\nRRULE:FREQ=YEARLY',
        'UID:5\nSUMMARY:No length\nDTSTART:20260330T100000Z',
      ),
    );
    const { events } = await open().use('calendar.events', { from: '2026-03-30', to: '2026-03-30' });
    expect(times(events)).toEqual([
      'Birthday 2026-03-30',
      'Holiday 2026-03-30',
      'Floating 2026-03-30T08:00:00+02:00',
      'Tokyo 2026-03-30T11:00:00+02:00',
      'No length 2026-03-30T12:00:00+02:00',
    ]);
    expect(events[1]).toMatchObject({ end: '2026-03-31', allDay: true });
    expect((await open().use('calendar.events', { from: '2026-03-30', query: 'tok' })).found).toBe(1);
  });

  test.each([
    ['calendar.events', { from: 'tomorrow' }],
    ['calendar.events', { from: '2026-03-02', to: '2026-03-01' }],
    ['calendar.add', { title: 'x', start: 'noon' }],
    ['calendar.add', { title: 'x', start: '2026-03-01 10:00', end: '2026-03-01 09:00' }],
    ['calendar.add', { title: 'x', start: '2026-03-01 10:00', duration: 'long' }],
    ['calendar.add', { title: 'x', start: '2026-03-02', end: '2026-03-01' }],
    ['calendar.add', { title: 'x', start: '2026-13-01' }],
  ])('%s %j is refused', async (name, input) => {
    expect((await open().failure(name, input)).code).toBe('E1001');
  });

  test('a file that is no calendar is said, and not written over', async () => {
    await open().use('calendar.add', { title: 'makes the folder', start: '2020-01-01' });
    writeFileSync(file, 'dear diary\n');
    expect((await open().failure('calendar.events')).code).toBe('E2001');
    expect((await open().failure('calendar.add', { title: 'x', start: '2026-03-01' })).code).toBe('E2001');
    expect(readFileSync(file, 'utf8')).toBe('dear diary\n');
  });
});

describe('R9 a calendar behind an address', () => {
  const objects = new Map<string, string>();
  let server: LocalServer;
  beforeEach(async () => {
    objects.clear();
    objects.set('/dav/home/weekly.ics', calendar(...WEEKLY));
    server = await openServer(({ method, url, headers, body }, response) => {
      if (headers.authorization !== `Basic ${Buffer.from('ada:pass word').toString('base64')}`)
        return void response.writeHead(401).end();
      if (method === 'REPORT' && url.pathname === '/dav/home/') {
        const found = [...objects].map(
          ([href, text]) =>
            `<d:response><d:href>${href}</d:href><d:propstat><d:prop><d:getetag>"1"</d:getetag><cal:calendar-data>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</cal:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
        );
        response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' });
        return void response.end(
          `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav">${found.join('')}</d:multistatus>`,
        );
      }
      if (method === 'PUT') {
        if (headers['if-none-match'] === '*' && objects.has(url.pathname))
          return void response.writeHead(412).end();
        objects.set(url.pathname, body);
        return void response.writeHead(201).end();
      }
      if (method === 'GET' && url.pathname === '/feed.ics') return void response.end(calendar(...WEEKLY));
      return void response.writeHead(404).end();
    });
  });
  afterEach(() => server.close());
  const login = { user: 'ada', password: 'pass word' };

  test('CalDAV: read what is in the time, and put a new event beside', async () => {
    const box = open({ url: `${server.base}/dav/home/`, ...login });
    const { events } = await box.use('calendar.events', { from: '2026-03-27', to: '2026-03-28' });
    expect(times(events)).toEqual(['Standup 2026-03-27T09:00:00+01:00']);
    const report = server.asked.find(({ method }) => method === 'REPORT');
    expect(report?.headers.depth).toBe('1');
    expect(report?.body).toMatch(/time-range start="20260326T230000Z" end="20260328T230000Z"/);
    const { uid } = await box.use('calendar.add', { title: 'Review', start: '2026-03-28 10:00' });
    expect(objects.get(`/dav/home/${uid}.ics`)).toContain('SUMMARY:Review');
    expect(
      times((await box.use('calendar.events', { from: '2026-03-28', to: '2026-03-28' })).events),
    ).toEqual(['Review 2026-03-28T10:00:00+01:00']);
  });

  test('a published file is read, and said to be for reading only', async () => {
    const box = open({ url: `${server.base}/feed.ics`, ...login });
    expect((await box.use('calendar.events')).found).toBe(1);
    expect(await box.failure('calendar.add', { title: 'x', start: '2026-03-28' })).toMatchObject({
      code: 'E2001',
      message: expect.stringContaining('only be read'),
    });
  });

  test.each(['dav/home/', 'feed.ics'])('a wrong password at %s is said without being told', async (path) => {
    const failure = await open({
      url: `${server.base}/${path}`,
      user: 'ada',
      password: 'wrong-secret',
    }).failure('calendar.events');
    expect(failure.code).toBe('E2001');
    expect(JSON.stringify(failure)).not.toMatch(/wrong-secret|Basic/);
  });

  test('nobody there', async () => {
    expect(await open({ url: 'http://127.0.0.1:34567/dav/' }).failure('calendar.events')).toMatchObject({
      code: 'E7001',
      retryable: true,
    });
  });
});
