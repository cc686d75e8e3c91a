import { parseArgs } from 'node:util';
import type { ModelChoice, ModelConfig, ProviderName } from '../../model/index.ts';

/**
 * Which models the built-in player asks, decided from its settings and the keys that are there. Nothing is asked
 * and nothing is looked up.
 */
export type Casting =
  | {
      readonly ok: true;
      readonly models: ModelConfig;
      /** The first one, as `provider/model`. */
      readonly model: string;
      /** The variable its key was found in; null: it needs none. */
      readonly keyFrom: string | null;
      readonly maxSteps: number;
    }
  | { readonly ok: false; readonly problem: string; readonly fix: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Priced, and good at editing code for what they cost. */
const USUAL: Readonly<Record<'anthropic' | 'openai', string>> = {
  anthropic: 'claude-sonnet-5-5',
  openai: 'gpt-6.1-terra',
};

/** More model calls than this in one turn are no work any more. */
const MOST_STEPS = 300;

const VARIABLES: Readonly<Record<ProviderName, { readonly key: string; readonly baseUrl: string }>> = {
  anthropic: { key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
  openai: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  'openai-compatible': { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
};

/** What is given to the player and to nothing it starts. */
export const PLAYER_VARIABLES: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
];

const FIX =
  'Set ANTHROPIC_API_KEY or OPENAI_API_KEY; for a model of your own set OPENAI_BASE_URL and name it, `model: openai-compatible/…`.';

export function cast(player: { model: string | null; args?: readonly string[] }, env: Environment): Casting {
  const read = readArguments(player.args ?? []);
  if ('problem' in read) return { ok: false, problem: read.problem, fix: ARGUMENTS };
  const name = player.model ?? usualModel(env);
  if (name === null) return { ok: false, problem: 'there is no key for any provider', fix: FIX };
  const chain = [name, ...read.fallback].map((each) => choiceOf(each, env, read.contextTokens));
  const weak = read.weak.map((each) => choiceOf(each, env, null));
  const missing = [...chain, ...weak].find((each) => 'problem' in each);
  if (missing && 'problem' in missing) return { ok: false, problem: missing.problem, fix: FIX };
  const [first] = chain as ModelChoice[];
  if (!first) return { ok: false, problem: 'no model is named', fix: FIX };
  return {
    ok: true,
    models: { default: chain as ModelChoice[], ...(weak.length > 0 ? { weak: weak as ModelChoice[] } : {}) },
    model: `${first.provider}/${first.model}`,
    keyFrom: first.key === undefined ? null : VARIABLES[first.provider].key,
    maxSteps: read.maxSteps,
  };
}

function usualModel(env: Environment): string | null {
  if (env.ANTHROPIC_API_KEY) return `anthropic/${USUAL.anthropic}`;
  return env.OPENAI_API_KEY ? `openai/${USUAL.openai}` : null;
}

function choiceOf(
  name: string,
  env: Environment,
  contextTokens: number | null,
): ModelChoice | { readonly problem: string } {
  const { provider, model } = splitName(name, env);
  const variables = VARIABLES[provider];
  const key = env[variables.key];
  const baseUrl = env[variables.baseUrl];
  if (provider === 'openai-compatible' && !baseUrl)
    return { problem: `${variables.baseUrl} is not set, which ${name} needs` };
  if (provider !== 'openai-compatible' && !key)
    return { problem: `${variables.key} is not set, which ${name} needs` };
  return {
    provider,
    model,
    ...(key ? { key } : {}),
    ...(baseUrl ? { baseUrl } : {}),
    ...(contextTokens === null ? {} : { contextTokens }),
  };
}

/** A name without its provider is taken for what such names usually are. */
function splitName(name: string, env: Environment): { provider: ProviderName; model: string } {
  const at = name.indexOf('/');
  const before = name.slice(0, Math.max(0, at));
  if (isProvider(before)) return { provider: before, model: name.slice(at + 1) };
  if (/^claude\b/.test(name)) return { provider: 'anthropic', model: name };
  const openAi = /^(gpt|o\d)/.test(name) || !env.OPENAI_BASE_URL;
  return { provider: openAi ? 'openai' : 'openai-compatible', model: name };
}

const isProvider = (name: string): name is ProviderName => Object.hasOwn(VARIABLES, name);

const ARGUMENTS =
  '`args` may hold --fallback=<provider/model> (again and again), --weak=<provider/model>, --max-steps=<number> and --context-tokens=<number>.';

interface Arguments {
  readonly fallback: readonly string[];
  readonly weak: readonly string[];
  readonly maxSteps: number;
  readonly contextTokens: number | null;
}

function readArguments(args: readonly string[]): Arguments | { readonly problem: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        fallback: { type: 'string', multiple: true },
        weak: { type: 'string' },
        'max-steps': { type: 'string' },
        'context-tokens': { type: 'string' },
      },
    });
    const [steps, tokens] = [values['max-steps'], values['context-tokens']].map((each) =>
      each === undefined ? null : Number(each),
    );
    if ([steps, tokens].some((each) => each != null && !(Number.isInteger(each) && each > 0)))
      return { problem: 'a number in `args` is none' };
    return {
      fallback: values.fallback ?? [],
      weak: values.weak === undefined ? [] : [values.weak],
      maxSteps: steps ?? MOST_STEPS,
      contextTokens: tokens ?? null,
    };
  } catch (error) {
    return { problem: `its \`args\` are not understood: ${(error as Error).message}` };
  }
}
