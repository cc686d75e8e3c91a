import { MemoryCabinet } from '@symphony/adapters/cabinet/memory';
import { clockTool, type DailyToolOptions, dailyTools, notificationTool } from '@symphony/adapters/tool';
import { dueTimers, TIMER_DRAWER } from '@symphony/domain';
import { Ajv } from 'ajv';
import { afterEach, describe, expect, test } from 'vitest';
import { json, type LocalServer, openServer } from './local-server.ts';
import { boxOf, contextFor, type Heard } from './stage.ts';

/** A Saturday evening in Berlin, three hours before clocks are put forward. */
const NOW = Date.parse('2026-03-28T23:00:00+01:00');
const ZONE = 'Europe/Berlin';

let numbers = 0;
function open(more: Partial<DailyToolOptions> = {}) {
  const options: DailyToolOptions = {
    cabinet: new MemoryCabinet(),
    clock: { now: () => NOW },
    names: (prefix) => {
      numbers += 1;
      return `${prefix}-${numbers}`;
    },
    zone: ZONE,
    calendar: null,
    weather: null,
    search: null,
    home: null,
    ...more,
  };
  return { ...boxOf([...dailyTools(options), clockTool(options)]), cabinet: options.cabinet };
}

const servers: LocalServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
const serve = async (...given: Parameters<typeof openServer>): Promise<LocalServer> => {
  const server = await openServer(...given);
  servers.push(server);
  return server;
};

test('R9 every tool of a person’s day has a schema that compiles', () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true });
  for (const tool of open().tools) ajv.compile(tool.input as object);
});

test.each([
  ['calendar.events', {}, 'runtime.calendar.file'],
  ['calendar.add', { title: 'x', start: '2026-03-01' }, 'runtime.calendar.url'],
  ['weather.current', { place: 'Berlin' }, 'runtime.weather.base_url'],
  ['weather.forecast', {}, 'runtime.weather.base_url'],
  ['search.web', { query: 'x' }, 'runtime.search.base_url'],
  ['home.states', {}, 'runtime.home.base_url'],
  ['home.call', { service: 'light.turn_on' }, 'runtime.home.token'],
])('R9 %s says what to set when it is not configured', async (name, input, key) => {
  expect(await open().failure(name, input)).toMatchObject({
    code: 'E2001',
    message: expect.stringContaining('not configured'),
    guidance: expect.stringContaining(key),
  });
});

describe('R9 timers', () => {
  test.each([
    [{ duration: '10 minutes' }, '2026-03-28T23:10:00+01:00'],
    [{ duration: 90 }, '2026-03-28T23:01:30+01:00'],
    [{ duration: '90' }, '2026-03-28T23:01:30+01:00'],
    [{ at: '23:30' }, '2026-03-28T23:30:00+01:00'],
    [{ at: '07:00' }, '2026-03-29T07:00:00+02:00'],
    [{ at: '7 pm' }, '2026-03-29T19:00:00+02:00'],
    [{ at: '12 am' }, '2026-03-29T00:00:00+01:00'],
    [{ at: '02:30' }, '2026-03-29T03:30:00+02:00'],
    [{ at: '2026-04-01 09:00' }, '2026-04-01T09:00:00+02:00'],
    [{ at: '2026-04-01T09:00:00Z' }, '2026-04-01T11:00:00+02:00'],
  ])('%j rings at %s', async (when, at) => {
    const box = open();
    const set = await box.use('timer.set', { ...when, label: 'tea' });
    expect(set).toMatchObject({ label: 'tea', at });
    const [timer] = dueTimers(box.cabinet.list(TIMER_DRAWER, NOW), Date.parse(at));
    expect(timer).toMatchObject({ id: set.id, dueAt: Date.parse(at), session: 'session-1', everyMs: null });
    expect(dueTimers(box.cabinet.list(TIMER_DRAWER, NOW), Date.parse(at) - 1)).toEqual([]);
  });

  test.each([
    {},
    { duration: '5 minutes', at: '10:00' },
    { duration: 'soon' },
    { duration: 0 },
    { duration: -5 },
    { at: '25:00' },
    { at: 'noonish' },
    { at: '7' },
    { at: '2020-01-01 10:00' },
    { duration: '2 years' },
    { duration: '800 days' },
    { duration: '5 minutes', every: '1 second' },
  ])('%j is refused with guidance', async (input) => {
    const box = open();
    expect(await box.failure('timer.set', input)).toMatchObject({ code: 'E1001' });
    expect(box.cabinet.list(TIMER_DRAWER, NOW)).toEqual([]);
  });

  test('they are listed, the next one first, and cancelled by id, label or all', async () => {
    const box = open();
    const late = await box.use('timer.set', { duration: '2 hours', label: 'Pasta', every: '1 day' });
    await box.use('timer.set', { duration: '1 hour', label: 'tea' });
    const { timers } = await box.use('timer.list');
    expect(timers).toMatchObject([
      { label: 'tea', inSeconds: 3_600 },
      { label: 'Pasta', everySeconds: 86_400 },
    ]);
    expect(await box.use('timer.cancel', { timer: 'pasta' })).toEqual({
      cancelled: [{ id: late.id, label: 'Pasta' }],
    });
    expect((await box.failure('timer.cancel', { timer: late.id })).message).toContain('No timer');
    expect((await box.use('timer.cancel', { timer: 'all' })).cancelled).toHaveLength(1);
    expect((await box.use('timer.list')).timers).toEqual([]);
  });
});

test('R5 clock.now here and elsewhere', async () => {
  expect(await open().use('clock.now')).toEqual({
    time: '2026-03-28T23:00:00+01:00',
    weekday: 'Saturday',
    zone: ZONE,
  });
  expect(await open().use('clock.now', { zone: 'Asia/Kolkata' })).toMatchObject({
    time: '2026-03-29T03:30:00+05:30',
    weekday: 'Sunday',
  });
  expect(await open().use('clock.now', { zone: 'America/St_Johns' })).toMatchObject({
    time: '2026-03-28T19:30:00-02:30',
  });
  expect((await open().failure('clock.now', { zone: 'Middle/Earth' })).code).toBe('E1001');
});

test('R5 notification.send leaves an intent and sends nothing itself', async () => {
  const heard: Heard = { progress: [], intents: [] };
  await notificationTool.run({ message: 'Done', priority: 'high' }, contextFor(undefined, heard));
  expect(heard.intents).toEqual([
    { type: 'notification', message: 'Done', channel: 'default', priority: 'high', notificationType: 'info' },
  ]);
});

describe('R9 weather, in the shape of Open-Meteo', () => {
  const places = [
    { name: 'Berlin', latitude: 44.4, longitude: -71.2, country: 'United States', admin1: 'New Hampshire' },
    { name: 'Berlin', latitude: 52.52, longitude: 13.4, country: 'Germany', admin1: 'State of Berlin' },
  ];
  const open_meteo = () =>
    serve(({ url }, response) => {
      if (url.pathname === '/v1/search')
        return json(
          response,
          url.searchParams.get('name') === 'Berlin' ? { results: places } : { generationtime_ms: 1 },
        );
      if (url.searchParams.has('current'))
        return json(response, {
          current_units: { temperature_2m: '°C', precipitation: 'mm', wind_speed_10m: 'km/h' },
          current: {
            time: '2026-03-28T23:00',
            temperature_2m: 7.1,
            apparent_temperature: 4,
            relative_humidity_2m: 80,
            precipitation: 0.2,
            weather_code: 61,
            wind_speed_10m: 12,
          },
        });
      return json(response, {
        daily_units: { temperature_2m_max: '°C' },
        daily: {
          time: ['2026-03-28', '2026-03-29'],
          weather_code: [3, 95],
          temperature_2m_max: [10, 12],
          temperature_2m_min: [2, null],
          precipitation_sum: [0, 8],
          precipitation_probability_max: [5, 90],
          wind_speed_10m_max: [20, 60],
        },
      });
    });

  test('now, at a place found by its name and country', async () => {
    const server = await open_meteo();
    const box = open({ weather: { baseUrl: `${server.base}/v1`, key: 'k' } });
    expect(await box.use('weather.current', { place: 'Berlin, Germany' })).toMatchObject({
      place: 'Berlin, State of Berlin, Germany',
      weather: 'light rain',
      temperature: 7.1,
      wind: 12,
      units: { temperature: '°C' },
    });
    const query = server.asked.at(-1)?.url.searchParams;
    expect([
      query?.get('latitude'),
      query?.get('longitude'),
      query?.get('timezone'),
      query?.get('apikey'),
    ]).toEqual(['52.52', '13.4', 'auto', 'k']);
  });

  test('the next days, where the person is', async () => {
    const server = await open_meteo();
    const box = open({ weather: { baseUrl: `${server.base}/v1/`, location: '52.5, 13.4' } });
    const { days } = await box.use('weather.forecast', { days: 2 });
    expect(days).toMatchObject([
      { date: '2026-03-28', weather: 'overcast', low: 2, high: 10, chanceOfRain: 5 },
      { date: '2026-03-29', weather: 'thunderstorm', low: null },
    ]);
    expect(server.asked).toHaveLength(1);
  });

  test('no such place, no place at all, no answer, no JSON: each is said', async () => {
    const server = await open_meteo();
    const box = open({ weather: { baseUrl: `${server.base}/v1`, key: 'secret-key' } });
    expect((await box.failure('weather.current', { place: 'Atlantis' })).message).toContain('Atlantis');
    expect((await box.failure('weather.current')).guidance).toContain('runtime.location');
    const html = await serve((_, response) => void response.end('<html>'));
    expect(
      (await open({ weather: { baseUrl: html.base } }).failure('weather.current', { place: '1,2' })).message,
    ).toContain('no JSON');
    const gone = open({ weather: { baseUrl: 'http://127.0.0.1:1', key: 'secret-key' } });
    const failure = await gone.failure('weather.current', { place: '1,2' });
    expect(failure).toMatchObject({ code: 'E7001', retryable: true });
    expect(JSON.stringify(failure)).not.toContain('secret-key');
    const busy = await serve((_, response) => json(response, { error: true, reason: 'slow down' }, 429));
    expect(
      await open({ weather: { baseUrl: busy.base } }).failure('weather.current', { place: '1,2' }),
    ).toMatchObject({
      code: 'E7001',
      retryable: true,
      message: expect.stringContaining('slow down'),
    });
  });
});

describe('R9 search.web, in the shape of SearXNG', () => {
  test('results with their addresses', async () => {
    const server = await serve(({ url }, response) =>
      json(response, {
        query: url.searchParams.get('q'),
        results: [
          {
            url: 'https://a.example',
            title: 'A',
            content: 'about a',
            engine: 'x',
            publishedDate: '2026-01-01',
          },
          { title: 'no address' },
          { url: 'https://b.example', title: 'B', content: null },
        ],
        answers: ['42', { answer: 'forty-two', url: null }],
        suggestions: [],
      }),
    );
    const box = open({ search: { baseUrl: `${server.base}/searx`, key: 't' } });
    expect(await box.use('search.web', { query: 'tea & milk', limit: 2 })).toEqual({
      results: [
        { title: 'A', url: 'https://a.example', summary: 'about a', published: '2026-01-01' },
        { title: 'B', url: 'https://b.example', summary: '' },
      ],
      answers: ['42', 'forty-two'],
    });
    const asked = server.asked[0];
    expect(asked?.url.pathname).toBe('/searx/search');
    expect(asked?.url.searchParams.get('q')).toBe('tea & milk');
    expect(asked?.url.searchParams.get('format')).toBe('json');
    expect(asked?.headers.authorization).toBe('Bearer t');
  });

  test('an engine that does not speak JSON says 403; the person is told what to change', async () => {
    const server = await serve((_, response) => void response.writeHead(403).end('Forbidden'));
    expect(
      await open({ search: { baseUrl: server.base } }).failure('search.web', { query: 'x' }),
    ).toMatchObject({
      code: 'E2001',
      guidance: expect.stringContaining('search.formats'),
    });
  });
});

describe('R9 the house, in the shape of Home Assistant', () => {
  const states = [
    {
      entity_id: 'light.kitchen',
      state: 'off',
      attributes: { friendly_name: 'Kitchen', supported_color_modes: ['hs'] },
    },
    { entity_id: 'switch.kitchen', state: 'on', attributes: { friendly_name: 'Kitchen' } },
    {
      entity_id: 'sensor.hall',
      state: '21.5',
      attributes: { friendly_name: 'Hall temperature', unit_of_measurement: '°C' },
    },
    { entity_id: 'light.a', state: 'off', attributes: { friendly_name: 'Lamp' } },
    { entity_id: 'light.b', state: 'off', attributes: { friendly_name: 'Lamp' } },
  ];
  const house = () =>
    serve(({ url, headers, method, body }, response) => {
      if (headers.authorization !== 'Bearer right') return json(response, { message: 'Unauthorized' }, 401);
      if (url.pathname === '/api/states') return json(response, states);
      if (method === 'POST' && url.pathname === '/api/services/light/turn_on')
        return json(response, [{ entity_id: JSON.parse(body).entity_id, state: 'on', attributes: {} }]);
      return json(response, { message: 'Service not found.' }, 400);
    });

  test('states by words and kind', async () => {
    const server = await house();
    const box = open({ home: { baseUrl: server.base, token: 'right' } });
    expect(await box.use('home.states', { query: 'hall' })).toEqual({
      entities: [
        {
          id: 'sensor.hall',
          name: 'Hall temperature',
          state: '21.5',
          attributes: { unit_of_measurement: '°C' },
        },
      ],
      found: 1,
    });
    expect((await box.use('home.states', { domain: 'light', limit: 1 })).found).toBe(3);
  });

  test('a service on a thing by its id, or by its name where that is plain', async () => {
    const server = await house();
    const box = open({ home: { baseUrl: server.base, token: 'right' } });
    const done = await box.use('home.call', {
      service: 'light.turn_on',
      entity: 'kitchen',
      data: { brightness_pct: 40 },
    });
    expect(done).toEqual({
      service: 'light.turn_on',
      entity: 'light.kitchen',
      changed: [{ id: 'light.kitchen', state: 'on' }],
    });
    expect(JSON.parse(server.asked.at(-1)?.body ?? '')).toEqual({
      brightness_pct: 40,
      entity_id: 'light.kitchen',
    });
    expect((await box.failure('home.call', { service: 'light.turn_on', entity: 'Lamp' })).guidance).toContain(
      'light.a, light.b',
    );
    expect((await box.failure('home.call', { service: 'light.turn_on', entity: 'Moon' })).message).toContain(
      'Nothing',
    );
    expect((await box.failure('home.call', { service: 'light.explode' })).message).toContain(
      'Service not found',
    );
  });

  test('a wrong token is said without being told', async () => {
    const server = await house();
    const failure = await open({ home: { baseUrl: server.base, token: 'wrong-secret' } }).failure(
      'home.states',
    );
    expect(failure).toMatchObject({ code: 'E2001', guidance: expect.stringContaining('runtime.home.token') });
    expect(JSON.stringify(failure)).not.toContain('wrong-secret');
  });
});
