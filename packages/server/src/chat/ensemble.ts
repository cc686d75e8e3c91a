import { openModels } from '@symphony/adapters/model';
import { openRoleBook } from '@symphony/adapters/role';
import type {
  Cabinet,
  ChatFile,
  Clock,
  Journal,
  ModelMessage,
  Models,
  Names,
  RuntimeEvent,
} from '@symphony/domain';
import { type Permit, SymphonyRuntime, ToolRegistry } from '@symphony/runtime';
import { planningTools } from '@symphony/runtime/planning';
import { ponderTool } from '@symphony/runtime/reflection';
import type { Role } from '@symphony/runtime/router';
import { summarizeTool } from '@symphony/runtime/summarize';
import type { LoadedConfig } from '../config/index.ts';
import type { Workplace } from '../workplace.ts';
import { enginesOf } from './engines.ts';
import { pickModels } from './models.ts';
import { chatAgent } from './profile.ts';
import { depthOf } from './settings.ts';
import { type OpenedTools, openTools } from './tools.ts';

export interface EnsembleParts {
  readonly workplace: Workplace;
  readonly loaded: LoadedConfig;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly names: Names;
  readonly journal: Journal;
  readonly cabinet: Cabinet;
  readonly permit: Permit;
  readonly redact: (text: string) => string;
  readonly keep?: (name: string, text: string) => Promise<string>;
  readonly warn: (message: string) => void;
}

/** A runtime with all it plays with, for one configuration. */
export interface Ensemble {
  readonly models: Models | null;
  readonly tools: ToolRegistry;
  readonly roles: readonly Role[];
  /** Why nothing can be played. */
  readonly trouble: { readonly message: string; readonly nextStep: string } | null;
  /** Resolves when the request has come to an end, good or bad. */
  play(request: EnsembleRequest): Promise<void>;
  /** Waits for what is being played: a change of the configuration stops no answer. */
  close(): Promise<void>;
}

export interface EnsembleRequest {
  readonly task: string;
  readonly session: string;
  readonly after?: string;
  readonly attached: readonly ChatFile[];
  readonly history: readonly ModelMessage[];
  readonly signal: AbortSignal;
  readonly onEvent: (event: RuntimeEvent) => void;
}

export async function openEnsemble(parts: EnsembleParts): Promise<Ensemble> {
  const opened = await openTools({ ...parts, section: parts.loaded.runtime.value });
  try {
    return await ensembleWith(opened, parts);
  } catch (error) {
    // It started programs, which nobody else ends.
    await opened.close();
    throw error;
  }
}

async function ensembleWith(opened: OpenedTools, parts: EnsembleParts): Promise<Ensemble> {
  const { workplace, loaded, env, clock, names, journal, cabinet, permit, redact, keep, warn } = parts;
  const section = loaded.runtime.value;
  const { config, trouble } = pickModels(loaded.runtime, env);
  const models = openModels(config, { clock, chance: Math.random });
  const tools = new ToolRegistry(clock, permit);
  const thinking = enginesOf({ journal, cabinet, clock, names, tools: () => tools.names(), warn });
  const depth = depthOf(section, env);
  // Where the runtime plans, the model may plan for itself too: for what turns out to take more than it seemed.
  const planners = depth.enhancedRuntime ? planningTools((id) => runtime.sessionOf(id)) : [];
  for (const tool of [...opened.tools, ...thinking.tools, ponderTool(), summarizeTool(), ...planners]) {
    // A server that names its tools like ours does not get into their place.
    if (tools.get(tool.name)) warn(`There are two tools ${tool.name}; the second one is left out.`);
    else tools.add(tool);
  }
  const book = await openRoleBook(workplace.root);
  for (const { file, sentence } of book.problems()) warn(`${file}: ${sentence}`);
  const roles = book.list().map(({ role }) => role);
  const runtime: SymphonyRuntime = new SymphonyRuntime(
    {
      ...thinking.engines,
      tools,
      models,
      clock,
      names,
      chance: Math.random,
      journal,
      roles,
      redact,
      ...(keep ? { keep } : {}),
    },
    depth,
  );
  const agent = chatAgent(workplace.root, section.repository, depth.enhancedRuntime);
  const plays = new Set<Promise<unknown>>();
  return {
    models,
    tools,
    roles,
    trouble,
    async play({ task, ...options }) {
      const known = knownAt(clock.now(), section.location);
      const played = runtime.execute(task, agent, { ...options, known });
      plays.add(played);
      try {
        await played;
      } finally {
        plays.delete(played);
      }
    },
    async close() {
      await Promise.allSettled(plays);
      try {
        await runtime.close();
      } finally {
        await opened.close();
      }
    },
  };
}

function knownAt(now: number, location: string | null): readonly string[] {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return [
    `It is ${new Date(now).toISOString()}; the person's time zone is ${timeZone}.`,
    ...(location === null ? [] : [`The person is in ${location}.`]),
  ];
}
