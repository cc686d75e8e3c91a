import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { StoredIssue, StoredRepository, World } from './world.ts';
import { fullName } from './world.ts';

const run = promisify(execFile);

/** Pull requests of the stand-in, on branches of a real bare repository. */
export interface StoredPull {
  readonly issue: StoredIssue;
  readonly headRef: string;
  readonly baseRef: string;
  draft: boolean;
  merged: { readonly commit: string; readonly head: string } | null;
  /** Where the branch was last seen: it may be deleted. */
  head: string;
  readonly reviewers: string[];
  readonly reviews: StoredReview[];
  readonly threads: StoredThread[];
}

export interface StoredReview extends StoredWords {
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';
}

export interface StoredThread {
  readonly path: string;
  /** Null: the line is not there any more. */
  line: number | null;
  readonly originalLine: number;
  resolved: boolean;
  readonly comments: StoredWords[];
}

export interface StoredWords {
  readonly id: number;
  readonly author: string;
  body: string;
  readonly createdAt: number;
  editedAt?: number;
  /** Hidden by somebody. */
  minimized?: boolean;
}

export interface StoredCheck {
  readonly id: number;
  readonly name: string;
  /** Null: it is still at work. */
  readonly conclusion: 'success' | 'failure' | 'cancelled' | null;
  readonly title: string | null;
  readonly summary: string;
  readonly annotations: readonly {
    readonly path: string;
    readonly line: number;
    readonly message: string;
    readonly level?: 'notice' | 'warning';
  }[];
  /** Of a job of GitHub's own; null: there is none. */
  readonly log: string | null;
}

export class PullDesk {
  readonly pulls: StoredPull[] = [];
  /** By commit. */
  readonly checks = new Map<string, StoredCheck[]>();
  /** Login types that are no people. */
  readonly bots = new Set<string>();
  /** What refuses every merge without being told before (a hook of the server); null: nothing. */
  mergeRule: string | null = null;
  /** How often something was merged, by number. */
  readonly merges: number[] = [];
  readonly #world: World;
  readonly #remotes = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  static of(world: World): PullDesk {
    return world.kept('pull-desk', () => new PullDesk(world));
  }

  /** The repository's branches are those of this bare repository. */
  connect(name: string, path: string): void {
    this.#remotes.set(name, path);
  }

  remoteOf(name: string): string | null {
    return this.#remotes.get(name) ?? null;
  }

  pull(repository: StoredRepository | null, number: number): StoredPull | null {
    const found = this.pulls.find(({ issue }) => issue.number === number && issue.repository === repository);
    return found ?? null;
  }

  /** A check of this name on the commit; a later one of the same name takes its place. */
  check(commit: string, check: Pick<StoredCheck, 'name' | 'conclusion'> & Partial<StoredCheck>): void {
    const others = (this.checks.get(commit) ?? []).filter(({ name }) => name !== check.name);
    const made = { id: this.#world.nextId(), title: null, summary: '', annotations: [], log: null, ...check };
    this.checks.set(commit, [...others, made]);
  }

  /** A check of this id. */
  checkOf(id: number): StoredCheck | null {
    return [...this.checks.values()].flat().find((each) => each.id === id) ?? null;
  }

  review(pull: StoredPull, author: string, state: StoredReview['state'], body = ''): StoredReview {
    const review = { ...this.#words(author, body), state };
    pull.reviews.push(review);
    this.#world.touch(pull.issue);
    return review;
  }

  /** Begins a thread on a line. */
  remark(pull: StoredPull, author: string, path: string, line: number, body: string): StoredThread {
    const comments = [this.#words(author, body)];
    const thread = { path, line, originalLine: line, resolved: false, comments };
    pull.threads.push(thread);
    this.#world.touch(pull.issue);
    return thread;
  }

  #words(author: string, body: string): StoredWords {
    return { id: this.#world.nextId(), author, body, createdAt: this.#world.now() };
  }

  async git(repository: StoredRepository, ...args: string[]): Promise<string> {
    const path = this.#remotes.get(fullName(repository));
    if (path === undefined) throw new Error(`${fullName(repository)} is not connected to a repository`);
    const person = { NAME: 'GitHub', EMAIL: 'noreply@github.com' };
    const env = Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) =>
        Object.entries(person).map(([key, value]) => [`GIT_${who}_${key}`, value]),
      ),
    );
    const { stdout } = await run('git', ['-C', path, ...args], { env: { ...process.env, ...env } });
    return stdout.trim();
  }

  async branch(repository: StoredRepository, name: string): Promise<string | null> {
    return this.git(repository, 'rev-parse', '--verify', '--quiet', `refs/heads/${name}`).then(
      (commit) => commit,
      () => null,
    );
  }

  /** Where the pull request stands now. */
  async headOf(pull: StoredPull): Promise<string> {
    if (pull.merged || pull.issue.state === 'closed') return pull.merged?.head ?? pull.head;
    pull.head = (await this.branch(pull.issue.repository, pull.headRef)) ?? pull.head;
    return pull.head;
  }

  /** The merged tree, or null where the two conflict. */
  async trial(pull: StoredPull): Promise<string | null> {
    const { repository } = pull.issue;
    const head = await this.headOf(pull);
    return this.git(repository, 'merge-tree', '--write-tree', `refs/heads/${pull.baseRef}`, head).then(
      (out) => out.split('\n')[0] ?? null,
      () => null,
    );
  }

  async merge(pull: StoredPull, method: string): Promise<string | null> {
    const { repository } = pull.issue;
    const tree = await this.trial(pull);
    const base = await this.branch(repository, pull.baseRef);
    if (tree === null || base === null) return null;
    const head = await this.headOf(pull);
    const parents = method === 'merge' ? ['-p', base, '-p', head] : ['-p', base];
    const message = `${pull.issue.title} (#${pull.issue.number})`;
    const commit = await this.git(repository, 'commit-tree', tree, ...parents, '-m', message);
    await this.git(repository, 'update-ref', `refs/heads/${pull.baseRef}`, commit, base);
    pull.merged = { commit, head };
    pull.issue.state = 'closed';
    this.#world.touch(pull.issue);
    this.merges.push(pull.issue.number);
    for (const [, number] of (pull.issue.body ?? '').matchAll(/^Closes #(\d+)$/gm)) {
      const closed = repository.issues.find((each) => each.number === Number(number));
      if (closed?.state !== 'open') continue;
      Object.assign(closed, { state: 'closed', stateReason: 'completed' });
      this.#world.touch(closed);
    }
    return commit;
  }
}
