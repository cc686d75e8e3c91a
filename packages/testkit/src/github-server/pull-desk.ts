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

export interface StoredReview {
  readonly id: number;
  readonly author: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED';
  readonly body: string;
  readonly at: number;
}

export interface StoredThread {
  resolved: boolean;
  readonly path: string;
  readonly line: number;
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly at: number;
}

export interface StoredCheck {
  readonly id: number;
  readonly name: string;
  /** Null: it is still at work. */
  readonly conclusion: 'success' | 'failure' | 'cancelled' | null;
  readonly summary: string;
  readonly annotations: readonly { readonly path: string; readonly line: number; readonly message: string }[];
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
    const made = { id: this.#world.nextId(), summary: '', annotations: [], log: null, ...check };
    this.checks.set(commit, [...others, made]);
  }

  review(pull: StoredPull, author: string, state: StoredReview['state'], body = ''): void {
    pull.reviews.push({ id: this.#world.nextId(), author, state, body, at: this.#world.now() });
  }

  remark(pull: StoredPull, author: string, path: string, line: number, body: string): void {
    const id = this.#world.nextId();
    pull.threads.push({ resolved: false, id, author, path, line, body, at: this.#world.now() });
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
