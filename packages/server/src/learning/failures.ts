import type { ItemId, MissionId, PhaseName } from '@symphony/domain';

/**
 * What went wrong and what is to be learnt from it (M11). How long it is kept follows from its kind: a
 * flaw of the design for ever, a bug until its phase ends, trouble of the surroundings until Symphony is
 * started again, a flaky test until its item is over, a typo not at all.
 */
export type FailureKind = 'design_flaw' | 'implementation_bug' | 'environment' | 'test_flake' | 'typo';

export interface FailureAnalysis {
  /** The same failure told again is the same analysis. */
  readonly key: string;
  readonly timestamp: string;
  readonly mission: MissionId | null;
  readonly phase: PhaseName | null;
  readonly item: ItemId | null;
  readonly failure_type: FailureKind;
  readonly what_failed: string;
  readonly why_failed: string;
  readonly avoid_next_time: readonly string[];
  readonly keep_if_reworking: readonly string[];
  readonly architectural_issues: readonly string[];
  /** The tree a check failed on: it passing there later shows a flaky test. */
  readonly tree: string | null;
}

/** What ends the keeping of some. */
export type Passing =
  | { readonly kind: 'phase-ended'; readonly mission: MissionId; readonly phase: PhaseName }
  | { readonly kind: 'session-ended' }
  | { readonly kind: 'item-over'; readonly item: ItemId };

export function keepFailure(
  analyses: readonly FailureAnalysis[],
  found: FailureAnalysis,
): readonly FailureAnalysis[] {
  if (found.failure_type === 'typo' || analyses.some(({ key }) => key === found.key)) return analyses;
  return [...analyses, found];
}

export const forgetFailures = (
  analyses: readonly FailureAnalysis[],
  passing: Passing,
): readonly FailureAnalysis[] => analyses.filter((each) => !isOver(each, passing));

function isOver({ failure_type: kind, mission, phase, item }: FailureAnalysis, passing: Passing): boolean {
  switch (passing.kind) {
    case 'phase-ended':
      return kind === 'implementation_bug' && mission === passing.mission && phase === passing.phase;
    case 'session-ended':
      return kind === 'environment';
    case 'item-over':
      // Outside missions there are no phases: a bug is over when its item is.
      return (
        item === passing.item &&
        (kind === 'test_flake' || (kind === 'implementation_bug' && mission === null))
      );
  }
}

/** A check that failed on a tree and passes on the very same one says nothing about the work. */
export const judgeFlakes = (
  analyses: readonly FailureAnalysis[],
  passedTree: string,
): readonly FailureAnalysis[] =>
  analyses.map((each) =>
    each.tree === passedTree && each.failure_type === 'implementation_bug'
      ? { ...each, failure_type: 'test_flake' }
      : each,
  );

export interface Pattern {
  readonly avoid: readonly string[];
  readonly keep: readonly string[];
  readonly architectural_issues: readonly string[];
}

/** By kind: what to avoid and what to keep, each said once. */
export function patternsOf(analyses: readonly FailureAnalysis[]): Readonly<Record<string, Pattern>> {
  const kinds = [...new Set(analyses.map((each) => each.failure_type))].sort();
  return Object.fromEntries(
    kinds.map((kind) => {
      const own = analyses.filter((each) => each.failure_type === kind);
      const all = (pick: (each: FailureAnalysis) => readonly string[]) => [...new Set(own.flatMap(pick))];
      return [
        kind,
        {
          avoid: all((each) => each.avoid_next_time),
          keep: all((each) => each.keep_if_reworking),
          architectural_issues: all((each) => each.architectural_issues),
        },
      ];
    }),
  );
}

const TYPO =
  /SyntaxError|ParseError|parse error|Unexpected token|syntax error|unterminated|IndentationError/i;

/** Whose fault a failing check is, as far as its words tell. */
export const kindOfOutput = (output: string): FailureKind =>
  TYPO.test(output) ? 'typo' : 'implementation_bug';
