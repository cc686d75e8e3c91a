import { failureOf } from '@symphony/domain';
import type { GitHub } from '../../github/index.ts';
import type { TrackerBudget, TrackerFinding } from '../provider.ts';
import { fullNameOf, type RepositoryName } from './identity.ts';
import { nextPollMs } from './pace.ts';
import type { GitHubTrackerSettings } from './settings.ts';

/** Below this share of the hour's budget a person is warned. */
const SCARCE = 0.1;

/** The account that asks: who it is, what it may do, and what is left of its hour. */
export class Account {
  readonly #github: GitHub;
  readonly #settings: GitHubTrackerSettings;
  readonly #now: () => number;
  #me: Promise<string> | null = null;
  #polls = 0;

  constructor(github: GitHub, settings: GitHubTrackerSettings, now: () => number) {
    this.#github = github;
    this.#settings = settings;
    this.#now = now;
  }

  /** Only asked for where `assignee: me` needs it; an app has no such thing. */
  async me(): Promise<string | null> {
    if (this.#settings.assignee !== 'me') return null;
    this.#me ??= this.#github.rest.users.getAuthenticated().then(({ data }) => data.login);
    try {
      return await this.#me;
    } catch (error) {
      this.#me = null; // it is asked again next time
      throw error;
    }
  }

  notePoll(): void {
    this.#polls += 1;
  }

  /** The scarcer of the two budgets a poll draws on. */
  budget(): TrackerBudget | null {
    const { limits, spent } = this.#github.budget();
    const [scarcest] = limits.toSorted((a, b) => a.remaining / a.limit - b.remaining / b.limit);
    if (!scarcest) return null;
    const { limit, used, remaining, resetAt } = scarcest;
    return { limit, used, remaining, resetAt, spent: { requests: spent.requests, points: spent.points } };
  }

  nextPollMs(intervalMs: number): number {
    const resting = this.#github.budget().restingUntil;
    const rest = resting === null ? 0 : resting - this.#now();
    const budget = this.budget();
    const price = this.#polls === 0 ? 1 : (budget?.spent.points ?? 0) / this.#polls;
    return Math.max(rest, nextPollMs(intervalMs, budget, price, this.#now()));
  }

  /** Reach, scopes and budget, each in a sentence (C24). */
  async check(): Promise<readonly TrackerFinding[]> {
    const found: TrackerFinding[] = [];
    for (const repository of this.#settings.repositories) {
      try {
        const { headers } = await this.#github.rest.issues.listForRepo({ ...repository, per_page: 1 });
        found.push({ level: 'ok', message: `GitHub shows the issues of ${fullNameOf(repository)}.` });
        if (found.length === 1) found.push(...this.#scopes(headers['x-oauth-scopes']));
      } catch (error) {
        found.push(...(failureOf(error).code === 'missing' ? [unseen(repository)] : trouble(error)));
      }
    }
    if (found.some(({ level }) => level === 'problem')) return found;
    try {
      await this.me();
      const { data } = await this.#github.rest.rateLimit.get();
      const { core, graphql } = data.resources;
      for (const [name, limit] of Object.entries({ requests: core, 'GraphQL points': graphql }))
        if (limit)
          found.push(budgetFinding(name, limit.remaining, limit.limit, limit.reset * 1000 - this.#now()));
    } catch (error) {
      // An Enterprise server may have no limits at all, and then has no such page.
      const unlimited = failureOf(error).code === 'missing';
      found.push(...(unlimited ? [UNLIMITED] : trouble(error)));
    }
    return found;
  }

  /** Fine-grained tokens and apps do not tell their scopes: what is missing shows when it is needed. */
  #scopes(header: string | number | undefined): TrackerFinding[] {
    if (header === undefined || header === '') return [];
    const scopes = String(header).split(/,\s*/);
    const wanted = this.#settings.project === null ? ['repo'] : ['repo', 'project'];
    const missing = wanted.filter((each) => !scopes.includes(each));
    if (missing.length === 0)
      return [{ level: 'ok', message: `The token has the scopes it needs: ${wanted.join(', ')}.` }];
    return [
      {
        level: 'warning',
        message: `The token lacks the scope ${missing.join(' and ')}: some reads or writes will be refused.`,
        nextStep: `Add ${missing.join(' and ')} to the token on GitHub (public repositories need only public_repo).`,
      },
    ];
  }
}

const unseen = (repository: RepositoryName): TrackerFinding => ({
  level: 'problem',
  message: `The repository ${fullNameOf(repository)} is not there, or the token cannot see it.`,
  nextStep: 'Look at its name (owner/name) and at what the token may read.',
});

const UNLIMITED: TrackerFinding = { level: 'ok', message: 'This GitHub has no rate limit.' };

export function trouble(error: unknown): TrackerFinding[] {
  const { message, nextStep } = failureOf(error);
  return [{ level: 'problem', message, ...(nextStep === undefined ? {} : { nextStep }) }];
}

function budgetFinding(name: string, remaining: number, limit: number, resetsInMs: number): TrackerFinding {
  const minutes = Math.max(0, Math.ceil(resetsInMs / 60_000));
  const message = `${remaining} of ${limit} ${name} are left for the next ${minutes} min.`;
  if (remaining >= limit * SCARCE) return { level: 'ok', message };
  return {
    level: 'warning',
    message,
    nextStep: 'Something else uses the same account: give Symphony an app or an account of its own.',
  };
}
