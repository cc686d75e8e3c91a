import type { JudgedDecision } from '../thresholds.ts';
import { type Confidence, confidenceOf, learnConfidence } from './confidence.ts';
import { evidenceOf } from './evidence.ts';
import { type LinearModel, learnLinear, scoreInto } from './linear-model.ts';
import type { Outcome } from './logistic.ts';
import { featuresOf } from './text-features.ts';
import { tryOut } from './trial.ts';
import { Vocabulary } from './vocabulary.ts';

export interface Example {
  readonly text: string;
  readonly label: string;
}

export interface Classified {
  readonly label: string;
  /** 0..1, calibrated: of a hundred answers at 0.9, ninety are right. What is for no label is never right. */
  readonly confidence: number;
  /** The next best label; null when there is only one. */
  readonly second: string | null;
}

/** Tells what a request is for by examples alone: no model, no network, the same answer every time. */
export class Classifier {
  readonly labels: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly model: LinearModel;
  readonly confidence: Confidence;
  /** How it did on texts it had not seen: where its thresholds come from until real outcomes are known. */
  readonly tried: readonly JudgedDecision[];
  readonly #scores: Float32Array;

  constructor(
    labels: readonly string[],
    vocabulary: Vocabulary,
    model: LinearModel,
    confidence: Confidence,
    tried: readonly JudgedDecision[],
  ) {
    this.labels = labels;
    this.vocabulary = vocabulary;
    this.model = model;
    this.confidence = confidence;
    this.tried = tried;
    this.#scores = new Float32Array(labels.length);
  }

  /** Null when there is nothing to tell apart or nothing to learn from. */
  static learn(examples: readonly Example[]): Classifier | null {
    const labels = [...new Set(examples.map(({ label }) => label))].sort();
    if (labels.length === 0) return null;
    const number = new Map(labels.map((label, at) => [label, at]));
    const truth = Int32Array.from(examples, ({ label }) => number.get(label)!);
    const documents = examples.map(({ text }) => featuresOf(text));
    const vocabulary = Vocabulary.of(documents);
    const vectors = documents.map((document) => vocabulary.vector(document));
    const model = learnLinear(vectors, truth, vocabulary.size, labels.length);
    const outcomes = tryOut(documents, truth, labels.length);
    const confidence = learnConfidence(outcomes);
    return new Classifier(labels, vocabulary, model, confidence, judged(outcomes, confidence));
  }

  classify(text: string): Classified {
    const vector = this.vocabulary.read(text);
    scoreInto(this.#scores, this.model, vector);
    const { best, second, values } = evidenceOf(this.#scores, vector.strange);
    return {
      label: this.labels[best] ?? '',
      confidence: confidenceOf(this.confidence, values),
      second: this.labels[second] ?? null,
    };
  }
}

/** In steps of a hundredth: what thresholds are reckoned from, small enough to be kept. */
function judged(outcomes: readonly Outcome[], confidence: Confidence): JudgedDecision[] {
  const counts = new Map<number, { right: number; wrong: number }>();
  for (const { evidence, right, weight } of outcomes) {
    const step = Math.floor(confidenceOf(confidence, evidence) * 100) / 100;
    const count = counts.get(step) ?? { right: 0, wrong: 0 };
    count[right ? 'right' : 'wrong'] += weight;
    counts.set(step, count);
  }
  return [...counts].flatMap(([step, { right, wrong }]) => [
    { confidence: step, right: true, weight: right },
    { confidence: step, right: false, weight: wrong },
  ]);
}
