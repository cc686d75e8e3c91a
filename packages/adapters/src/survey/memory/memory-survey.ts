import { createHash } from 'node:crypto';
import { type Chamber, type Mark, marksIn, PortError, type Sight, type Survey } from '@symphony/domain';
import { chamberBranch, chamberKey } from '../../chamber/key.ts';
import { addedLinesOf, goTogether } from './lines.ts';

type Files = ReadonlyMap<string, string>;
/** Texts by path; null takes a file away. */
type Changes = Readonly<Record<string, string | null>>;

interface MemoryCommit {
  readonly files: Files;
  readonly parents: readonly string[];
}

const MOST_CHARACTERS = 1024 * 1024;

/**
 * Branches and chambers without git: files are texts, merges are made line by line. `commit` writes
 * onto a branch; `openChamber`, `write`, `commitIn` and `remove` play whoever works in a chamber.
 */
export class MemorySurvey implements Survey {
  readonly #commits = new Map<string, MemoryCommit>();
  readonly #branches = new Map<string, string>();
  readonly #folders = new Map<string, Files>();

  constructor(files: Changes = {}) {
    this.#branches.set('main', this.#keep({ files: changedBy(new Map(), files), parents: [] }));
  }

  async openBranch(branch: string, from: string): Promise<{ base: string; commit: string }> {
    const target = this.#branches.get(from);
    if (target === undefined) throw missing(`The target branch ${from} does not exist.`);
    const commit = this.#branches.get(branch) ?? target;
    this.#branches.set(branch, commit);
    return { base: this.#forkOf(commit, target) ?? target, commit };
  }

  async commitOf(branch: string): Promise<string | null> {
    return this.#branches.get(branch) ?? null;
  }

  async changed(base: string, head: string): Promise<readonly string[]> {
    const from = this.#branches.get(base) ?? base;
    const fork = this.#forkOf(from, head) ?? from;
    return changedPaths(this.#commit(fork).files, this.#commit(head).files);
  }

  async marks(base: string, head: string): Promise<readonly Mark[]> {
    const [before, after] = [this.#commit(base).files, this.#commit(head).files];
    return changedPaths(before, after).flatMap((file) =>
      marksIn(addedLinesOf(before.get(file) ?? '', after.get(file) ?? '').map((each) => ({ file, ...each }))),
    );
  }

  async sight(chamber: Chamber): Promise<Sight | null> {
    const files = this.#folders.get(chamber.key);
    const head = this.#branches.get(chamber.branch);
    if (!files || head === undefined) throw missing(`There is no whole chamber at ${chamber.path}.`);
    const changed = changedPaths(this.#commit(chamber.baseCommit).files, files);
    if (changed.length === 0) return null;
    const same = changedPaths(this.#commit(head).files, files).length === 0;
    const commit = same ? head : this.#keep({ files, parents: [head] });
    return { commit, tree: treeOf(files), files: changed };
  }

  async trial(a: Sight, b: Sight): Promise<readonly string[]> {
    const fork = this.#forkOf(a.commit, b.commit);
    const before: Files = fork === null ? new Map() : this.#commit(fork).files;
    const [mine, theirs] = [this.#commit(a.commit).files, this.#commit(b.commit).files];
    const paths = new Set([...changedPaths(before, mine), ...changedPaths(before, theirs)]);
    return [...paths]
      .filter((path) => !goTogether(before.get(path), mine.get(path), theirs.get(path)))
      .sort();
  }

  async read(commit: string, path: string): Promise<string | null> {
    const text = this.#commit(commit).files.get(path) ?? null;
    if (text !== null && text.length > MOST_CHARACTERS)
      throw new PortError({ code: 'invalid', message: `${path} is larger than 1 MB, so it is not read.` });
    return text;
  }

  /** Commits onto a branch and answers the commit. */
  commit(branch: string, changes: Changes): string {
    const parent = this.#branches.get(branch);
    if (parent === undefined) throw missing(`The branch ${branch} does not exist.`);
    const commit = this.#keep({
      files: changedBy(this.#commit(parent).files, changes),
      parents: [parent],
    });
    this.#branches.set(branch, commit);
    return commit;
  }

  /** A chamber cut from the branch as it is now. */
  openChamber(name: string, from = 'main'): Chamber {
    const baseCommit = this.#branches.get(from);
    if (baseCommit === undefined) throw missing(`The branch ${from} does not exist.`);
    const key = chamberKey(name);
    const branch = chamberBranch(key);
    this.#branches.set(branch, baseCommit);
    this.#folders.set(key, this.#commit(baseCommit).files);
    return { key, path: `/chambers/${key}`, branch, baseCommit, ports: [], env: {} };
  }

  /** Leaves uncommitted changes. */
  write({ key }: Chamber, changes: Changes): void {
    this.#folders.set(key, changedBy(this.#folders.get(key) ?? new Map(), changes));
  }

  commitIn({ key, branch }: Chamber): void {
    const parent = this.#branches.get(branch);
    const commit = { files: this.#folders.get(key) ?? new Map(), parents: parent ? [parent] : [] };
    this.#branches.set(branch, this.#keep(commit));
  }

  remove({ key }: Chamber): void {
    this.#folders.delete(key);
  }

  #keep(commit: MemoryCommit): string {
    const id = hashOf('commit', treeOf(commit.files), ...commit.parents);
    this.#commits.set(id, commit);
    return id;
  }

  #commit(id: string): MemoryCommit {
    const found = this.#commits.get(id);
    if (found) return found;
    throw missing(`There is no commit ${id}.`);
  }

  /** The nearest commit that is in both, itself included. */
  #forkOf(a: string, b: string): string | null {
    const mine = new Set(this.#history(a));
    return this.#history(b).find((commit) => mine.has(commit)) ?? null;
  }

  #history(from: string): readonly string[] {
    const found = new Set([from]);
    for (const commit of found) for (const parent of this.#commit(commit).parents) found.add(parent);
    return [...found];
  }
}

const missing = (message: string): PortError => new PortError({ code: 'missing', message });

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(parts.join('\0')).digest('hex');

const treeOf = (files: Files): string => hashOf(...[...files].sort().flat());

function changedBy(files: Files, changes: Changes): Files {
  const after = new Map(files);
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) after.delete(path);
    else after.set(path, text);
  }
  return after;
}

const changedPaths = (before: Files, after: Files): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
