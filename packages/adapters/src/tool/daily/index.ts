import type { Tool } from '@symphony/domain';
import { type CalendarToolOptions, calendarTools } from '../calendar/tools.ts';
import { type HomeSettings, homeTools } from './house.ts';
import { type TimerToolOptions, timerTools } from './timers.ts';
import { type WeatherSettings, weatherTools } from './weather.ts';
import { type SearchSettings, webSearchTool } from './web-search.ts';

export interface DailyToolOptions extends TimerToolOptions, CalendarToolOptions {
  /** Null: not configured; the tool then says what to set. */
  readonly weather: WeatherSettings | null;
  readonly search: SearchSettings | null;
  readonly home: HomeSettings | null;
}

/** What the fast roles of a person's day use (R9): timers, calendar, weather, search, the house. */
export const dailyTools = (options: DailyToolOptions): Tool[] => [
  ...timerTools(options),
  ...calendarTools(options),
  ...weatherTools(options.weather),
  webSearchTool(options.search),
  ...homeTools(options.home),
];
