import { type FailureCode, PortError } from '@symphony/domain';
import type { GitResult } from '../../git/index.ts';

export function failure(code: FailureCode, message: string, nextStep?: string, cause?: unknown): PortError {
  return new PortError(nextStep === undefined ? { code, message } : { code, message, nextStep }, cause);
}

const FREE_SPACE = 'Free some space (symphony chamber list shows the chambers), then try again.';

/** What git says in its own words, and what a person can do about it. */
const SAYINGS: readonly [RegExp, (match: RegExpExecArray) => PortError][] = [
  [
    /No space left on device|Disk quota exceeded|Read-only file system/i,
    ([said]) => failure('disk', `The chamber cannot be written: ${said.toLowerCase()}.`, FREE_SPACE),
  ],
  [
    /Unable to create '(.+?\.lock)': File exists/,
    (match) =>
      failure(
        'conflict',
        `The lock file ${match[1]} was left behind by a git command, or one is still running.`,
        `If no git command is running in the repository, delete ${match[1]} and try again.`,
      ),
  ],
  [
    /'refs\/heads\/symphony' exists/,
    () =>
      failure(
        'conflict',
        'A branch named "symphony" stands in the way of the branches symphony/….',
        'Give that branch another name: git branch -m symphony <name>.',
      ),
  ],
  [
    /'([^']+)' is already (?:checked out|used by worktree) at '([^']+)'/,
    (match) =>
      failure(
        'conflict',
        `The branch ${match[1]} is checked out in ${match[2]}, so its chamber cannot have it.`,
        `Switch ${match[2]} to another branch, then try again.`,
      ),
  ],
  [
    /detected dubious ownership in repository at '([^']+)'/,
    (match) =>
      failure(
        'refused',
        `git does not trust ${match[1]}, because it belongs to somebody else.`,
        `git config --global --add safe.directory ${match[1]}`,
      ),
  ],
];

const ERRNO: Readonly<Record<string, FailureCode>> = {
  ENOSPC: 'disk',
  EDQUOT: 'disk',
  EROFS: 'disk',
  EIO: 'disk',
  EACCES: 'refused',
  EPERM: 'refused',
  ENOENT: 'missing',
};

/** Any thrown value as the one kind a port may reject with, in words a person can act on. */
export function explain(error: unknown): PortError {
  const message = error instanceof Error ? error.message : String(error);
  for (const [pattern, sentence] of SAYINGS) {
    const match = pattern.exec(message);
    if (match) return sentence(match);
  }
  if (error instanceof PortError) return error;
  const code = ERRNO[(error as NodeJS.ErrnoException).code ?? ''] ?? 'internal';
  return failure(code, message, code === 'disk' ? FREE_SPACE : undefined, error);
}

/** Runs one port method; whatever goes wrong leaves it as a PortError. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error);
  }
}

export function gitFailure(what: string, result: GitResult): PortError {
  const said = (result.stderr || result.stdout).trim().split('\n').slice(0, 6).join(' / ');
  return explain(failure('refused', `git ${what} failed: ${said.slice(0, 600)}`));
}
