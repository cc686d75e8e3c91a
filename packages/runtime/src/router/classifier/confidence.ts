import { type Logistic, learnLogistic, type Outcome, probability } from './logistic.ts';

/** Turns evidence into the share of such decisions that are right. JSON as it stands. */
export interface Confidence {
  readonly curve: Logistic;
  /** Confidences of the outcomes it was learned from, ascending, in steps: how much stands behind a high one. */
  readonly heights: readonly number[];
  /** Outcomes between two steps. */
  readonly stride: number;
}

const RIDGE = 1;
const STEPS = 200;
/** As if so many more outcomes had been seen, half of them wrong. */
const DOUBT = 2;
const TOGETHER = 0.9;

export function learnConfidence(outcomes: readonly Outcome[]): Confidence {
  const curve = learnLogistic(outcomes, RIDGE);
  const sorted = outcomes.map(({ evidence }) => probability(curve, evidence)).sort((a, b) => a - b);
  const stride = Math.max(1, Math.ceil(sorted.length / STEPS));
  return { curve, heights: sorted.filter((_, at) => at % stride === 0), stride };
}

/**
 * Never surer than what was seen allows: a confidence that only twenty outcomes reached says no more than twenty
 * outcomes can.
 */
export function confidenceOf({ curve, heights, stride }: Confidence, evidence: readonly number[]): number {
  const plain = probability(curve, evidence);
  // The highest of all would have nothing behind it: from 0.9 on, all that are as sure stand behind each other.
  let behind = 0;
  for (let at = heights.length - 1; at >= 0 && heights[at]! >= Math.min(plain, TOGETHER); at -= 1)
    behind += stride;
  return (plain * behind + 0.5 * DOUBT) / (behind + DOUBT);
}
