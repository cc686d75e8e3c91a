import type { Git } from '@symphony/adapters/git';
import { type Clock, failureOf, type Melody } from '@symphony/domain';
import { matcherOf, watchRepository, withoutIgnored } from './repository-watch.ts';
import { type Armed, armed, type Occur, type RunningSource, type TriggerSource } from './source.ts';
import { Turns } from './turns.ts';

export interface FilesOptions {
  readonly melodies: () => readonly Melody[];
  readonly root: string;
  readonly git: Git;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly warn: (message: string) => void;
}

/** A burst is over when nothing changed for this long … */
const REST_MS = 300;
/** … but a folder that never rests is told of all the same. */
const LONGEST_BURST_MS = 5_000;
/** A checkout of another branch may touch everything; the list stays readable. */
const MOST_PATHS = 1_000;

/** Files of the repository: one occasion for each burst of changes. */
export const filesSource = (options: FilesOptions): TriggerSource => ({
  start: (occur) => new Files(options, occur),
});

interface Waiting extends Armed<'files'> {
  readonly fits: (path: string) => boolean;
}

class Files implements RunningSource {
  readonly #options: FilesOptions;
  readonly #occur: Occur;
  readonly #changed = new Set<string>();
  #waiting: readonly Waiting[] = [];
  #watch: { readonly patterns: string; close(): Promise<void> } | null = null;
  readonly #arming = new Turns((error) => this.#blind(error));
  readonly #telling = new Turns((error) =>
    this.#options.warn(`Changed files could not be told to melodies: ${failureOf(error).message}`),
  );
  #begun: number | null = null;
  #callOff: () => void = () => undefined;

  constructor(options: FilesOptions, occur: Occur) {
    this.#options = options;
    this.#occur = occur;
  }

  update(): Promise<void> {
    return this.#arming.take(() => this.#arm());
  }

  async stop(): Promise<void> {
    const told = this.#telling.end();
    const ended = this.#arming.end();
    this.#callOff();
    await ended;
    await this.#watch?.close();
    await told;
  }

  async #arm(): Promise<void> {
    const { melodies, root, git } = this.#options;
    this.#waiting = armed(melodies(), 'files').flatMap((each) => this.#fitting(each));
    const patterns = [...new Set(this.#waiting.flatMap(({ trigger }) => trigger.paths))];
    const name = JSON.stringify(patterns);
    if (this.#watch?.patterns === name) return;
    await this.#watch?.close();
    this.#watch = null;
    if (patterns.length === 0) return;
    const onFile = (path: string) => this.#touched(path);
    const onError = (error: unknown) => this.#blind(error);
    const watcher = await watchRepository({ root, git, patterns, onFile, onError });
    this.#watch = { patterns: name, close: () => watcher.close() };
  }

  #blind(error: unknown): void {
    this.#options.warn(`Changes of files may go unnoticed by melodies: ${failureOf(error).message}`);
  }

  #fitting(each: Armed<'files'>): Waiting[] {
    try {
      return [{ ...each, fits: matcherOf(each.trigger.paths) }];
    } catch (error) {
      const { message } = failureOf(error);
      this.#options.warn(`The files ${each.melody} waits for are not watched: ${message}`);
      return [];
    }
  }

  #touched(path: string): void {
    if (this.#telling.isOver || !this.#waiting.some(({ fits }) => fits(path))) return;
    const { clock } = this.#options;
    this.#changed.add(path);
    this.#begun ??= clock.now();
    const left = this.#begun + LONGEST_BURST_MS - clock.now();
    this.#callOff();
    this.#callOff = clock.after(Math.max(0, Math.min(REST_MS, left)), () => this.#rested());
  }

  #rested(): void {
    const paths = [...this.#changed].sort();
    this.#changed.clear();
    this.#begun = null;
    void this.#telling.take(() => this.#tell(paths));
  }

  async #tell(changed: readonly string[]): Promise<void> {
    const { git, root } = this.#options;
    const tracked = await withoutIgnored(git, root, changed);
    if (this.#telling.isOver) return;
    for (const { melody, trigger, fits } of this.#waiting) {
      const paths = tracked.filter(fits);
      const [first] = paths;
      if (first === undefined) continue;
      const more = paths.length === 1 ? '' : ` and ${paths.length - 1} more`;
      const scope = { paths: paths.slice(0, MOST_PATHS), count: paths.length };
      this.#occur({ melody, trigger, detail: `${first}${more} changed`, key: null, scope });
    }
  }
}
