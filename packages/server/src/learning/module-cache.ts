import { createHash } from 'node:crypto';
import type { Git } from '@symphony/adapters/git';
import type { Entry, ItemId, LogEvent } from '@symphony/domain';
import { ANALYSIS_VERSION, analyse, type ModuleAnalysis } from './module-analysis.ts';
import { readOwnJson, writeWhole } from './whole-file.ts';

export const LANDING_TYPES = ['train-proved', 'train-landed'] as const satisfies readonly LogEvent['type'][];

export interface CachedModule {
  /** SHA-256 of its content. */
  readonly hash: string;
  readonly analyzed_at: string;
  readonly analysis: ModuleAnalysis;
}

interface Written {
  readonly version: number;
  readonly modules: Readonly<Record<string, CachedModule>>;
}

export interface ModuleCacheOptions {
  readonly git: Git;
  readonly repository: string;
  isMissions(item: ItemId): boolean;
}

const MOST_ENTRIES = 500;
const MOST_BYTES = 10 * 1024 * 1024;
/** A file beyond this is data and not a module. */
const LARGEST_FILE = 512 * 1024;
/** Of one landing: more is a mass change that says little about each. */
const MOST_FILES = 200;

/** Somebody waits for Symphony to end. */
const LAST_MOMENT_MS = 2_000;

interface Landing {
  readonly base: string;
  readonly commit: string;
  readonly at: number;
}

/**
 * MODULE_CACHE.json: what the modules are that missions changed, by path and content (M11). A file of
 * the same content is not looked at again; one that is gone is dropped; another version of the analysis
 * begins anew. It is brought up to date behind the merge train, a file at a time.
 */
export class ModuleCache {
  readonly #path: string;
  readonly #options: ModuleCacheOptions;
  /** Where each attempt of the train began. */
  readonly #bases = new Map<string, string>();
  #landings: Landing[] = [];
  /** When it must have come to an end; never, while Symphony runs. */
  #deadline = Number.POSITIVE_INFINITY;

  constructor(path: string, options: ModuleCacheOptions) {
    this.#path = path;
    this.#options = options;
  }

  take({ event, at }: Entry): void {
    if (event.type === 'train-proved') this.#bases.set(event.attempt, event.base);
    if (event.type !== 'train-landed') return;
    const base = this.#bases.get(event.attempt);
    this.#bases.delete(event.attempt);
    if (base === undefined || !event.items.some((item) => this.#options.isMissions(item))) return;
    this.#landings.push({ base, commit: event.commit, at });
  }

  /** What it does not get to in a moment is left. */
  close(): void {
    this.#deadline = performance.now() + LAST_MOMENT_MS;
  }

  async write(): Promise<void> {
    const landings = this.#landings;
    this.#landings = [];
    const last = landings.at(-1);
    if (!last) return;
    const modules = await this.#read();
    for (const landing of landings) await this.#bringUp(modules, landing);
    await this.#dropMissing(modules, last.commit);
    await writeWhole(this.#path, formatted(modules));
  }

  async #read(): Promise<Map<string, CachedModule>> {
    const written = await readOwnJson<Written>(this.#path);
    return new Map(written?.version === ANALYSIS_VERSION ? Object.entries(written.modules ?? {}) : []);
  }

  async #bringUp(modules: Map<string, CachedModule>, { base, commit, at }: Landing): Promise<void> {
    const changed = await this.#listed(
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      base,
      commit,
    );
    const paths = changed.slice(0, MOST_FILES);
    const sizes = await this.#sizes(commit, paths);
    for (const [index, path] of paths.entries()) {
      if (performance.now() > this.#deadline) return;
      const text = (sizes[index] ?? 0) > LARGEST_FILE ? null : await this.#content(commit, path);
      if (text === null) modules.delete(path);
      else await remember(modules, path, text, at);
      await new Promise((next) => setImmediate(next)); // others have their turn between two files
    }
  }

  async #content(commit: string, path: string): Promise<string | null> {
    const { git, repository } = this.#options;
    const said = await git.try(repository, ['cat-file', 'blob', `${commit}:${path}`]);
    return said.code !== 0 || said.stdout.includes('\0') ? null : said.stdout;
  }

  /** In the order of the paths; 0 for what is not there. */
  async #sizes(commit: string, paths: readonly string[]): Promise<readonly number[]> {
    const { git, repository } = this.#options;
    // A line break in a path would be a second question.
    const input = paths.map((path) => `${commit}:${path.includes('\n') ? '' : path}\n`).join('');
    const said = await git.try(repository, ['cat-file', '--batch-check=%(objectsize)'], { input });
    return said.stdout.split('\n').map((line) => Number(line) || 0);
  }

  async #dropMissing(modules: Map<string, CachedModule>, commit: string): Promise<void> {
    const there = new Set(await this.#listed('ls-tree', '-r', '-z', '--name-only', commit));
    for (const path of modules.keys()) if (!there.has(path)) modules.delete(path);
  }

  async #listed(...args: readonly string[]): Promise<readonly string[]> {
    const said = await this.#options.git.try(this.#options.repository, args);
    return said.code === 0 ? said.stdout.split('\0').filter((path) => path !== '') : [];
  }
}

async function remember(
  modules: Map<string, CachedModule>,
  path: string,
  text: string,
  at: number,
): Promise<void> {
  const hash = createHash('sha256').update(text).digest('hex');
  const known = modules.get(path);
  modules.delete(path); // to the end: the ones touched last stay longest
  const fresh = async () => ({
    hash,
    analyzed_at: new Date(at).toISOString(),
    analysis: await analyse(path, text),
  });
  modules.set(path, known?.hash === hash ? known : await fresh());
}

/** As much as fits, the longest untouched left out. */
function formatted(modules: ReadonlyMap<string, CachedModule>): string {
  let entries = [...modules].slice(-MOST_ENTRIES);
  for (;;) {
    const text = `${JSON.stringify({ version: ANALYSIS_VERSION, modules: Object.fromEntries(entries) }, null, 2)}\n`;
    if (Buffer.byteLength(text) <= MOST_BYTES || entries.length === 0) return text;
    entries = entries.slice(Math.ceil(entries.length / 4));
  }
}
