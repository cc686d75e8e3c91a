import type { Guess } from './predictions.ts';

/** A newcomer pushes the rarest out beyond so many: rows stay short, and what is rare is never predicted anyway. */
const MOST_FOLLOWERS = 16;
/** Workflows whose last step is remembered; the oldest is forgotten first. */
const MOST_WORKFLOWS = 1_000;
/** From so many steps on everything counts half, so that new habits show. */
const HALVE_AT = 200;

interface Row {
  steps: number;
  readonly followers: Map<string, number>;
}

/** Learns which instrument follows which, within one workflow each. */
export class WorkflowHabits {
  readonly #rows = new Map<string, Row>();
  readonly #last = new Map<string, string>();

  record(id: string, workflow: string): void {
    const before = this.#last.get(workflow);
    if (before === id) return;
    this.#last.delete(workflow);
    this.#last.set(workflow, id);
    if (this.#last.size > MOST_WORKFLOWS) {
      const [oldest] = this.#last.keys();
      if (oldest !== undefined) this.#last.delete(oldest);
    }
    if (before !== undefined) this.#count(before, id);
  }

  /** What follows `id`, with a probability of at least `atLeast`. */
  predict(id: string, atLeast: number): readonly Guess[] {
    const row = this.#rows.get(id);
    if (!row) return [];
    const guesses: Guess[] = [];
    for (const [follower, count] of row.followers) {
      const probability = count / (row.steps + 1);
      if (probability >= atLeast) guesses.push({ id: follower, probability });
    }
    return guesses.sort((a, b) => b.probability - a.probability);
  }

  #count(from: string, to: string): void {
    const row = this.#rows.get(from) ?? { steps: 0, followers: new Map<string, number>() };
    this.#rows.set(from, row);
    if (!row.followers.has(to) && row.followers.size >= MOST_FOLLOWERS) row.followers.delete(rarest(row));
    row.followers.set(to, (row.followers.get(to) ?? 0) + 1);
    row.steps += 1;
    if (row.steps < HALVE_AT) return;
    row.steps /= 2;
    for (const [follower, count] of row.followers) row.followers.set(follower, count / 2);
  }
}

function rarest({ followers }: Row): string {
  let found = '';
  let least = Number.POSITIVE_INFINITY;
  for (const [follower, count] of followers)
    if (count < least) {
      found = follower;
      least = count;
    }
  return found;
}
