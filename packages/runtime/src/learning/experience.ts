import type { Cabinet, Chance, Instant } from '@symphony/domain';
import {
  type Counts,
  confidenceOf,
  drawRate,
  fadedTo,
  HALF_LIFE_MS,
  NOTHING_SEEN,
  noted,
  type Observation,
  weightOf,
} from './beta.ts';

/** What is chosen for what: a tool for a pattern of words, a player for a class of work. */
export type Pairing = 'pattern-tool' | 'class-player';

export interface Outcome extends Observation {
  readonly pairing: Pairing;
  readonly subject: string;
  readonly choice: string;
}

export interface Learned {
  readonly id: string;
  readonly pairing: Pairing;
  readonly subject: string;
  readonly choice: string;
  readonly counts: Counts;
  readonly confidence: number;
}

export interface Pruning {
  readonly now: Instant;
  /** What was last used longer ago goes. */
  readonly maxAgeMs: number;
  /** What is trusted less goes. */
  readonly minConfidence?: number;
  /** So many of the last used stay, whatever they are worth. */
  readonly keepRecent?: number;
}

/** Below this, what was seen has faded so far that it says nothing any more. */
const LEAST_WEIGHT = 0.05;
const MOST_PAIRS = 5_000;

/**
 * What is known of how choices turned out (R16), kept in a cabinet. Nothing is held in memory: another process of
 * the same workplace learns too. Two of them noting the same pair in the same instant lose one observation, never
 * the pair.
 */
export class Experience {
  readonly #cabinet: Cabinet;
  readonly #halfLifeMs: number;

  constructor(cabinet: Cabinet, { halfLifeMs = HALF_LIFE_MS }: { readonly halfLifeMs?: number } = {}) {
    this.#cabinet = cabinet;
    this.#halfLifeMs = halfLifeMs;
  }

  /** Notes them all at once; answers what is known of their pairs then. */
  learn(outcomes: readonly Outcome[]): readonly Learned[] {
    const changed = new Map<string, Learned>();
    for (const outcome of outcomes) {
      const { pairing, subject, choice } = outcome;
      const id = keyOf(subject, choice);
      const place = `${pairing} ${id}`;
      const before = changed.get(place)?.counts ?? this.#read(pairing, id, outcome.at) ?? NOTHING_SEEN;
      const counts = noted(before, outcome, this.#halfLifeMs);
      changed.set(place, this.#told(pairing, subject, choice, counts, counts.at));
    }
    const learned = [...changed.values()];
    if (learned.length > 0)
      this.#cabinet.put(
        learned.map(({ id, pairing, subject, choice, counts }) => ({
          drawer: drawerOf(pairing),
          key: id,
          value: { subject, choice, counts },
          at: counts.lastUsed,
        })),
      );
    return learned;
  }

  /** Null: never seen. */
  of(pairing: Pairing, subject: string, choice: string, now: Instant): Learned | null {
    const counts = this.#read(pairing, keyOf(subject, choice), now);
    return counts && this.#told(pairing, subject, choice, counts, now);
  }

  /** Last used first. */
  all(pairing: Pairing, now: Instant): readonly Learned[] {
    return this.#cabinet.list(drawerOf(pairing), now, MOST_PAIRS).flatMap(({ value }) => {
      const { subject, choice, counts } = value as { subject: string; choice: string; counts: Counts };
      return this.#told(pairing, subject, choice, counts, now);
    });
  }

  /**
   * Thompson sampling: draws a success rate for each and takes the best after its price, so that what is little
   * known is tried now and then and what fails is left. Null: there was nothing to choose from.
   */
  choose(
    pairing: Pairing,
    subject: string,
    choices: readonly { readonly choice: string; readonly price?: number }[],
    { now, chance }: { readonly now: Instant; readonly chance: Chance },
  ): string | null {
    let best: { readonly choice: string; readonly worth: number } | null = null;
    for (const { choice, price = 0 } of choices) {
      const counts = this.#read(pairing, keyOf(subject, choice), now) ?? NOTHING_SEEN;
      const worth = drawRate(counts, now, chance, this.#halfLifeMs) - price;
      if (best === null || worth > best.worth) best = { choice, worth };
    }
    return best?.choice ?? null;
  }

  /** By age and by value; answers how many pairs went. */
  prune(pairing: Pairing, { now, maxAgeMs, minConfidence = 0, keepRecent = 0 }: Pruning): number {
    const known = this.all(pairing, now);
    const gone = known.filter(({ counts, confidence }, index) => {
      if (index < keepRecent) return false;
      const old = now - counts.lastUsed > maxAgeMs;
      const empty = weightOf(counts, now, this.#halfLifeMs) < LEAST_WEIGHT;
      return old || empty || confidence < minConfidence;
    });
    if (gone.length > 0)
      this.#cabinet.take(
        drawerOf(pairing),
        gone.map(({ id }) => id),
      );
    return gone.length;
  }

  #read(pairing: Pairing, id: string, now: Instant): Counts | null {
    const value = this.#cabinet.get(drawerOf(pairing), id, now);
    return value === null ? null : (value as { counts: Counts }).counts;
  }

  #told(pairing: Pairing, subject: string, choice: string, counts: Counts, now: Instant): Learned {
    return {
      id: keyOf(subject, choice),
      pairing,
      subject,
      choice,
      counts: fadedTo(counts, now, this.#halfLifeMs),
      confidence: confidenceOf(counts, now, this.#halfLifeMs),
    };
  }
}

const drawerOf = (pairing: Pairing): string => `learning:${pairing}`;
const keyOf = (subject: string, choice: string): string => JSON.stringify([subject, choice]);
