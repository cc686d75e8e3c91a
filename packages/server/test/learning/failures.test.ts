import { describe, expect, test } from 'vitest';
import {
  type FailureAnalysis,
  type FailureKind,
  forgetFailures,
  judgeFlakes,
  keepFailure,
  kindOfOutput,
  type Passing,
  patternsOf,
} from '../../src/learning/failures.ts';

const failure = (failure_type: FailureKind, change: Partial<FailureAnalysis> = {}): FailureAnalysis => ({
  key: `${failure_type} ${JSON.stringify(change)}`,
  timestamp: '2026-11-16T00:00:00.000Z',
  mission: 'dates',
  phase: 'implementation',
  item: 'dates-a',
  failure_type,
  what_failed: 'it',
  why_failed: 'because',
  avoid_next_time: ['a'],
  keep_if_reworking: ['k'],
  architectural_issues: [],
  tree: 't1',
  ...change,
});

const KINDS: readonly FailureKind[] = ['design_flaw', 'implementation_bug', 'environment', 'test_flake'];
const ALL = KINDS.map((kind) => failure(kind));

describe('what went wrong', () => {
  test.each<[string, Passing, readonly FailureKind[]]>([
    [
      'the end of its phase',
      { kind: 'phase-ended', mission: 'dates', phase: 'implementation' },
      ['implementation_bug'],
    ],
    ['the end of another phase', { kind: 'phase-ended', mission: 'dates', phase: 'validation' }, []],
    [
      'the end of a phase of another mission',
      { kind: 'phase-ended', mission: 'x', phase: 'implementation' },
      [],
    ],
    ['another start of Symphony', { kind: 'session-ended' }, ['environment']],
    ['the end of its item', { kind: 'item-over', item: 'dates-a' }, ['test_flake']],
    ['the end of another item', { kind: 'item-over', item: 'dates-b' }, []],
  ])('M11 %s forgets %j and no design flaw ever', (_, passing, gone) => {
    const left = forgetFailures(ALL, passing).map((each) => each.failure_type);
    expect(left).toEqual(KINDS.filter((kind) => !gone.includes(kind)));
    expect(left).toContain('design_flaw');
  });

  test('M11 a typo is not kept at all, and nothing is kept twice', () => {
    expect(keepFailure(ALL, failure('typo'))).toEqual(ALL);
    expect(keepFailure(ALL, failure('design_flaw'))).toEqual(ALL);
    expect(keepFailure([], failure('design_flaw'))).toHaveLength(1);
    expect(kindOfOutput('SyntaxError: Unexpected token )')).toBe('typo');
    expect(kindOfOutput('AssertionError: 1 !== 2')).toBe('implementation_bug');
  });

  test('M11 a check that passes on the very tree it failed on was flaky', () => {
    const judged = judgeFlakes(
      [failure('implementation_bug'), failure('implementation_bug', { tree: 't2' })],
      't1',
    );
    expect(judged.map((each) => each.failure_type)).toEqual(['test_flake', 'implementation_bug']);
  });

  test('M11 patterns are by kind, each thing said once', () => {
    const analyses = [
      failure('design_flaw', { avoid_next_time: ['a', 'b'] }),
      failure('design_flaw', { avoid_next_time: ['b', 'c'], architectural_issues: ['i'] }),
      failure('environment'),
    ];
    expect(patternsOf(analyses)).toEqual({
      design_flaw: { avoid: ['a', 'b', 'c'], keep: ['k'], architectural_issues: ['i'] },
      environment: { avoid: ['a'], keep: ['k'], architectural_issues: [] },
    });
    expect(patternsOf([])).toEqual({});
  });

  test('M11 outside missions a bug is over with its item', () => {
    const own = failure('implementation_bug', { mission: null, phase: null });
    expect(forgetFailures([own], { kind: 'item-over', item: 'dates-a' })).toEqual([]);
  });
});
