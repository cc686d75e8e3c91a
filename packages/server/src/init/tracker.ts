import { PortError } from '@symphony/domain';
import { type Environment, isSet } from '../config/index.ts';

/** Where work comes from, as it is written into the configuration; secrets stay in variables. */
export interface TrackerAnswer {
  readonly kind: 'github' | 'linear';
  readonly provider: Readonly<Record<string, string>>;
}

export interface TrackerFlags {
  readonly tracker?: string | undefined;
  /** GitHub: `owner/name`. */
  readonly repository?: string | undefined;
  /** GitHub: `OWNER/NUMBER` or its address. Linear: the project's address, or the last part of it. */
  readonly project?: string | undefined;
  /** Linear: the team's key. */
  readonly team?: string | undefined;
  /** The address of its API, where that is not the usual one. */
  readonly endpoint?: string | undefined;
}

/** The repository on GitHub that a remote's address names. */
export interface GitHubRemote {
  readonly repository: string;
  /** Null: github.com itself. */
  readonly endpoint: string | null;
}

/** `git@github.com:acme/app.git`, `https://github.example.com/acme/app`; hosts that say nothing of GitHub are none. */
export function readGitHubRemote(address: string): GitHubRemote | null {
  const [, host = '', owner, name] =
    /^(?:(?:https?|ssh|git):\/\/)?(?:[^@/]+@)?([^:/]+)(?::\d+)?[:/]([^/]+)\/([^/]+?)(?:\.git)?\/?$/.exec(
      address.trim(),
    ) ?? [];
  if (!owner || !name || !/(^|[.-])github([.-]|$)/i.test(host)) return null;
  const repository = `${owner}/${name}`;
  return { repository, endpoint: host.toLowerCase() === 'github.com' ? null : `https://${host}/api/v3` };
}

/** Null: the board. Rejects what cannot be meant. */
/** `env` decides which variable holds the token, where several could. */
export function trackerAnswer(
  flags: TrackerFlags,
  remote: GitHubRemote | null,
  env: Environment = {},
): TrackerAnswer | null {
  const { tracker = 'board' } = flags;
  if (tracker === 'board') return null;
  if (tracker === 'linear') return linearAnswer(flags);
  if (tracker === 'github') return githubAnswer(flags, remote, env);
  throw misuse(`There is no tracker "${tracker}".`, 'Name board, github or linear.');
}

function linearAnswer({ project, team, endpoint }: TrackerFlags): TrackerAnswer {
  const key = project?.includes('/') ? 'project' : 'project_slug';
  const scope = { ...(project ? { [key]: project } : {}), ...(team ? { team } : {}) };
  if (Object.keys(scope).length === 0)
    throw misuse('Linear needs a project or a team.', 'Add `--project SLUG` or `--team KEY`.');
  return {
    kind: 'linear',
    provider: { ...(endpoint ? { endpoint } : {}), api_key: '$LINEAR_API_KEY', ...scope },
  };
}

function githubAnswer(flags: TrackerFlags, remote: GitHubRemote | null, env: Environment): TrackerAnswer {
  const { repository, project, endpoint = remote?.endpoint } = flags;
  // People paste the address from their browser.
  const given = repository && (readGitHubRemote(repository)?.repository ?? repository);
  const name = given ?? remote?.repository;
  if (name === undefined && project === undefined)
    throw misuse(
      'No remote of this repository is on GitHub.',
      'Add `--repository owner/name` or `--project`.',
    );
  const variable = !isSet(env, 'GITHUB_TOKEN') && isSet(env, 'GH_TOKEN') ? 'GH_TOKEN' : 'GITHUB_TOKEN';
  return {
    kind: 'github',
    provider: {
      ...(endpoint ? { endpoint } : {}),
      token: `$${variable}`,
      ...(name === undefined ? {} : { repository: name }),
      ...(project === undefined ? {} : { project }),
    },
  };
}

const misuse = (message: string, nextStep: string): PortError =>
  new PortError({ code: 'invalid', message, nextStep });
