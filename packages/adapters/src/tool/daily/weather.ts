import { type Json, type StopSignal, type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, text, whole } from '../define.ts';
import { askJson, at, below, listAt, notConfigured, numberAt, textAt } from '../http.ts';
import { weatherWords } from './weather-words.ts';

/** Weather in the shape of Open-Meteo, which any address may speak. */
export interface WeatherSettings {
  /** Up to what is before `/forecast`: `https://api.open-meteo.com/v1`. */
  readonly baseUrl: string;
  /** Up to what is before `/search`; the usual one beside `baseUrl` when absent. */
  readonly geocodingUrl?: string;
  readonly key?: string;
  /** Where the person is: a place, or `latitude,longitude`. */
  readonly location?: string;
}

interface Spot {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const KEYS = '`runtime.weather.base_url`';
const place = text('A place, or `latitude,longitude`; where the person is unless told.');

/** Null: nobody said whom to ask. */
export const weatherTools = (settings: WeatherSettings | null): Tool[] => [
  defineTool<{ place?: string }>({
    name: 'weather.current',
    description: 'Tells the weather now.',
    permissions: ['network'],
    input: fields({ 'place?': place }),
    run: async ({ place }, { signal }) => {
      const { spot, answer } = await ask(settings, place, { current: CURRENT }, signal);
      const now = (key: string): number | null => numberAt(answer, 'current', key);
      return {
        place: spot.name,
        time: textAt(answer, 'current', 'time'),
        weather: weatherWords(now('weather_code')),
        temperature: now('temperature_2m'),
        feelsLike: now('apparent_temperature'),
        humidity: now('relative_humidity_2m'),
        precipitation: now('precipitation'),
        wind: now('wind_speed_10m'),
        units: unitsOf(answer, 'current_units', 'temperature_2m', 'precipitation', 'wind_speed_10m'),
      };
    },
  }),
  defineTool<{ place?: string; days?: number }>({
    name: 'weather.forecast',
    description: 'Tells the weather of the next days, today first.',
    permissions: ['network'],
    input: fields({ 'place?': place, 'days?': whole('How many; 3 unless told.', 1, 16) }),
    run: async ({ place, days = 3 }, { signal }) => {
      const { spot, answer } = await ask(settings, place, { daily: DAILY, forecast_days: days }, signal);
      const dates = listAt(answer, 'daily', 'time');
      const day = (key: string, index: number): number | null => numberAt(answer, 'daily', key, index);
      return {
        place: spot.name,
        days: dates.map((date, index) => ({
          date: String(date),
          weather: weatherWords(day('weather_code', index)),
          low: day('temperature_2m_min', index),
          high: day('temperature_2m_max', index),
          precipitation: day('precipitation_sum', index),
          chanceOfRain: day('precipitation_probability_max', index),
          wind: day('wind_speed_10m_max', index),
        })),
        units: unitsOf(
          answer,
          'daily_units',
          'temperature_2m_max',
          'precipitation_sum',
          'wind_speed_10m_max',
        ),
      };
    },
  }),
];

const CURRENT =
  'temperature_2m,apparent_temperature,relative_humidity_2m,precipitation,weather_code,wind_speed_10m';
const DAILY =
  'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,wind_speed_10m_max';

async function ask(
  settings: WeatherSettings | null,
  place: string | undefined,
  wish: Readonly<Record<string, string | number>>,
  signal: StopSignal,
): Promise<{ readonly spot: Spot; readonly answer: unknown }> {
  if (settings === null) throw notConfigured('The weather', KEYS);
  const spot = await spotOf(settings, place ?? settings.location ?? '', signal);
  const url = below(settings.baseUrl, 'forecast', {
    latitude: spot.latitude,
    longitude: spot.longitude,
    timezone: 'auto',
    ...wish,
    ...(settings.key === undefined ? {} : { apikey: settings.key }),
  });
  return { spot, answer: await askJson({ of: 'The weather', url, settings: KEYS, signal }) };
}

async function spotOf(settings: WeatherSettings, place: string, signal: StopSignal): Promise<Spot> {
  if (place.trim() === '')
    throw new ToolError('It is not known where the person is.', {
      code: 'E2001',
      guidance: 'Ask for the place, or tell the person to set `runtime.location` in .symphony/symphony.yaml.',
    });
  const numbers = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(place);
  if (numbers) return { name: place.trim(), latitude: Number(numbers[1]), longitude: Number(numbers[2]) };
  const url = below(settings.geocodingUrl ?? geocodingBeside(settings.baseUrl), 'search', {
    // `Berlin, Germany` is found by its first part only.
    name: place.split(',')[0]?.trim() ?? place,
    count: 10,
    language: 'en',
    format: 'json',
    ...(settings.key === undefined ? {} : { apikey: settings.key }),
  });
  const found = listAt(
    await askJson({ of: 'The search for places', url, settings: KEYS, signal }),
    'results',
  );
  const rest = place
    .split(',')
    .slice(1)
    .map((part) => part.trim().toLowerCase());
  const fits = (each: unknown): boolean =>
    rest.every((part) =>
      ['country', 'country_code', 'admin1', 'admin2'].some((key) => textAt(each, key).toLowerCase() === part),
    );
  const best = found.find(fits) ?? found[0];
  const latitude = numberAt(best, 'latitude');
  const longitude = numberAt(best, 'longitude');
  if (latitude === null || longitude === null)
    throw new ToolError(`No place called ${place} is known.`, {
      guidance: 'Ask the person for a larger place nearby.',
    });
  const name = [textAt(best, 'name'), textAt(best, 'admin1'), textAt(best, 'country')].filter(
    (part) => part !== '',
  );
  return { name: [...new Set(name)].join(', '), latitude, longitude };
}

/** Open-Meteo keeps it on a host of its own; others have it beside. */
const geocodingBeside = (baseUrl: string): string =>
  baseUrl.replace(/^(https:\/\/)((?:customer-)?)api\.open-meteo\.com/, '$1$2geocoding-api.open-meteo.com');

const unitsOf = (
  answer: unknown,
  from: string,
  temperature: string,
  precipitation: string,
  wind: string,
): Json => ({
  temperature: String(at(answer, from, temperature) ?? '°C'),
  precipitation: String(at(answer, from, precipitation) ?? 'mm'),
  wind: String(at(answer, from, wind) ?? 'km/h'),
});
