import { type GitHubAccess, readGitHubAccess } from '../../github/index.ts';
import {
  isMap,
  type ProviderMap,
  type ProviderProblem,
  type ProviderReading,
  problem,
  readText,
  readTexts,
} from '../provider.ts';
import { type RepositoryName, readRepositoryName } from './identity.ts';

/** `tracker.provider` of `kind: github`, read. */
export interface GitHubTrackerSettings {
  readonly access: GitHubAccess;
  /** Whose issues are read; with a project: only where new issues go. */
  readonly repositories: readonly RepositoryName[];
  readonly project: ProjectScope | null;
  /** What open and closed issues are called where no label says more. */
  readonly openState: string;
  readonly closedState: string;
  /** Labels that are states, in order: the first that an open issue has counts. */
  readonly stateLabels: readonly { readonly state: string; readonly label: string }[];
  /** Only issues with all of these are read at all. */
  readonly labels: readonly string[];
  readonly priorities: Readonly<Record<string, number>>;
  /** Null: whoever. `me`: the token's own account. `none`: nobody. Else a login. */
  readonly assignee: string | null;
  /** Whether an issue waits for its open sub-issues. */
  readonly subIssues: boolean;
}

export interface ProjectScope {
  readonly owner: string;
  readonly number: number;
  readonly statusField: string;
  readonly priorityField: string;
  /** Further fields that are read, for routing prompts and players. */
  readonly fields: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the map, whose variables are resolved already, or says everything that is wrong with it. */
export function readGitHubProvider(
  provider: ProviderMap,
  env: Environment,
): ProviderReading<GitHubTrackerSettings> {
  const { access, problems: found } = readGitHubAccess(provider, env);
  const problems = [...found];
  const project = readProject(provider, problems);
  const repositories = readRepositories(provider, problems);
  if (repositories.length === 0 && project === null && problems.length === found.length)
    problems.push(problem(['repository'], 'is missing: write `owner/name`, or a `project`.'));
  const settings: GitHubTrackerSettings = {
    access,
    repositories,
    project,
    openState: readText(provider, ['open_state'], problems) ?? 'Open',
    closedState: readText(provider, ['closed_state'], problems) ?? 'Closed',
    stateLabels: readStateLabels(provider, problems),
    labels: readTexts(provider, ['labels'], problems),
    priorities: readPriorities(provider, problems),
    assignee: readText(provider, ['assignee'], problems),
    subIssues: provider.sub_issues !== false,
  };
  if (provider.sub_issues !== undefined && typeof provider.sub_issues !== 'boolean')
    problems.push(problem(['sub_issues'], 'must be `true` or `false`.'));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings };
}

function readRepositories(provider: ProviderMap, problems: ProviderProblem[]): RepositoryName[] {
  const one = readTexts(provider, ['repository'], problems);
  const given = one.length > 0 ? one : readTexts(provider, ['repositories'], problems);
  return given.flatMap((text, at) => {
    const name = readRepositoryName(text);
    if (name) return [name];
    const path = one.length > 0 ? ['repository'] : ['repositories', at];
    problems.push(problem(path, 'must be `owner/name`.'));
    return [];
  });
}

function readProject(provider: ProviderMap, problems: ProviderProblem[]): ProjectScope | null {
  const given = provider.project;
  if (given === undefined || given === null) return null;
  // `https://github.com/orgs/acme/projects/5` and `acme/5` are what people have at hand.
  const short = typeof given === 'string' ? /([\w.-]+)\/(?:projects\/)?(\d+)\/?$/.exec(given.trim()) : null;
  const owner = short?.[1] ?? (isMap(given) ? given.owner : undefined);
  const number = short ? Number(short[2]) : isMap(given) ? given.number : undefined;
  if (typeof owner !== 'string' || owner === '' || !Number.isInteger(number)) {
    problems.push(problem(['project'], 'must be `OWNER/NUMBER`, or a map with `owner` and `number`.'));
    return null;
  }
  return {
    owner,
    number: Number(number),
    statusField: readText(provider, ['project', 'status_field'], problems) ?? 'Status',
    priorityField: readText(provider, ['project', 'priority_field'], problems) ?? 'Priority',
    fields: readTexts(provider, ['project', 'fields'], problems),
  };
}

/** A list where labels are called like their states, or a map from state to label. */
function readStateLabels(
  provider: ProviderMap,
  problems: ProviderProblem[],
): GitHubTrackerSettings['stateLabels'] {
  const given = provider.state_labels;
  if (!isMap(given))
    return readTexts(provider, ['state_labels'], problems).map((state) => ({ state, label: state }));
  return Object.keys(given).flatMap((state) => {
    const label = readText(provider, ['state_labels', state], problems);
    return label === null ? [] : [{ state, label }];
  });
}

function readPriorities(provider: ProviderMap, problems: ProviderProblem[]): Record<string, number> {
  const given = provider.priorities;
  if (given === undefined || given === null) return {};
  if (!isMap(given)) {
    problems.push(problem(['priorities'], 'must be a map from a name to a number.'));
    return {};
  }
  const entries = Object.entries(given).flatMap(([name, value]): [string, number][] => {
    if (Number.isInteger(value)) return [[name.trim().toLowerCase(), Number(value)]];
    problems.push(problem(['priorities', name], 'must be a whole number.'));
    return [];
  });
  return Object.fromEntries(entries);
}
