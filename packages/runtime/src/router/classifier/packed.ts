import type { JudgedDecision } from '../thresholds.ts';
import { Classifier } from './classifier.ts';
import type { Confidence } from './confidence.ts';
import { Vocabulary } from './vocabulary.ts';

/** A learned classifier as one JSON value: it answers the same after it was written and read. */
export interface PackedClassifier {
  readonly version: 1;
  readonly labels: readonly string[];
  /** Separated by line feeds, which no feature contains. */
  readonly features: string;
  readonly rarity: readonly number[];
  readonly unknown: number;
  readonly bias: readonly number[];
  readonly steps: readonly number[];
  /** One byte a weight, in base 64. */
  readonly weights: string;
  readonly confidence: Confidence;
  readonly tried: readonly JudgedDecision[];
}

export function pack({ labels, vocabulary, model, confidence, tried }: Classifier): PackedClassifier {
  return {
    version: 1,
    labels,
    features: vocabulary.features.join('\n'),
    rarity: vocabulary.weight,
    unknown: vocabulary.unknown,
    bias: [...model.bias],
    steps: [...model.steps],
    weights: toBase64(model.weights),
    confidence,
    tried,
  };
}

export function unpack(packed: PackedClassifier): Classifier {
  const features = packed.features === '' ? [] : packed.features.split('\n');
  const model = {
    labels: packed.labels.length,
    bias: Float32Array.from(packed.bias),
    steps: Float32Array.from(packed.steps),
    weights: fromBase64(packed.weights),
  };
  const vocabulary = new Vocabulary(features, packed.rarity, packed.unknown);
  return new Classifier(packed.labels, vocabulary, model, packed.confidence, packed.tried);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Pure code has neither Buffer nor btoa. */
function toBase64(bytes: Int8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const three =
      ((bytes[at]! & 255) << 16) | (((bytes[at + 1] ?? 0) & 255) << 8) | ((bytes[at + 2] ?? 0) & 255);
    const left = bytes.length - at;
    parts.push(
      LETTERS[three >> 18]! +
        LETTERS[(three >> 12) & 63]! +
        (left > 1 ? LETTERS[(three >> 6) & 63]! : '=') +
        (left > 2 ? LETTERS[three & 63]! : '='),
    );
  }
  return parts.join('');
}

function fromBase64(text: string): Int8Array {
  const value = new Map([...LETTERS].map((letter, at) => [letter, at]));
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Int8Array((text.length / 4) * 3 - padding);
  for (let at = 0, next = 0; at < text.length; at += 4) {
    let three = 0;
    for (let each = 0; each < 4; each += 1) three = (three << 6) | (value.get(text[at + each]!) ?? 0);
    for (let shift = 16; shift >= 0 && next < bytes.length; shift -= 8, next += 1)
      bytes[next] = three >> shift;
  }
  return bytes;
}
