/** The phases of a mission (M6), what each hands on, and what the next ones inherit of it. */

export const PHASES = [
  'architecture',
  'implementation-skeleton',
  'test-skeleton',
  'implementation',
  'test-implementation',
  'validation',
  'documentation',
] as const;

export type PhaseName = (typeof PHASES)[number];

export interface PhaseRule {
  /** Its workers play side by side; otherwise one after another, as they are listed. */
  readonly parallel: boolean;
  /** What lets the mission go on to the next phase. Build and tests are always asked: the train proves them. */
  readonly gate: 'confidence' | 'verdict' | 'proof';
  /** The next phase cannot do without these. */
  readonly must: readonly string[];
  /** Handed on when there is something to say. */
  readonly can: readonly string[];
  /** Of earlier phases: out of date from here on, given to nobody any more. */
  readonly purge: readonly string[];
}

export const PHASE_RULES: Readonly<Record<PhaseName, PhaseRule>> = {
  architecture: {
    parallel: false,
    gate: 'confidence',
    must: ['key_interfaces', 'module_responsibilities'],
    can: ['shared_patterns', 'business_rules_per_module', 'facts', 'assumptions'],
    purge: [],
  },
  'implementation-skeleton': {
    parallel: true,
    gate: 'verdict',
    must: ['entry_points', 'key_behaviors'],
    can: ['mock_points', 'discovered_edge_cases'],
    purge: ['facts', 'assumptions'],
  },
  'test-skeleton': {
    parallel: true,
    gate: 'verdict',
    must: ['integration_test_scenarios'],
    can: ['test_coverage_planned', 'known_tricky_areas'],
    purge: [],
  },
  implementation: {
    parallel: true,
    gate: 'proof',
    must: ['actual_entry_points', 'discovered_behaviors'],
    can: ['edge_cases_found', 'performance_characteristics', 'error_patterns'],
    purge: ['entry_points', 'key_behaviors', 'mock_points'],
  },
  'test-implementation': {
    parallel: true,
    gate: 'proof',
    must: ['test_coverage_achieved', 'validated_behaviors'],
    can: ['known_issues', 'performance_baseline'],
    purge: ['test_coverage_planned', 'known_tricky_areas'],
  },
  validation: {
    parallel: false,
    gate: 'proof',
    must: [],
    can: ['known_issues'],
    purge: ['integration_test_scenarios'],
  },
  documentation: { parallel: false, gate: 'proof', must: [], can: [], purge: [] },
};

/** Everything an agent may hand on, by any name the table knows. */
export const HAND_ON_KEYS: readonly string[] = [
  ...new Set(PHASES.flatMap((phase) => [...PHASE_RULES[phase].must, ...PHASE_RULES[phase].can])),
].sort();

/** At least this part of what an architecture rests on must be known, not assumed. */
export const CONFIDENCE = 0.95;

/**
 * What the phase owes to the one after it. A shortened mission leaves out phases that would have asked
 * for it: only where the usual next phase is played, its needs are demanded.
 */
export function owes(phases: readonly PhaseName[], phase: PhaseName): readonly string[] {
  const usual = PHASES[PHASES.indexOf(phase) + 1];
  return usual !== undefined && phases.includes(usual) ? PHASE_RULES[phase].must : [];
}

/** Keys that are out of date once these phases are over. */
export const purgedKeys = (ended: readonly PhaseName[]): ReadonlySet<string> =>
  new Set(ended.flatMap((phase) => PHASE_RULES[phase].purge));
