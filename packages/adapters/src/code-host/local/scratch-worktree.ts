import { lstat, mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PortError } from '@symphony/domain';
import type { Git } from '../../git/index.ts';
import { IN_SCRATCH } from './unattended.ts';

export interface ScratchOptions {
  readonly git: Git;
  readonly repository: string;
  readonly path: string;
  readonly prepare: (path: string) => Promise<void>;
}

/**
 * The one worktree in which the train merges and proves. It is always detached and belongs to
 * nobody, so whatever an earlier process left in it is thrown away; ignored files stay, because
 * caches make the proof fast.
 */
export class ScratchWorktree {
  readonly path: string;
  readonly #options: ScratchOptions;
  #commonDir: string | null = null;

  constructor(options: ScratchOptions) {
    this.path = options.path;
    this.#options = options;
  }

  /** Makes the worktree hold exactly `commit`, building it anew when it is missing or broken. */
  async checkOut(commit: string): Promise<void> {
    const gitDir = await this.#ownGitDir();
    if (gitDir !== null && (await this.#reset(gitDir, commit))) return;
    await this.#rebuild(commit);
  }

  /** Takes an unfinished merge back. Should that fail, the next checkout throws it away. */
  async abortMerge(): Promise<void> {
    await this.#options.git.try(this.path, [...IN_SCRATCH, 'merge', '--abort']);
  }

  /** Lets the caller put ignored files in place. After the merge, so that nothing is in its way. */
  async furnish(): Promise<void> {
    try {
      await this.#options.prepare(this.path);
    } catch (cause) {
      if (cause instanceof PortError) throw cause;
      const message = `the scratch worktree ${this.path} could not be prepared: ${(cause as Error).message}`;
      throw new PortError({ code: 'internal', message }, cause);
    }
  }

  /**
   * The worktree's private git folder, or null when this is no sound worktree of our repository.
   * Looked at closely, because what follows throws work away: a folder without `.git` inside the
   * user's checkout answers for that checkout, and a copied `.git` for the worktree it came from.
   */
  async #ownGitDir(): Promise<string | null> {
    const entry = await lstat(join(this.path, '.git')).catch(absent);
    if (entry === null) return null;
    if (entry.isDirectory())
      throw new PortError({
        code: 'refused',
        message: `${this.path} is a repository of its own and cannot be the scratch worktree`,
        nextStep: 'Move it away or name another scratch folder.',
      });
    const { git, repository } = this.#options;
    const answer = await git.try(this.path, ['rev-parse', '--absolute-git-dir', '--git-common-dir']);
    const [gitDir, common] = answer.stdout.trimEnd().split('\n');
    if (answer.code !== 0 || !gitDir || !common) return null;
    this.#commonDir ??= resolve(repository, await git(repository, 'rev-parse', '--git-common-dir'));
    if (!(await samePath(resolve(this.path, common), this.#commonDir))) return null;
    // Git's own note of where the worktree is; the main checkout has none.
    const place = await readFile(join(gitDir, 'gitdir'), 'utf8').catch(absent);
    const isHere = place !== null && (await samePath(resolve(gitDir, place.trim()), join(this.path, '.git')));
    return isHere ? gitDir : null;
  }

  /**
   * A forced checkout and not `reset --hard`: a verify command may have checked out a branch here,
   * and resetting would move that branch.
   */
  async #reset(gitDir: string, commit: string): Promise<boolean> {
    await removeLocks(gitDir);
    const steps = [
      ['checkout', '--quiet', '--force', '--detach', commit],
      ['clean', '--quiet', '-ffd'],
    ];
    for (const step of steps) {
      const { code } = await this.#options.git.try(this.path, [...IN_SCRATCH, ...step]);
      if (code !== 0) return false;
    }
    return true;
  }

  async #rebuild(commit: string): Promise<void> {
    const { git, repository } = this.#options;
    try {
      await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
      await mkdir(dirname(this.path), { recursive: true });
    } catch (cause) {
      throw onDisk(`the scratch worktree ${this.path} could not be made anew`, cause);
    }
    // Forced twice: git may still have this path on its list, even as locked.
    const add = ['worktree', 'add', '--quiet', '--force', '--force', '--detach', this.path, commit];
    await git(repository, ...IN_SCRATCH, ...add);
  }
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw onDisk('the scratch worktree could not be looked at', error);
};

const onDisk = (what: string, cause: unknown): PortError =>
  new PortError({ code: 'disk', message: `${what}: ${(cause as Error).message}` }, cause);

/** Git in this worktree is only ever ours, and survivors were waited for: a lock here is a leftover. */
async function removeLocks(gitDir: string): Promise<void> {
  try {
    for (const name of await readdir(gitDir)) {
      if (name.endsWith('.lock')) await rm(join(gitDir, name), { force: true });
    }
  } catch (cause) {
    throw onDisk(`the locks in ${gitDir} could not be cleared`, cause);
  }
}

export async function samePath(one: string, other: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(one)) === (await real(other));
}
