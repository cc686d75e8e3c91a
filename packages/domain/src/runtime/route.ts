import type { Json } from '../work-item.ts';

/** What the router says of a request (R7). `route` is the name of a role, or `planning`. */
export interface RouteDecision {
  readonly route: string;
  /** 0..1, calibrated: of a hundred decisions at 0.9, ninety are right. */
  readonly confidence: number;
  readonly parameters: Readonly<Record<string, Json>>;
  readonly contextRequirements: readonly ContextRequirement[];
  /** `fast`: one role replies. `lean-fast`: the same, and the first failure or second domain leads to planning. */
  readonly path: 'fast' | 'lean-fast' | 'planning';
  /** Who decided: a learned pattern, the classifier, a model, or nobody (then it is planned). */
  readonly by: 'pattern' | 'classifier' | 'model' | 'nobody';
  /** In a person's words. */
  readonly why: string;
}

export type ContextRequirement = 'location' | 'recent_memory' | 'presence' | 'schedule';

export type Complexity = 'simple' | 'multi_step' | 'complex';
