import { type PullSight, THREADS, type Thread, type Threads } from './pull-sight.ts';
import { type HostGround, refOf } from './settings.ts';

const MOST_PAGES = 5;

const OLDER = `query OlderThreads($owner: String!, $repo: String!, $number: Int!, $before: String) {
  repository(owner: $owner, name: $repo) {
    pullRequest(number: $number) { reviewThreads(last: 50, before: $before) { ${THREADS} } }
  }
  rateLimit { cost }
}`;

/** Threads that a look at many pull requests has no room for; read anew only when the pull request changed. */
export class OlderThreads {
  readonly #ground: HostGround;
  readonly #known = new Map<number, { readonly at: string; readonly threads: readonly Thread[] }>();

  constructor(ground: HostGround) {
    this.#ground = ground;
  }

  /** The pull request with all of its threads. */
  async complete(pull: PullSight): Promise<PullSight> {
    const { number, updatedAt, reviewThreads, state } = pull;
    if (!reviewThreads.pageInfo.hasPreviousPage || state !== 'OPEN') {
      this.#known.delete(number);
      return pull;
    }
    const known = this.#known.get(number);
    const threads = known?.at === updatedAt ? known.threads : await this.#read(number, reviewThreads);
    this.#known.set(number, { at: updatedAt, threads });
    return { ...pull, reviewThreads: { ...reviewThreads, nodes: [...threads, ...reviewThreads.nodes] } };
  }

  async #read(number: number, newest: Threads): Promise<readonly Thread[]> {
    const { github, slug, warn } = this.#ground;
    const threads: Thread[] = [];
    let { hasPreviousPage, startCursor: before } = newest.pageInfo;
    for (let page = 0; hasPreviousPage && before !== null; page += 1) {
      if (page >= MOST_PAGES) {
        warn(`${refOf(slug, number)} has more threads than are read; its oldest remarks are passed over.`);
        break;
      }
      const answer: Answer = await github.graphql<Answer>(OLDER, { ...slug, number, before });
      const older = answer.repository?.pullRequest?.reviewThreads;
      if (!older) break;
      threads.unshift(...older.nodes);
      ({ hasPreviousPage, startCursor: before } = older.pageInfo);
    }
    return threads;
  }
}

interface Answer {
  readonly repository: { readonly pullRequest: { readonly reviewThreads: Threads } | null } | null;
}
