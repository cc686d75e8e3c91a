import { z } from 'zod';
import { type Environment, type MissingVariable, resolveVariables, variableOf } from './secret.ts';
import {
  duration,
  entry,
  flag,
  innerPath,
  listOf,
  mapOf,
  money,
  none,
  oneOf,
  optional,
  plainValue,
  section,
  text,
  variable,
  whole,
} from './value.ts';

/** Symphony's own agent: which models it asks, how far it goes, and where its tools look. */

const address = text.refine((value) => variableOf(value) !== null || isWeb(value), {
  error: 'must be an `http://` or `https://` address without a password in it, or `$NAME`',
});

const model = {
  provider: oneOf(['anthropic', 'openai', 'openai-compatible']),
  model: text,
  /** Null: the provider's own. Needed for `openai-compatible`. */
  base_url: none(address),
  /** Null: the provider's usual variable, where it is set. */
  key: none(variable),
  /** Null: what is usual for the provider. */
  context_tokens: none(whole(1_000)),
  /** False: it has no tool calling of its own. */
  tools: optional(flag, true),
};

const tier = none(
  entry({
    ...model,
    /** Asked in this order when it cannot answer. */
    fallback: listOf(entry(model)),
  }),
);

const mcpServer = entry({
  /** A program that speaks MCP over its standard input and output… */
  command: none(text),
  args: listOf(plainValue),
  env: mapOf(plainValue),
  /** … or an address that does over HTTP. */
  url: none(address),
  headers: mapOf(plainValue),
  /** Null: all of its tools. */
  tools: none(z.array(text, { error: 'must be a list' })),
});

export const runtimeSchema = section({
  models: section({ weak: tier, default: tier, strong: tier }),
  /** Whether plans are made. */
  enhanced: none(flag),
  conversation: none(flag),
  reflection: none(flag),
  planning_threshold: none(oneOf(['simple', 'multi_step', 'complex'])),
  max_steps: optional(whole(1), 10),
  timeout: optional(duration('positive'), 300_000),
  retries: optional(whole(0), 3),
  max_replans: optional(whole(0), 3),
  /** Dollars for one request. */
  max_cost: none(money.positive({ error: 'must be more than 0; leave it out for no cap' })),
  max_tokens: none(whole(1)),
  /** `write`: chats may also be asked to change files, after a person's word. */
  repository: optional(oneOf(['read', 'write']), 'read'),
  /** Where you are, for the weather: a place, or `latitude,longitude`. */
  location: none(text),
  /** Open-Meteo, or what speaks like it. */
  weather: section({ base_url: none(address), geocoding_url: none(address), key: none(variable) }),
  /** SearXNG, or what speaks like it. */
  search: section({ base_url: none(address), key: none(variable) }),
  /** Home Assistant. */
  home: section({ base_url: none(address), token: none(variable) }),
  calendar: section({
    /** An iCalendar file of the repository… */
    file: none(innerPath),
    /** … or the address of a calendar. */
    url: none(address),
    user: none(text),
    password: none(variable),
  }),
  mcp: mapOf(mcpServer),
});

export type RuntimeSection = z.output<typeof runtimeSchema>;

/** With every variable replaced: never logged or shown. */
export interface ResolvedRuntime {
  readonly value: RuntimeSection;
  readonly missing: readonly MissingVariable[];
  /** Values that came from variables. */
  readonly secrets: readonly string[];
}

export function resolveRuntime(config: RuntimeSection, env: Environment): ResolvedRuntime {
  const { value, missing } = resolveVariables(config, env, ['runtime']);
  return { value, missing, secrets: secretValues(config, value) };
}

function secretValues(written: unknown, resolved: unknown): string[] {
  if (variableOf(written) !== null) return typeof resolved === 'string' ? [resolved] : [];
  if (typeof written !== 'object' || written === null) return [];
  return Object.entries(written).flatMap(([key, each]) =>
    secretValues(each, (resolved as Record<string, unknown>)[key]),
  );
}

function isWeb(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}
