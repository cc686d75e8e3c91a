import type { Instant, Thing } from '@symphony/domain';

/**
 * How much a thing is worth keeping, 0 to 1. Recency weighs most: what was used lately is what is
 * asked for next. The parts add up to 1, so that a value can be read as a share.
 */
export const WEIGHTS = {
  /** Halves every two weeks without use. */
  recency: 0.3,
  /** Rises with each use, ever more slowly: 3 uses are half. */
  frequency: 0.2,
  /** As judged; one half where nobody judged. */
  quality: 0.2,
  training: 0.15,
  /** One over the number of things with the same content. */
  uniqueness: 0.15,
} as const;

/** From here on a thing is never removed, only archived. */
export const HIGH_VALUE = 0.7;

const HALF_LIFE_MS = 14 * 86_400_000;
const HALF_FREQUENCY = 3;

/** `copies`: how many things have this content, this one included. */
export function worthOf(thing: Thing, copies: number, now: Instant): number {
  const unused = Math.max(0, now - thing.lastUsedAt);
  return (
    WEIGHTS.recency * 2 ** (-unused / HALF_LIFE_MS) +
    WEIGHTS.frequency * (thing.uses / (thing.uses + HALF_FREQUENCY)) +
    WEIGHTS.quality * (thing.quality ?? 0.5) +
    WEIGHTS.training * (thing.training ? 1 : 0) +
    WEIGHTS.uniqueness * (1 / Math.max(1, copies))
  );
}

/** How many things there are with each known content. */
export function copiesOf(things: readonly Thing[]): (thing: Thing) => number {
  const counts = new Map<string, number>();
  for (const { content } of things) if (content !== null) counts.set(content, (counts.get(content) ?? 0) + 1);
  return ({ content }) => (content === null ? 1 : (counts.get(content) ?? 1));
}
