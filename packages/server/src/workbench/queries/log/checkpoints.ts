import { type ConductorState, copyState } from '@symphony/conductor';
import type { Instant } from '@symphony/domain';

/** The state when an entry had just been recorded. */
export interface Moment {
  readonly state: ConductorState;
  /** When that entry was recorded; null before the first one. */
  readonly at: Instant | null;
}

export interface CheckpointLimits {
  /** Entries between two of them, at first. */
  readonly spacing: number;
  readonly most: number;
  /** Items of all of them together: a copy holds a few hundred bytes for each. */
  readonly mostItems: number;
}

const LIMITS: CheckpointLimits = { spacing: 2_000, most: 48, mostItems: 200_000 };

/**
 * States of the past, kept at even distances, so that a moment is reached from the one before it. They
 * are copies that share the items which did not change: text would take five times as long to make. When they become too many or too much, every second one goes and the distance doubles.
 */
export class Checkpoints {
  readonly #mostItems: number;
  readonly #most: number;
  #spacing: number;
  #items = 0;
  /** By their entry, in no order. */
  readonly #kept = new Map<number, Moment>();

  constructor({ spacing, most, mostItems }: CheckpointLimits = LIMITS) {
    this.#spacing = spacing;
    this.#most = most;
    this.#mostItems = mostItems;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Keeps the moment when its place is one of those that are kept. */
  pass({ state, at }: Moment): void {
    if (state.seq % this.#spacing !== 0 || this.#kept.has(state.seq)) return;
    this.#kept.set(state.seq, { state: copyState(state), at });
    this.#items += state.items.size;
    while (this.#kept.size > this.#most || (this.#items > this.#mostItems && this.#kept.size > 1))
      this.#thinOut();
  }

  /** The entry of the last one kept at or before `seq`; 0 when there is none. */
  before(seq: number): number {
    let last = 0;
    for (const kept of this.#kept.keys()) if (kept <= seq && kept > last) last = kept;
    return last;
  }

  restore(seq: number): Moment | null {
    const kept = this.#kept.get(seq);
    return kept ? { state: copyState(kept.state), at: kept.at } : null;
  }

  #thinOut(): void {
    this.#spacing *= 2;
    for (const [seq, { state }] of this.#kept) {
      if (seq % this.#spacing === 0) continue;
      this.#kept.delete(seq);
      this.#items -= state.items.size;
    }
  }
}
