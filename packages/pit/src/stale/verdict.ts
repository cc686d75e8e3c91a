import type { Guards, Thing, Tier } from '@symphony/domain';

/** What is to become of a thing, with a reason a person can read. */
export interface Verdict {
  readonly thing: Thing;
  readonly action: 'keep' | 'archive' | 'delete';
  /** Where it belongs. With `keep` it may be warmer than where it is: it is used again. */
  readonly tier: Tier;
  readonly reason: string;
  /** The policy that decided; null where a guard, its value or another thing did. */
  readonly policy: string | null;
  readonly value: number;
}

const DEGREES: Readonly<Record<Tier, number>> = { hot: 0, warm: 1, cold: 2 };

export const isColder = (a: Tier, b: Tier): boolean => DEGREES[a] > DEGREES[b];

/** The coldest of the thing's own tiers that is not colder than `wanted`. */
export function nearestTier(thing: Thing, wanted: Tier): Tier {
  let found: Tier = 'hot';
  for (const tier of thing.tiers) if (!isColder(tier, wanted) && isColder(tier, found)) found = tier;
  return found;
}

/** The first reason that forbids touching it; null when it is free. */
export const guardOf = ({ running, unmerged, referenced, held, tagged }: Guards): string | null =>
  running ?? unmerged ?? referenced ?? held ?? tagged;
