import { featuresOf, KIND_WEIGHT } from './text-features.ts';

/** A text as numbers: which features it has and how much each counts, of length one. */
export interface SparseVector {
  readonly at: Int32Array;
  readonly value: Float32Array;
  /** How much of the text is words never seen, 0..1. */
  readonly strange: number;
}

/** The features a classifier knows, and how rare each is (TF-IDF). */
export class Vocabulary {
  readonly features: readonly string[];
  readonly #weight: readonly number[];
  readonly #at: Map<string, number>;
  /** Of a word never seen: rarer than every known one. */
  readonly #unknown: number;

  constructor(features: readonly string[], weight: readonly number[], unknown: number) {
    this.features = features;
    this.#weight = weight;
    this.#unknown = unknown;
    this.#at = new Map(features.map((feature, at) => [feature, at]));
  }

  get size(): number {
    return this.features.length;
  }

  get weight(): readonly number[] {
    return this.#weight;
  }

  get unknown(): number {
    return this.#unknown;
  }

  /** Words are all kept; other features when two texts share them. */
  static of(documents: readonly (readonly string[])[]): Vocabulary {
    const seen = new Map<string, number>();
    for (const document of documents)
      for (const feature of new Set(document)) seen.set(feature, (seen.get(feature) ?? 0) + 1);
    const rarity = (count: number): number => Math.log((1 + documents.length) / (1 + count)) + 1;
    const kept = [...seen].filter(([feature, count]) => count > 1 || feature.startsWith('w'));
    return new Vocabulary(
      kept.map(([feature]) => feature),
      kept.map(([feature, count]) => rarity(count) * (KIND_WEIGHT[feature.charAt(0)] ?? 0)),
      rarity(0),
    );
  }

  /**
   * Words never seen have no place in it but take their share of its length: a text of strange words points
   * nowhere strongly.
   */
  vector(features: readonly string[]): SparseVector {
    const counts = new Map<number, number>();
    let strange = 0;
    for (const feature of features) {
      const at = this.#at.get(feature);
      if (at !== undefined) counts.set(at, (counts.get(at) ?? 0) + 1);
      else if (feature.startsWith('w')) strange += 1;
    }
    const unseen = strange * this.#unknown ** 2;
    const at = new Int32Array(counts.size);
    const value = new Float32Array(counts.size);
    let length = unseen;
    let next = 0;
    for (const [feature, count] of counts) {
      const counted = (1 + Math.log(count)) * (this.#weight[feature] ?? 0);
      at[next] = feature;
      value[next] = counted;
      length += counted ** 2;
      next += 1;
    }
    const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
    for (let each = 0; each < value.length; each += 1) value[each] = (value[each] ?? 0) * scale;
    return { at, value, strange: length > 0 ? unseen / length : 1 };
  }

  read(text: string): SparseVector {
    return this.vector(featuresOf(text));
  }
}
