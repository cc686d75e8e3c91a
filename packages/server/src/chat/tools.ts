import { join } from 'node:path';
import { allowedEnvironment } from '@symphony/adapters/process';
import {
  type CalendarSettings,
  chamberTools,
  clockTool,
  dailyTools,
  documentTool,
  type McpServer,
  mcpTools,
  notificationTool,
  ownZone,
  webFetchTool,
} from '@symphony/adapters/tool';
import type { Cabinet, Clock, Names, Tool } from '@symphony/domain';
import type { RuntimeSection } from '../config/index.ts';
import type { Workplace } from '../workplace.ts';

export interface ToolParts {
  readonly workplace: Workplace;
  readonly section: RuntimeSection;
  readonly env: NodeJS.ProcessEnv;
  readonly cabinet: Cabinet;
  readonly clock: Clock;
  readonly names: Names;
  readonly warn: (message: string) => void;
}

export interface OpenedTools {
  readonly tools: readonly Tool[];
  close(): Promise<void>;
}

/** All tools a chat may use. Those of MCP servers come last: what fails before them leaves no program behind. */
export async function openTools(parts: ToolParts): Promise<OpenedTools> {
  const { workplace, section, env, cabinet, clock, names, warn } = parts;
  const zone = ownZone();
  const { root, instance } = workplace;
  const marker = { instance, role: 'agent', run: '' } as const;
  const repository = chamberTools({ root, env: allowedEnvironment(env, {}), marker }).filter(
    ({ name }) => section.repository === 'write' || !CHANGING.includes(name),
  );
  const daily = dailyTools({
    cabinet,
    clock,
    names,
    zone,
    calendar: calendarOf(section, root),
    weather: weatherOf(section),
    search: searchOf(section),
    home: homeOf(section),
  });
  const known = [
    ...repository,
    ...daily,
    clockTool({ clock, zone }),
    documentTool({ root }),
    webFetchTool(),
    notificationTool,
  ];
  const served = await mcpTools(mcpServers(parts), { marker });
  for (const { server, sentence } of served.problems) warn(`The tools of ${server} are missing: ${sentence}`);
  return { tools: [...known, ...served.tools], close: () => served.close() };
}

/** A chat answers about the repository; what changes it goes through a work item. */
const CHANGING: readonly string[] = ['files.write', 'files.edit', 'git.commit'];

function mcpServers({ section, workplace, env }: ToolParts): readonly McpServer[] {
  return Object.entries(section.mcp).flatMap(([name, server]): McpServer[] => {
    const chosen = server.tools === null ? {} : { tools: server.tools };
    if (server.url !== null) return [{ name, url: server.url, headers: server.headers, ...chosen }];
    if (server.command === null) return [];
    const { command, args } = server;
    const own = allowedEnvironment(env, server.env);
    return [{ name, command, args, env: own, cwd: workplace.root, ...chosen }];
  });
}

function calendarOf({ calendar }: RuntimeSection, root: string): CalendarSettings | null {
  if (calendar.file !== null) return { file: join(root, calendar.file) };
  // Of a variable that is not set nothing is left: that is no calendar, and no reason to have no chats.
  if (calendar.url === null || !URL.canParse(calendar.url)) return null;
  return {
    url: calendar.url,
    ...(calendar.user === null ? {} : { user: calendar.user }),
    ...(calendar.password === null ? {} : { password: calendar.password }),
  };
}

const weatherOf = ({ weather, location }: RuntimeSection) =>
  weather.base_url === null
    ? null
    : {
        baseUrl: weather.base_url,
        ...(weather.geocoding_url === null ? {} : { geocodingUrl: weather.geocoding_url }),
        ...(weather.key === null ? {} : { key: weather.key }),
        ...(location === null ? {} : { location }),
      };

const searchOf = ({ search }: RuntimeSection) =>
  search.base_url === null
    ? null
    : { baseUrl: search.base_url, ...(search.key === null ? {} : { key: search.key }) };

const homeOf = ({ home }: RuntimeSection) =>
  home.base_url === null || home.token === null ? null : { baseUrl: home.base_url, token: home.token };
