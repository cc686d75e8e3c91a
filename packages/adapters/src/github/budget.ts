import { type Headers, limitReached, readLimit } from './limit.ts';

/** What GitHub lets the account do in an hour, and what this process took of it. */
export interface GitHubBudget {
  /** As the last answer said, one for each resource that was used (`core`, `graphql`). */
  readonly limits: readonly ResourceLimit[];
  readonly spent: Spent;
  /** Until when nothing is sent because a limit was reached; null: nothing is held back. */
  readonly restingUntil: number | null;
}

export interface ResourceLimit {
  readonly resource: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** By our clock. */
  readonly resetAt: number;
}

export interface Spent {
  readonly requests: number;
  /** Answered `304`: they cost nothing. */
  readonly unchanged: number;
  /** Requests of the REST API and points of GraphQL, together. */
  readonly points: number;
}

/** Keeps what the answers' headers say. The limit is the account's: others may use it up meanwhile. */
export class RateBudget {
  readonly #limits = new Map<string, ResourceLimit>();
  readonly #rests = new Map<string, number>();
  #spent: Spent = { requests: 0, unchanged: 0, points: 0 };

  note(headers: Headers, now: number): void {
    const told = readLimit(headers, now);
    if (!told) return;
    const { resource, limit, used, remaining, resetsInMs } = told;
    this.#limits.set(resource, { resource, limit, used, remaining, resetAt: now + resetsInMs });
  }

  spend(points: number): void {
    const { requests, unchanged } = this.#spent;
    this.#spent = {
      requests: requests + 1,
      unchanged: unchanged + (points === 0 ? 1 : 0),
      points: this.#spent.points + points,
    };
  }

  /** GitHub asks that nothing be sent while a limit lasts: a secondary one counts for everything. */
  noteRefusal(status: number, headers: Headers, message: string, now: number): void {
    const reached = limitReached(status, headers, message, now);
    if (!reached) return;
    const resource = reached.kind === 'secondary' ? 'all' : String(headers['x-ratelimit-resource'] ?? 'core');
    this.#rests.set(resource, now + reached.retryAfterMs);
  }

  /** How long requests for this resource are still held back. */
  restMs(resource: string, now: number): number {
    const until = Math.max(this.#rests.get('all') ?? 0, this.#rests.get(resource) ?? 0);
    return Math.max(0, until - now);
  }

  view(now: number): GitHubBudget {
    const until = Math.max(0, ...this.#rests.values());
    return {
      limits: [...this.#limits.values()],
      spent: this.#spent,
      restingUntil: until > now ? until : null,
    };
  }
}
