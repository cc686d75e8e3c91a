import { join } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import { type Clock, failureOf, type Melody } from '@symphony/domain';
import { watch } from 'chokidar';
import { armed, type Occur, type RunningSource, type TriggerSource } from './source.ts';
import { Turns } from './turns.ts';

export interface BranchOptions {
  readonly melodies: () => readonly Melody[];
  readonly root: string;
  readonly git: Git;
  readonly clock: Pick<Clock, 'after'>;
  readonly warn: (message: string) => void;
}

/** Between two looks when the file system says nothing: some disks cannot be watched. */
const LOOK_EVERY_MS = 30_000;
/** Git writes a reference in several steps. */
const REST_MS = 50;

/** Branches that move. The first sight of one is where it stands; every other place is an occasion. */
export const branchSource = (options: BranchOptions): TriggerSource => ({
  start: (occur) => new Branches(options, occur),
});

class Branches implements RunningSource {
  readonly #options: BranchOptions;
  readonly #occur: Occur;
  readonly #known = new Map<string, string>();
  #watch: { readonly branches: string; close(): Promise<void> } | null = null;
  /** Arming and looking. */
  readonly #turns = new Turns((error) =>
    this.#options.warn(`A branch that moves may go unnoticed by melodies: ${failureOf(error).message}`),
  );
  #callOff: () => void = () => undefined;

  constructor(options: BranchOptions, occur: Occur) {
    this.#options = options;
    this.#occur = occur;
  }

  update(): Promise<void> {
    return this.#turns.take(() => this.#arm());
  }

  async stop(): Promise<void> {
    const ended = this.#turns.end();
    this.#callOff();
    await ended;
    await this.#watch?.close();
  }

  #branches(): string[] {
    return [...new Set(armed(this.#options.melodies(), 'git').map(({ trigger }) => trigger.branch))];
  }

  async #arm(): Promise<void> {
    const branches = this.#branches();
    for (const known of this.#known.keys()) if (!branches.includes(known)) this.#known.delete(known);
    const name = JSON.stringify(branches);
    if (this.#watch?.branches !== name) {
      await this.#watch?.close();
      this.#watch = branches.length === 0 ? null : { branches: name, close: await this.#open(branches) };
    }
    await this.#look();
  }

  async #open(branches: readonly string[]): Promise<() => Promise<void>> {
    const { root, git, warn } = this.#options;
    const common = await git(root, 'rev-parse', '--path-format=absolute', '--git-common-dir');
    const safe = branches.filter((branch) => !branch.split('/').includes('..'));
    const files = ['HEAD', 'packed-refs', 'reftable', ...safe.flatMap((each) => refsOf(each))];
    const watcher = watch(
      files.map((file) => join(common, file)),
      { ignoreInitial: true, followSymlinks: false },
    );
    watcher.on('all', () => this.#lookIn(REST_MS));
    watcher.on('error', (error) => warn(`A branch that moves is noticed later: ${failureOf(error).message}`));
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
    return () => watcher.close();
  }

  #lookIn(ms: number): void {
    if (this.#turns.isOver) return;
    this.#callOff();
    this.#callOff = this.#options.clock.after(ms, () => void this.#turns.take(() => this.#look()));
  }

  async #look(): Promise<void> {
    const branches = this.#branches();
    for (const branch of branches) {
      const commit = await this.#commitOf(branch);
      const previous = this.#known.get(branch);
      if (commit === null || commit === previous || this.#turns.isOver) continue;
      this.#known.set(branch, commit);
      if (previous !== undefined) this.#moved(branch, commit, previous);
    }
    if (branches.length > 0) this.#lookIn(LOOK_EVERY_MS);
  }

  /** Null when there is no such branch, here or as it was fetched. */
  async #commitOf(branch: string): Promise<string | null> {
    const { root, git } = this.#options;
    for (const ref of refsOf(branch)) {
      const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
      const { code, stdout } = await git.try(root, asked);
      if (code === 0) return stdout.trim();
    }
    return null;
  }

  #moved(branch: string, commit: string, previous: string): void {
    for (const { melody, trigger } of armed(this.#options.melodies(), 'git')) {
      if (trigger.branch !== branch) continue;
      const detail = `${branch} moved to ${commit.slice(0, 10)}`;
      const key = `git:${melody}:${commit}`;
      this.#occur({ melody, trigger, detail, key, scope: { branch, commit, previous } });
    }
  }
}

const refsOf = (branch: string): string[] => [`refs/heads/${branch}`, `refs/remotes/${branch}`];
