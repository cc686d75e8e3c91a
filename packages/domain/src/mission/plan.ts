import type { Severity } from '../deviation.ts';
import type { Json, PlayerName } from '../work-item.ts';
import type { PhaseName } from './phase.ts';

/**
 * A mission as it is written or planned (M6): who works on what, where, in which phase, and when it
 * is done. It is a value and never changes once it is approved; what happened is told by the log.
 */
export interface MissionPlan {
  /** What people type: lower case letters, digits and `-`. */
  readonly name: string;
  readonly title: string;
  /** What was asked for, word for word. Never changed (M3). */
  readonly request: string;
  /** How it is understood at the beginning. */
  readonly understanding: string;
  readonly criteria: readonly Criterion[];
  /** In their order, some left out for small missions. */
  readonly phases: readonly PhaseName[];
  readonly workers: readonly Worker[];
  /** Decide deviations without asking anybody; the first that fits. */
  readonly rules: readonly DecisionRule[];
  /** Who decides what no rule does; null: a person. */
  readonly decider: PlayerName | null;
  /** Who judges skeletons; null: a person. */
  readonly reviewer: PlayerName | null;
  readonly limits: MissionLimits;
}

/** When the mission is done. Without a `check` a person says so. */
export interface Criterion {
  readonly text: string;
  /** A command that exits with 0 when it is met, run on the merged tree. */
  readonly check: string | null;
}

export interface Worker {
  readonly id: string;
  readonly phase: PhaseName;
  readonly title: string;
  readonly task: string;
  /** Globs. Nobody else of its phase works there, unless both say so. */
  readonly scope: readonly string[];
  /** Workers whose scope may overlap with this one's. */
  readonly shares: readonly string[];
  /** Workers whose merged work this one builds on. */
  readonly needs: readonly string[];
  readonly player: PlayerName | null;
  /** What the rehearsal player does with it; other players do not see it. */
  readonly rehearsal?: Json;
}

export interface DecisionRule {
  readonly severity: Severity | null;
  /** Part of what was expected or discovered, in any case. */
  readonly about: string | null;
  readonly worker: string | null;
  readonly verdict: Verdict;
  readonly instruction: string;
}

/**
 * `adopt`: the work stands and the plan gives way. `rework`: the work is merged and its author, or
 * somebody in its place, goes on with the instruction. `reject`: the work is not merged.
 */
export type Verdict = 'adopt' | 'rework' | 'reject';

export const VERDICTS: readonly Verdict[] = ['adopt', 'rework', 'reject'];

export interface MissionLimits {
  /** Rounds of complete, review, decide, merge, purge in each phase. */
  readonly cycles: number;
  /** How often a gate may send a phase back before a person is asked. */
  readonly refinements: number;
  /** How often a stronger player may be tried. */
  readonly escalations: number;
  /** How often a purge may be tried again. */
  readonly purges: number;
  /** Chambers at once; null: as many as there are slots. */
  readonly parallel: number | null;
  readonly usd: number | null;
}

export const USUAL_LIMITS: MissionLimits = {
  cycles: 4,
  refinements: 3,
  escalations: 2,
  purges: 2,
  parallel: null,
  usd: null,
};
