import type { RequestFeatures } from '../request/features.ts';

/** What the band between the thresholds is decided by (R7). */
export interface Lean {
  readonly features: RequestFeatures;
  /** Different roles its clauses are for. */
  readonly domains: number;
  readonly missing: readonly string[];
  /** How requests of this pattern went so far. */
  readonly history: { readonly right: number; readonly wrong: number };
}

/** Null: lean fast. Otherwise why it is planned after all, in a person's words. */
export function whyPlan({ features, domains, missing, history }: Lean): string | null {
  const { actions, sequence, conditions } = features;
  if (missing.length > 0) return `It does not say ${missing.join(', ')}.`;
  if (actions > 1) return `It asks for ${actions} things.`;
  if (domains > 1) return `It touches ${domains} domains.`;
  if (sequence > 0 && features.clauses > 1) return 'One part of it comes after another.';
  if (conditions > 0 && actions > 0) return 'What is to be done depends on something.';
  if (history.wrong >= 2 && history.wrong > history.right) return 'Requests like it failed on the fast path.';
  return null;
}
