import type { Failure } from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import type { GitHub, GitHubAccess } from '../../github/index.ts';

/** `code_host:` of the configuration, as far as it concerns pull requests. */
export interface PullRequestSettings {
  /** The git remote that is pushed to. */
  readonly remote: string;
  readonly draft: boolean;
  readonly labels: readonly string[];
  /** Logins; `team/NAME` asks a team. */
  readonly reviewers: readonly string[];
  readonly mergeMethod: 'merge' | 'squash' | 'rebase';
  readonly deleteBranch: boolean;
  /** Whether a pull request is closed when its work is withdrawn, or left for people. */
  readonly onWithdraw: 'close' | 'leave';
  /** Checks that must be there before anything counts as passed. */
  readonly requiredChecks: readonly string[];
  /** Logins that are heard besides people who may write: programs (`NAME[bot]`), or our own. */
  readonly hear: readonly string[];
}

/** What every part of this host works with. */
export interface HostGround {
  readonly repository: string;
  readonly git: Git;
  /** Git with more in its environment, for one command that needs credentials. */
  readonly gitWith: (env: Readonly<Record<string, string>>) => Git;
  readonly github: GitHub;
  readonly access: GitHubAccess;
  /** `owner/name` on GitHub. */
  readonly slug: Slug;
  readonly settings: () => PullRequestSettings;
  readonly now: () => number;
  /** Takes secrets out of what others wrote. Asked before anything is cut, or half of a secret would stay. */
  readonly redact: (text: string) => string;
  readonly warn: (message: string) => void;
}

/** The answer says nothing about what was asked for: it is asked again when the host can be used. */
export const isHostAway = ({ code }: Failure): boolean =>
  code === 'unavailable' || code === 'timeout' || code === 'credentials';

export interface Slug {
  readonly owner: string;
  readonly repo: string;
}

export const refOf = ({ owner, repo }: Slug, number: number): string => `${owner}/${repo}#${number}`;

/** The number of a pull request of ours; null for refs of another kind or repository. */
export function numberOf(slug: Slug, ref: string): number | null {
  const prefix = `${slug.owner}/${slug.repo}#`;
  const number = ref.startsWith(prefix) ? Number(ref.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** `owner/name` of a remote's address, when it is one of GitHub's forms. */
export function slugOf(address: string): Slug | null {
  const path = /^(?:[a-z+]+:\/\/[^/]+\/|(?:[^@/\s]+@)?[^:/\s]+:)(.+?)(?:\.git)?\/?$/i.exec(
    address.trim(),
  )?.[1];
  const [owner, repo, ...more] = path?.split('/') ?? [];
  return owner && repo && more.length === 0 ? { owner, repo } : null;
}
