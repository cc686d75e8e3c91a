/**
 * How good an artifact is, from 0 to 1, from what can be observed:
 *
 *     quality = 0.5 · structure + 0.2 · size + 0.3 · use
 *
 *     structure   1 valid · 0.5 nothing to check it by · 0 invalid
 *     size        1 within what its type allows · 0.5 larger · 0 empty
 *     use         1 − 2^(−artifacts derived from it): 0, 0.5, 0.75, …
 *
 * Whether the content makes sense is not observed and therefore not in it: a review says that with
 * `setQuality`, and what a review said is not overwritten when the artifact is used again.
 */
export interface QualityFacts {
  readonly structure: 'valid' | 'unchecked' | 'invalid';
  readonly size: number;
  /** What its type allows, null for anything. */
  readonly maxBytes: number | null;
  readonly references: number;
}

const WEIGHTS = { structure: 0.5, size: 0.2, use: 0.3 };
const STRUCTURE = { valid: 1, unchecked: 0.5, invalid: 0 };

export function rateQuality({ structure, size, maxBytes, references }: QualityFacts): number {
  const fitting = size === 0 ? 0 : maxBytes !== null && size > maxBytes ? 0.5 : 1;
  const used = 1 - 0.5 ** references;
  return WEIGHTS.structure * STRUCTURE[structure] + WEIGHTS.size * fitting + WEIGHTS.use * used;
}

const STRUCTURES = ['valid', 'unchecked', 'invalid'] as const;

/**
 * The quality now that `references` artifacts are derived from it, or null when it should stay: it
 * was judged by somebody, so no number of references ever gave it.
 */
export function rateUse(quality: number, facts: Omit<QualityFacts, 'structure'>): number | null {
  for (const structure of STRUCTURES)
    for (let before = 0; before < facts.references; before += 1)
      if (quality === rateQuality({ ...facts, structure, references: before }))
        return rateQuality({ ...facts, structure });
  return null;
}
