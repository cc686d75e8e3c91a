import type { Instant } from '@symphony/domain';

export interface Grant {
  readonly owner: string;
  readonly at: Instant;
  readonly waitedMs: number;
}

/** Who was served within a window of time. Recording and asking cost the same however long it is. */
export class GrantHistory {
  readonly #windowMs: number;
  #grants: Grant[] = [];
  /** Grants before this place are out of the window. */
  #first = 0;
  readonly #served = new Map<string, { count: number; lastTurn: number }>();
  #turns = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** In the order of time. */
  record(grant: Grant): void {
    this.#turns += 1;
    this.#grants.push(grant);
    const served = this.#served.get(grant.owner);
    if (served) {
      served.count += 1;
      served.lastTurn = this.#turns;
    } else this.#served.set(grant.owner, { count: 1, lastTurn: this.#turns });
    this.forget(grant.at);
  }

  /** Drops what is older than the window. */
  forget(now: Instant): void {
    const start = now - this.#windowMs;
    for (
      let grant = this.#grants[this.#first];
      grant && grant.at <= start;
      grant = this.#grants[this.#first]
    ) {
      this.#first += 1;
      const served = this.#served.get(grant.owner);
      if (served && --served.count === 0) this.#served.delete(grant.owner);
    }
    if (this.#first > 64 && this.#first * 2 > this.#grants.length) {
      this.#grants = this.#grants.slice(this.#first);
      this.#first = 0;
    }
  }

  served(owner: string): number {
    return this.#served.get(owner)?.count ?? 0;
  }

  /** Grows with every grant; 0 when the owner had none in the window. */
  lastTurn(owner: string): number {
    return this.#served.get(owner)?.lastTurn ?? 0;
  }

  get total(): number {
    return this.#grants.length - this.#first;
  }

  /** Every grant in the window, oldest first. */
  *[Symbol.iterator](): Generator<Grant, void> {
    for (let at = this.#first; at < this.#grants.length; at++) yield this.#grants[at] as Grant;
  }

  get owners(): IterableIterator<string> {
    return this.#served.keys();
  }
}
