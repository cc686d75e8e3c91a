import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProviderProblem, RemoteTracker } from '@symphony/adapters/tracker/provider';
import { type FilePath, showPath } from '@symphony/adapters/yaml';
import type { Json, Settings } from '@symphony/domain';
import { readRemoteTracker } from '../trackers.ts';
import { openWorkflow, type WorkflowPrompt } from '../workflow/index.ts';
import { findContradictions } from './cross-check.ts';
import { type Outward, resolveOutward, UNFIT_ADDRESS } from './outward.ts';
import { CONFIG_FILE, type ConfigProblem, problemAt } from './problem.ts';
import { findMissingPrompts } from './prompt-file.ts';
import { type ResolvedRuntime, resolveRuntime } from './runtime.ts';
import { complete, type Defaults, type ProjectConfig } from './schema.ts';
import { checkSchema } from './schema-check.ts';
import {
  type Environment,
  findLiteralSecrets,
  isSet,
  type MissingVariable,
  resolveVariables,
  variableOf,
} from './secret.ts';
import { chamberOf, settingsOf } from './settings.ts';
import { type ConfigSource, NO_SOURCE, readSource } from './source.ts';

export interface LoadRequest {
  /** The top of the repository. */
  readonly root: string;
  readonly env: Environment;
  /** What stands when the file does not say: the branch of the main checkout. */
  readonly defaults: Defaults;
  /** The agents there are adapters for. */
  readonly agents: readonly string[];
  /** A WORKFLOW.md that stands for the configuration, absolute (C22). */
  readonly workflow?: string | null;
}

/** Whether the file can be used. `config` of a failed one is for showing only. */
export type ConfigResult = LoadedConfig | FailedConfig;

export interface LoadedConfig extends ConfigSight {
  readonly ok: true;
  readonly config: ProjectConfig;
  readonly settings: Settings;
  readonly chamber: ReturnType<typeof chamberOf>;
  /** `tracker.provider` with its variables resolved: never logged or shown. */
  readonly provider: Readonly<Record<string, Json>>;
  /** Opens the tracker that is reached over a network; null: the board is all there is. */
  readonly remote: (() => RemoteTracker) | null;
  /** What the tracker's credentials came to: never logged or shown. */
  readonly trackerSecrets: readonly string[];
  /** `code_host.provider`, or the tracker's where both are of one kind, resolved: never logged or shown. */
  readonly codeHost: Readonly<Record<string, Json>>;
  /** What its credentials came to: never logged or shown. */
  readonly codeHostSecrets: readonly string[];
  /** What each player's agent gets in its environment: may hold secrets, never logged or shown. */
  readonly playerEnv: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Passwords, addresses and headers of what is told outside: never logged or shown. */
  readonly outward: Outward;
  /** What the runtime is played with: keys and addresses, never logged or shown. */
  readonly runtime: ResolvedRuntime;
}

export interface FailedConfig extends ConfigSight {
  readonly ok: false;
  readonly problems: readonly ConfigProblem[];
}

interface ConfigSight {
  /** As far as it could be read. */
  readonly config: ProjectConfig;
  /** Things that work and are probably not meant. */
  readonly warnings: readonly ConfigProblem[];
  readonly sources: ConfigSources;
  /** The prompt, where the configuration is a WORKFLOW.md. */
  readonly workflow: WorkflowPrompt | null;
}

/** Where values come from. */
export interface ConfigSources {
  /** The line that gives this value; null where the default stands. */
  lineOf(path: FilePath): number | null;
  /** The file they are lines of, as people are told of it. */
  readonly file: string;
  /** Whether a variable named in the file is set and not empty. */
  isSet(variable: string): boolean;
}

/** Reads and checks the configuration. Every problem is reported, and no message repeats a secret. */
export async function loadConfig(request: LoadRequest): Promise<ConfigResult> {
  const workflow = request.workflow ? await openWorkflow(request.workflow, request.env) : null;
  const source = workflow ?? (await openSource(request.root));
  const retell = workflow?.retell ?? ((problem: ConfigProblem) => problem);
  const schema = checkSchema(source);
  const config = complete(schema.given, request.defaults);
  const provider = resolveVariables(config.tracker.provider, request.env, ['tracker', 'provider']);
  const remote = await readRemote(config, provider, schema.refused, request.env);
  const codeHost = resolveVariables(config.code_host.provider, request.env, ['code_host', 'provider']);
  const env = resolveVariables(config.chamber.env, request.env, ['chamber', 'env']);

  const playerEnv = resolveVariables(playerVariables(config), request.env, ['players']);
  const outward = resolveOutward(config, request.env);
  const runtime = resolveRuntime(config.runtime, request.env);
  const named = source.data.players;
  const contradictions = findContradictions(config, {
    agents: request.agents,
    players: [...new Set([...Object.keys(config.players), ...(isMap(named) ? Object.keys(named) : [])])],
    isGiven: (path) => source.lineOf(path) !== null,
    isWhole: (path, length) => source.lineOf([...path, length]) === null,
  }).filter((each) => ![each.path, ...each.about].some((path) => touches(schema.refused, path)));
  const told = (severity: 'problem' | 'warning'): ConfigProblem[] =>
    contradictions
      .filter((each) => each.severity === severity)
      .map((each) => problemAt(each.path, source.lineNear(each.path), each.sentence));

  const problems = [
    ...source.problems,
    ...schema.problems,
    ...literalSecrets(source),
    ...told('problem'),
    ...(touches(schema.refused, ['prompts']) ? [] : await findMissingPrompts(request.root, config, source)),
    ...[provider, codeHost, env, playerEnv, outward]
      .flatMap(({ missing }) => missing)
      .map(({ path, name }) =>
        problemAt(
          path,
          source.lineNear(path),
          `\`${showPath(path)}\` is missing: the environment variable \`$${name}\` is not set or empty.`,
        ),
      ),
    ...remote.problems.map(({ path, sentence }) => {
      const place = ['tracker', 'provider', ...path];
      return problemAt(place, source.lineNear(place), `\`${showPath(place)}\` ${sentence}`);
    }),
    ...outward.unfit.map(({ path, name }) =>
      problemAt(path, source.lineNear(path), `\`${showPath(path)}\` (\`$${name}\`) ${UNFIT_ADDRESS}.`),
    ),
  ]
    .map(retell)
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const sight = {
    config,
    warnings: [
      ...told('warning'),
      // Work goes on without chats: what they lack is told, and keeps nothing else from starting.
      ...runtime.missing.map(({ path, name }) =>
        problemAt(
          path,
          source.lineNear(path),
          `\`${showPath(path)}\` is missing: the environment variable \`$${name}\` is not set or empty.`,
        ),
      ),
    ].map(retell),
    workflow: workflow?.prompt ?? null,
    sources: {
      file: workflow?.prompt.name ?? CONFIG_FILE,
      lineOf: source.lineOf,
      isSet: (name: string) => isSet(request.env, name),
    },
  };
  if (problems.length > 0) return { ok: false, problems, ...sight };
  return {
    ok: true,
    ...sight,
    settings: settingsOf(config),
    chamber: chamberOf(config, env.value),
    provider: provider.value,
    remote: remote.open,
    trackerSecrets: remote.secrets,
    codeHost: sharesTracker(config) ? provider.value : codeHost.value,
    codeHostSecrets: variableValues(config.code_host.provider, codeHost.value),
    outward: outward.value,
    runtime,
    playerEnv: Object.fromEntries(
      Object.entries(playerEnv.value).map(([name, player]) => [name, player.env]),
    ),
  };
}

interface Remote {
  readonly open: (() => RemoteTracker) | null;
  readonly secrets: readonly string[];
  readonly problems: readonly ProviderProblem[];
}

/** What an adapter makes of `tracker.provider`; a variable that is not set is told elsewhere. */
async function readRemote(
  { tracker }: ProjectConfig,
  provider: { readonly value: Readonly<Record<string, Json>>; readonly missing: readonly MissingVariable[] },
  refused: readonly FilePath[],
  env: Environment,
): Promise<Remote> {
  const none: Remote = { open: null, secrets: [], problems: [] };
  if (touches(refused, ['tracker', 'kind']) || touches(refused, ['tracker', 'provider'])) return none;
  const read = await readRemoteTracker(tracker.kind, provider.value, env);
  if (read === null) return none;
  const unset = provider.missing.map(({ path }) => path.slice(2));
  if (!read.ok) return { ...none, problems: read.problems.filter(({ path }) => !touches(unset, path)) };
  const states = { active: tracker.active_states, terminal: tracker.terminal_states };
  const given = variableValues(tracker.provider, provider.value);
  return { open: () => read.open(states), secrets: [...read.secrets, ...given], problems: [] };
}

/** The values that came from variables: those are the secrets. */
function variableValues(written: Json, resolved: Json | undefined): string[] {
  if (variableOf(written) !== null) return typeof resolved === 'string' ? [resolved] : [];
  if (typeof written !== 'object' || written === null) return [];
  return Object.entries(written).flatMap(([key, each]) =>
    variableValues(each as Json, (resolved as Readonly<Record<string, Json>>)[key]),
  );
}
/** One set of credentials is enough where tracker and code host are the same. */
const sharesTracker = ({ tracker, code_host: host }: ProjectConfig): boolean =>
  String(tracker.kind) === host.kind && Object.keys(host.provider).length === 0;

async function openSource(root: string): Promise<ConfigSource> {
  const file = join(root, CONFIG_FILE);
  try {
    return readSource(await readFile(file, 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      return { ...NO_SOURCE, problems: [problemAt([], null, `The file cannot be read: ${code}.`)] };
    }
  }
  // The other usual ending would be passed over without a word.
  const other = file.replace(/\.yaml$/, '.yml');
  const misnamed = await stat(other).then(
    () => true,
    () => false,
  );
  if (!misnamed) return NO_SOURCE;
  const sentence = '`.symphony/symphony.yml` is not read; rename it to `symphony.yaml`.';
  return { ...NO_SOURCE, problems: [problemAt([], null, sentence)] };
}

const literalSecrets = (source: ConfigSource): ConfigProblem[] =>
  findLiteralSecrets(source.data).map((path) =>
    problemAt(
      path,
      source.lineNear(path),
      `\`${showPath(path)}\` looks like a secret; put it into an environment variable and write \`$NAME\` here.`,
    ),
  );

/** In the shape of the file, so that a variable that is not set is told with its place. */
const playerVariables = ({ players }: ProjectConfig): Record<string, { env: Record<string, string> }> =>
  Object.fromEntries(Object.entries(players).map(([name, { env }]) => [name, { env }]));

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether one of `places` is `path`, lies below it or holds it. */
const touches = (places: readonly FilePath[], path: FilePath): boolean =>
  places.some((place) => {
    const length = Math.min(place.length, path.length);
    return place.slice(0, length).every((step, at) => step === path[at]);
  });
