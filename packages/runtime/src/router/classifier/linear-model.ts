import type { SparseVector } from './vocabulary.ts';

/** A weight for every feature and label; the score of a label is their sum over a text's features. */
export interface LinearModel {
  readonly labels: number;
  readonly bias: Float32Array;
  /** Row by row: all labels of the first feature, then of the second. */
  readonly weights: Int8Array;
  /** What one step of a row's weights is worth. */
  readonly steps: Float32Array;
}

const ROUNDS = 5;
const RATE = 1;
const BIAS_RATE = 0.02;
/** Labels that are wrong by less than this are left alone: most are, and the time goes into those that are not. */
const NEGLIGIBLE = 3e-4;
/** A text answered rightly with this share is passed over the next time. */
const SURE = 0.98;

/**
 * Multinomial logistic regression, learned text by text with steps that shrink for features often seen (AdaGrad,
 * one count a feature). The order is shuffled by a fixed seed: the same texts make the same model.
 */
export function learnLinear(
  texts: readonly SparseVector[],
  truth: Int32Array,
  features: number,
  labels: number,
): LinearModel {
  const weights = new Float32Array(features * labels);
  const bias = new Float32Array(labels);
  const travelled = new Float32Array(features).fill(1e-3);
  const scores = new Float32Array(labels);
  const wrong = new Int32Array(labels);
  const by = new Float32Array(labels);
  const settled = new Uint8Array(texts.length);
  const order = Int32Array.from({ length: texts.length }, (_, at) => at);
  const chance = seeded(1);
  // Few texts are shown more often, so that a handful of examples teaches as surely as a thousand.
  const rounds = ROUNDS + Math.min(20, Math.floor(2000 / Math.max(1, texts.length)));
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, chance);
    for (const index of order) {
      if (settled[index]! > 0) {
        settled[index]! -= 1;
        continue;
      }
      const { at, value } = texts[index] as SparseVector;
      scores.set(bias);
      for (let each = 0; each < at.length; each += 1) {
        const row = at[each]! * labels;
        const much = value[each]!;
        for (let label = 0; label < labels; label += 1) scores[label]! += weights[row + label]! * much;
      }
      softmax(scores);
      if (scores[truth[index]!]! > SURE) settled[index] = 1;
      scores[truth[index]!]! -= 1;
      let count = 0;
      let error = 0;
      for (let label = 0; label < labels; label += 1) {
        const gradient = scores[label]!;
        if (gradient < NEGLIGIBLE && gradient > -NEGLIGIBLE) continue;
        wrong[count] = label;
        by[count] = gradient;
        error += gradient * gradient;
        count += 1;
      }
      for (let each = 0; each < at.length; each += 1) {
        const feature = at[each]!;
        const much = value[each]!;
        travelled[feature]! += error * much * much;
        const step = (RATE * much) / Math.sqrt(travelled[feature]!);
        const row = feature * labels;
        for (let one = 0; one < count; one += 1) weights[row + wrong[one]!]! -= step * by[one]!;
      }
      for (let one = 0; one < count; one += 1) bias[wrong[one]!]! -= BIAS_RATE * by[one]!;
    }
  }
  return round8(weights, bias, features, labels);
}

/** Adds up into `scores`, which has a place for every label. */
export function scoreInto(scores: Float32Array, model: LinearModel, { at, value }: SparseVector): void {
  const { labels, weights, steps, bias } = model;
  scores.set(bias);
  for (let each = 0; each < at.length; each += 1) {
    const feature = at[each]!;
    const row = feature * labels;
    const much = value[each]! * steps[feature]!;
    for (let label = 0; label < labels; label += 1) scores[label]! += weights[row + label]! * much;
  }
}

/** Scores become shares of one, in place. */
function softmax(scores: Float32Array): void {
  let most = Number.NEGATIVE_INFINITY;
  for (let label = 0; label < scores.length; label += 1) if (scores[label]! > most) most = scores[label]!;
  let sum = 0;
  for (let label = 0; label < scores.length; label += 1) {
    const part = Math.exp(scores[label]! - most);
    scores[label] = part;
    sum += part;
  }
  for (let label = 0; label < scores.length; label += 1) scores[label]! /= sum;
}

/** One byte a weight is enough to tell labels apart, and a quarter of the memory and of the file. */
function round8(weights: Float32Array, bias: Float32Array, features: number, labels: number): LinearModel {
  const bytes = new Int8Array(weights.length);
  const steps = new Float32Array(features);
  for (let feature = 0; feature < features; feature += 1) {
    const row = feature * labels;
    let most = 0;
    for (let at = row; at < row + labels; at += 1) most = Math.max(most, Math.abs(weights[at]!));
    const step = most / 127;
    steps[feature] = step;
    if (step > 0) for (let at = row; at < row + labels; at += 1) bytes[at] = Math.round(weights[at]! / step);
  }
  return { labels, bias, weights: bytes, steps };
}

/** Numbers in [0, 1) from a seed, for shuffling only. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffle(order: Int32Array, chance: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    const kept = order[at]!;
    order[at] = order[other]!;
    order[other] = kept;
  }
}
