import { evidenceOf } from './evidence.ts';
import { learnLinear, scoreInto, seeded, shuffle } from './linear-model.ts';
import type { Outcome } from './logistic.ts';
import { Vocabulary } from './vocabulary.ts';

/** Outcomes wanted before confidence is learned from them; fewer texts are split more often. */
const ENOUGH = 3000;
const MOST_FOLDS = 5;
/** Of the texts of known labels, and of the labels, how many are kept away from the model that is asked. */
const KEPT_TEXTS = 0.1;
const KEPT_LABELS = 0.15;
/** Requests no label is for, among all requests: unknown in advance, so a modest guess. */
const FOREIGN = 0.04;

/**
 * Asks models about texts they have not seen. Some labels are left out whole: what is asked for under them is, for
 * that model, asked of nobody, and every answer to it is wrong. So what a classifier does with foreign requests is
 * learned without having one.
 */
export function tryOut(
  documents: readonly (readonly string[])[],
  truth: Int32Array,
  labels: number,
): Outcome[] {
  const folds = Math.max(2, Math.min(MOST_FOLDS, Math.ceil(ENOUGH / (documents.length * KEPT_TEXTS))));
  const texts = order(documents.length, 7);
  const names = order(labels, 11);
  const known: Outcome[] = [];
  const foreign: Outcome[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const away = new Set(keptOf(names, fold, folds, KEPT_LABELS, labels > 2 ? labels - 2 : 0));
    const kept = new Set(keptOf(texts, fold, folds, KEPT_TEXTS, documents.length - 1));
    const taught = [...texts].filter((text) => !kept.has(text) && !away.has(truth[text]!));
    const asked = [...texts].filter((text) => kept.has(text) || away.has(truth[text]!));
    const used = taught.map((text) => documents[text]!);
    const vocabulary = Vocabulary.of(used);
    // Labels keep their numbers; those left out are never right and sink.
    const model = learnLinear(
      used.map((document) => vocabulary.vector(document)),
      Int32Array.from(taught, (text) => truth[text]!),
      vocabulary.size,
      labels,
    );
    const scores = new Float32Array(labels);
    for (const text of asked) {
      const vector = vocabulary.vector(documents[text]!);
      scoreInto(scores, model, vector);
      for (const label of away) scores[label] = Number.NEGATIVE_INFINITY;
      const { best, values } = evidenceOf(scores, vector.strange);
      const isForeign = away.has(truth[text]!);
      (isForeign ? foreign : known).push({ evidence: values, right: best === truth[text]!, weight: 1 });
    }
  }
  // Of foreign texts there are as many as come up; they count as many as are expected.
  const weight = (known.length * FOREIGN) / (1 - FOREIGN) / Math.max(1, foreign.length);
  return [...known, ...foreign.map((outcome) => ({ ...outcome, weight }))];
}

function keptOf(all: Int32Array, fold: number, folds: number, share: number, most: number): Int32Array {
  const count = Math.min(most, Math.max(1, Math.round(all.length * Math.max(share, 1 / MOST_FOLDS / 2))));
  const start = Math.floor((fold * all.length) / folds);
  return Int32Array.from({ length: count }, (_, at) => all[(start + at) % all.length]!);
}

function order(length: number, seed: number): Int32Array {
  const all = Int32Array.from({ length }, (_, at) => at);
  shuffle(all, seeded(seed));
  return all;
}
