import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A repository by its two folders. */
export interface Repository {
  readonly gitDir: string;
  readonly workTree: string;
}

/**
 * The repository around `folder`, found as git finds it but without starting git. It is looked up once, before
 * anybody works there: a repository that is made there later, with settings that name programs, is not used.
 */
export function repositoryAround(folder: string): Repository | null {
  for (let at = folder; ; at = dirname(at)) {
    const gitDir = gitDirIn(at);
    if (gitDir !== null) return { gitDir, workTree: at };
    if (dirname(at) === at) return null;
  }
}

function gitDirIn(folder: string): string | null {
  const path = join(folder, '.git');
  const found = statSync(path, { throwIfNoEntry: false });
  // Like git: an empty folder of that name is none, and the search goes on above it.
  if (found?.isDirectory()) return statSync(join(path, 'HEAD'), { throwIfNoEntry: false }) ? path : null;
  if (!found?.isFile()) return null;
  // A worktree has a file that says where its folder is.
  const named = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  return named === undefined ? null : resolve(folder, named.trim());
}
