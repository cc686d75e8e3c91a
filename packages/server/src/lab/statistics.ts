import type { Chance } from '@symphony/domain';

/** A mean with how sure it is: 95 of 100 such intervals hold the true value. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

const RESAMPLES = 2_000;

/** Bootstrap percentile interval of the mean. Null without values. */
export function estimate(values: readonly number[], chance: Chance): Estimate | null {
  const { length } = values;
  if (length === 0) return null;
  const means = new Float64Array(RESAMPLES);
  for (let at = 0; at < RESAMPLES; at += 1) {
    let sum = 0;
    for (let draw = 0; draw < length; draw += 1) sum += values[Math.floor(chance() * length)] as number;
    means[at] = sum / length;
  }
  means.sort();
  return { mean: meanOf(values), low: quantile(means, 0.025), high: quantile(means, 0.975), count: length };
}

/** Of the differences `b − a` between what belongs together: both met the same requests, so that is not chance. */
export function pairedDifference(
  pairs: readonly { readonly a: number; readonly b: number }[],
  chance: Chance,
): Estimate | null {
  return estimate(
    pairs.map(({ a, b }) => b - a),
    chance,
  );
}

/**
 * A rate, by Wilson: the bootstrap says of ten successes in ten that there was never a doubt, and this does not.
 */
export function rate(succeeded: number, count: number): Estimate | null {
  if (count === 0) return null;
  const z = 1.959_964;
  const share = succeeded / count;
  const weight = 1 + z ** 2 / count;
  const middle = (share + z ** 2 / (2 * count)) / weight;
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  return { mean: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half), count };
}

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return quantile(Float64Array.from(values).sort(), 0.5);
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

/** Between neighbours in proportion. */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
}
