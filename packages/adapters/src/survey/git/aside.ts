import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../../chamber/worktree/disk.ts';
import type { Ground } from '../../chamber/worktree/ground.ts';
import type { Git } from '../../git/index.ts';

/** Looks and trials after which what nobody needs any more is thrown away. */
const RENEW_AFTER = 2_000;

export interface AsideOptions {
  readonly scratch: string;
  readonly gitWith: (env: Readonly<Record<string, string>>) => Git;
  readonly renewAfter?: number;
  /** Commits that are still needed when the store is renewed. */
  needed(): readonly string[];
}

/**
 * A store of objects of our own, which borrows from the repository's. What is written there is
 * needed as long as a chamber is as it was seen; the rest goes from time to time, so that looking for
 * days fills no disk. While it is renewed, nobody else uses it.
 */
export class Aside {
  readonly #ground: Ground;
  readonly #options: AsideOptions;
  readonly #objects: string;
  #uses = 0;
  #active = 0;
  #drained: (() => void) | null = null;
  #renewal: Promise<void> | null = null;

  private constructor(ground: Ground, objects: string, options: AsideOptions) {
    this.#ground = ground;
    this.#objects = objects;
    this.#options = options;
  }

  /** Begins empty. `store` is where the repository keeps its objects. */
  static async open(ground: Ground, store: string, options: AsideOptions): Promise<Aside> {
    const objects = join(options.scratch, 'objects');
    await removeFolder(options.scratch);
    await mkdir(objects, { recursive: true });
    const env = { GIT_OBJECT_DIRECTORY: objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: store };
    return new Aside({ ...ground, git: options.gitWith(env) }, objects, options);
  }

  async use<T>(work: (ground: Ground) => Promise<T>): Promise<T> {
    while (this.#renewal) await this.#renewal;
    this.#active += 1;
    this.#uses += 1;
    try {
      return await work(this.#ground);
    } finally {
      this.#active -= 1;
      if (this.#uses >= (this.#options.renewAfter ?? RENEW_AFTER)) this.#beginRenewal();
      if (this.#active === 0) this.#drained?.();
    }
  }

  #beginRenewal(): void {
    this.#uses = 0;
    this.#renewal ??= this.#renew()
      .catch((error: unknown) =>
        this.#ground.notice(`What was seen of chambers could not be tidied up: ${error}.`),
      )
      .finally(() => {
        this.#renewal = null;
      });
  }

  async #renew(): Promise<void> {
    if (this.#active > 0) await new Promise<void>((resolve) => (this.#drained = resolve));
    this.#drained = null;
    const { git, repository } = this.#ground;
    const [next, last] = [`${this.#objects}.next`, `${this.#objects}.last`];
    for (const leftover of [next, last]) await removeFolder(leftover);
    await mkdir(join(next, 'pack'), { recursive: true });
    // Each without what is before it, and of that only what is not the repository's own.
    const input = this.#options
      .needed()
      .map((commit) => `${commit}^!\n`)
      .join('');
    const packed = await git.try(
      repository,
      ['pack-objects', '--revs', '--local', '--quiet', join(next, 'pack', 'pack')],
      { input },
    );
    if (packed.code !== 0) throw new Error(packed.stderr.trim());
    await rename(this.#objects, last);
    await rename(next, this.#objects);
    await removeFolder(last);
  }
}
