import { PortError } from '@symphony/domain';

/** Where work comes from, as it is written into the configuration; secrets stay in variables. */
export interface TrackerAnswer {
  readonly kind: 'github' | 'linear';
  readonly provider: Readonly<Record<string, string>>;
}

export interface TrackerFlags {
  readonly tracker?: string | undefined;
  /** GitHub: `owner/name`. */
  readonly repository?: string | undefined;
  /** GitHub: `OWNER/NUMBER` or its address. Linear: the last part of the project's address. */
  readonly project?: string | undefined;
  /** Linear: the team's key. */
  readonly team?: string | undefined;
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
export function trackerAnswer(flags: TrackerFlags, remote: GitHubRemote | null): TrackerAnswer | null {
  const { tracker = 'board', repository, project, team } = flags;
  if (tracker === 'board') return null;
  if (tracker === 'linear') {
    const scope = { ...(project ? { project_slug: project } : {}), ...(team ? { team } : {}) };
    if (Object.keys(scope).length === 0)
      throw misuse('Linear needs a project or a team.', 'Add `--project SLUG` or `--team KEY`.');
    return { kind: 'linear', provider: { api_key: '$LINEAR_API_KEY', ...scope } };
  }
  if (tracker !== 'github')
    throw misuse(`There is no tracker "${tracker}".`, 'Name board, github or linear.');
  const name = repository ?? remote?.repository;
  if (name === undefined && project === undefined)
    throw misuse(
      'No remote of this repository is on GitHub.',
      'Add `--repository owner/name` or `--project`.',
    );
  return {
    kind: 'github',
    provider: {
      ...(remote?.endpoint ? { endpoint: remote.endpoint } : {}),
      token: '$GITHUB_TOKEN',
      ...(name === undefined ? {} : { repository: name }),
      ...(project === undefined ? {} : { project }),
    },
  };
}

const misuse = (message: string, nextStep: string): PortError =>
  new PortError({ code: 'invalid', message, nextStep });
