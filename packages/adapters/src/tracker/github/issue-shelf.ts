import { PortError } from '@symphony/domain';
import type { GitHub } from '../../github/index.ts';
import { OneAtATime, WHOLE_EVERY_MS } from '../one-at-a-time.ts';
import { fullNameOf, type RepositoryName } from './identity.ts';
import { type IssueRecord, instantOf, labelsOf } from './record.ts';

/** GitHub's replicas may show an update a little late. */
const OVERLAP_MS = 10_000;
const LIST = 'GET /repos/{owner}/{repo}/issues';
const COUNT = `query Count($owner: String!, $repo: String!) {
  repository(owner: $owner, name: $repo) {
    issues(states: [OPEN], first: 1) { totalCount }
    pullRequests(states: [OPEN], first: 1) { totalCount }
  }
  rateLimit { cost }
}`;

interface Counted {
  readonly repository: {
    readonly issues: { readonly totalCount: number };
    readonly pullRequests: { readonly totalCount: number };
  } | null;
}

interface Memory {
  readonly issues: Map<number, IssueRecord>;
  readonly readAt: number;
  /** The newest update that was seen, by GitHub's clock. */
  newest: number;
  /** Open ones GitHub counts and does not list for us. */
  readonly hidden: number;
}

/**
 * The open issues of one repository, as read last. The first read takes every page; after that only
 * what was updated since is asked for, which GitHub answers with `304`, for nothing, while nothing
 * was. Issues that were deleted or transferred are told by nobody: one GraphQL point counts the open
 * ones, and where that does not fit everything is read again, as it is from time to time anyway.
 */
export class IssueShelf {
  readonly #github: GitHub;
  readonly #repository: RepositoryName;
  readonly #labels: readonly string[];
  readonly #now: () => number;
  #memory: Memory | null = null;
  readonly #reads = new OneAtATime();
  /** Grows with every whole read: what was learnt beside the list is then learnt anew. */
  generation = 0;

  constructor(github: GitHub, repository: RepositoryName, labels: readonly string[], now: () => number) {
    this.#github = github;
    this.#repository = repository;
    this.#labels = labels;
    this.#now = now;
  }

  open(): Promise<ReadonlyMap<number, IssueRecord>> {
    return this.#reads.run(() => this.#read());
  }

  async closed(): Promise<readonly IssueRecord[]> {
    const parameters = { ...this.#repository, state: 'closed', sort: 'updated', direction: 'desc' };
    return this.#github.pages<IssueRecord>(LIST, { ...parameters, ...this.#filter() });
  }

  async #read(): Promise<ReadonlyMap<number, IssueRecord>> {
    const memory = this.#memory;
    if (!memory || this.#now() - memory.readAt >= WHOLE_EVERY_MS) return this.#readWhole();
    const since = new Date(memory.newest - OVERLAP_MS).toISOString().replace('.000Z', 'Z');
    const changed = await this.#github.pages<IssueRecord>(LIST, {
      ...this.#repository,
      state: 'all',
      sort: 'updated',
      direction: 'asc',
      since,
    });
    for (const issue of changed) this.#note(memory, issue);
    if (this.#labels.length > 0) return memory.issues; // a count of everything would say nothing
    return (await this.#count()) === memory.issues.size + memory.hidden ? memory.issues : this.#readWhole();
  }

  async #readWhole(): Promise<ReadonlyMap<number, IssueRecord>> {
    this.#memory = null;
    const readAt = this.#now();
    const parameters = { ...this.#repository, state: 'open', sort: 'created', direction: 'asc' };
    const all = await this.#github.pages<IssueRecord>(LIST, { ...parameters, ...this.#filter() });
    const found: Memory = { issues: new Map(), readAt, newest: 0, hidden: 0 };
    for (const issue of all) this.#note(found, issue);
    const named = new Set(all.map((each) => each.number));
    if (named.size < all.length) throw repeated(this.#repository);
    const hidden = this.#labels.length > 0 ? 0 : Math.max(0, (await this.#count()) - found.issues.size);
    // Without any issue there is no update to begin at; the whole list is then short anyway.
    this.#memory = found.newest === 0 ? null : { ...found, hidden };
    this.generation += 1;
    return found.issues;
  }

  #note(memory: Memory, issue: IssueRecord): void {
    if (issue.number === undefined) return;
    const labels = labelsOf(issue).map((each) => each.toLowerCase());
    const wanted = this.#labels.every((each) => labels.includes(each.toLowerCase()));
    if (issue.state === 'closed' || !wanted) memory.issues.delete(issue.number);
    else memory.issues.set(issue.number, issue);
    memory.newest = Math.max(memory.newest, instantOf(issue.updated_at) ?? 0);
  }

  async #count(): Promise<number> {
    const { repository } = await this.#github.graphql<Counted>(COUNT, { ...this.#repository });
    return repository ? repository.issues.totalCount + repository.pullRequests.totalCount : 0;
  }

  #filter(): { labels?: string } {
    return this.#labels.length > 0 ? { labels: this.#labels.join(',') } : {};
  }
}

/** A page that came twice hides another one: better nothing than a list with a hole. */
const repeated = (repository: RepositoryName): PortError =>
  new PortError({
    code: 'invalid',
    family: 'tracker_pagination',
    message: `GitHub's pages of the issues of ${fullNameOf(repository)} repeat themselves.`,
    nextStep: 'It is tried again at the next poll.',
  });
