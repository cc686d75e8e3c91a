import type { Instant } from '../work-item.ts';

/** What was thought of a step after an outside signal (R15). */
export interface Reflection {
  readonly id: string;
  readonly stepId: string;
  readonly assessment: {
    readonly performance: 'excellent' | 'good' | 'acceptable' | 'poor';
    readonly quality: 'optimal' | 'good' | 'suboptimal' | 'wrong';
    readonly suggestedImprovements?: readonly string[];
  };
  readonly suggestedAction: 'continue' | 'retry' | 'modify_plan' | 'abort';
  readonly reasoning: string;
  readonly confidence: number;
  readonly timestamp: Instant;
}
