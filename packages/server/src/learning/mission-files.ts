import type {
  Instant,
  MissionView,
  Noted,
  PartView,
  RecordedDeviation,
  RuleArea,
  Understanding,
} from '@symphony/domain';
import type { Notes } from './mission-notes.ts';

/**
 * A mission as files for people and programs (M3), one JSON object each. They are shown and never read
 * back: the log is the truth, so whoever changes one changes nothing.
 */
export const MISSION_FILES = [
  'MISSION_CONTEXT.json',
  'DEVIATIONS.json',
  'BUSINESS_LOGIC.json',
  'MERGE_PLAN.json',
  'INTEGRATION_PLAN.json',
  'DISCOVERIES.json',
  'PHASE_PROGRESS.json',
] as const;

export type MissionFile = (typeof MISSION_FILES)[number];

export const missionFiles = (view: MissionView, notes: Notes): Readonly<Record<MissionFile, object>> => ({
  'MISSION_CONTEXT.json': contextFile(view),
  'DEVIATIONS.json': deviationsFile(view),
  'BUSINESS_LOGIC.json': businessLogic(view.understanding),
  'MERGE_PLAN.json': mergeFile(view),
  'INTEGRATION_PLAN.json': integrationFile(view, notes),
  'DISCOVERIES.json': discoveriesFile(view, notes),
  'PHASE_PROGRESS.json': progressFile(view, notes),
});

const when = (at: Instant): string => new Date(at).toISOString();

function contextFile({ id, title, understanding, branch, base, startedAt, plan }: MissionView) {
  return {
    mission: id,
    title,
    original_request: understanding?.originalRequest ?? title,
    current_understanding: understanding?.current ?? title,
    success_criteria: plan?.criteria ?? [],
    discovered_requirements: (understanding?.requirements ?? []).map(noted),
    clarifications_made: (understanding?.clarifications ?? []).map(({ at, why, old, new: now, by }) => ({
      timestamp: when(at),
      reason: why,
      old,
      new: now,
      by,
    })),
    business_logic: businessLogic(understanding),
    branch,
    base,
    timestamp: when(startedAt),
    last_updated: when(lastChange(understanding, startedAt)),
  };
}

/** When it was last understood otherwise: told by the log, so that a restart writes the same. */
const lastChange = (understanding: Understanding | null, startedAt: Instant): Instant =>
  Math.max(
    startedAt,
    ...[
      ...(understanding?.requirements ?? []),
      ...(understanding?.clarifications ?? []),
      ...(understanding?.rules ?? []),
    ].map(({ at }) => at),
  );

const noted = ({ text, by, at, why }: Noted) => ({ text, by, timestamp: when(at), why });

const AREAS: Readonly<Record<RuleArea, string>> = {
  validation: 'validations',
  calculation: 'calculations',
  'state-transition': 'state_transitions',
  'error-condition': 'error_conditions',
};

const businessLogic = (understanding: Understanding | null) =>
  Object.fromEntries(
    Object.entries(AREAS).map(([area, name]) => [
      name,
      (understanding?.rules ?? []).filter((rule) => rule.area === area).map(noted),
    ]),
  );

function deviationsFile({ recorded, plan }: MissionView) {
  const summary: Record<string, number> = {};
  for (const { severity } of recorded) summary[severity] = (summary[severity] ?? 0) + 1;
  const deviations = recorded.map((each) => ({
    id: each.id,
    timestamp: when(each.at),
    agent_id: each.worker,
    item: each.item,
    module: plan?.workers.find(({ id }) => id === each.worker)?.scope ?? [],
    phase: each.phase,
    cycle: each.cycle,
    severity: each.severity,
    expected: each.expected,
    discovered: each.discovered,
    action_taken: each.action,
    reasoning: each.reasoning,
    impact: each.impact,
    affects: each.affects ?? [],
    found_as: each.source,
    mark: each.mark,
    decision: each.decision,
  }));
  return { deviations, summary };
}

function mergeFile({ recorded, merges, purges, chambers }: MissionView) {
  const decided = recorded.filter(({ decision }) => decision !== null);
  const ruled = (verdict: string) =>
    decided.filter(({ decision }) => decision?.verdict === verdict).map(finding);
  return {
    deviations_count: recorded.length,
    decisions: decided.map(({ id, severity, decision }) => ({ deviation: id, severity, ...decision })),
    cycles: merges,
    results: {
      merged_parts: merges.flatMap(({ merged }) => merged),
      left_out: merges.flatMap(({ left }) => left),
      purged_sections: purges.flatMap(({ at, removed, commit }) =>
        removed.map((mark) => ({ ...mark, timestamp: when(at), commit })),
      ),
      purges: chambers.filter(({ kind }) => kind === 'purge').map(({ item, outcome }) => ({ item, outcome })),
      architectural_changes: ruled('adopt'),
      reworked: ruled('rework'),
      preserved_patterns: ruled('reject'),
    },
  };
}

const finding = ({ id, expected, discovered, decision }: RecordedDeviation) => ({
  deviation: id,
  expected,
  discovered,
  instruction: decision?.instruction ?? '',
});

function integrationFile({ plan, handOns, recorded }: MissionView, notes: Notes) {
  const handed = (...keys: readonly string[]) =>
    handOns
      .filter(({ key }) => keys.includes(key))
      .map(({ worker, phase, key, values }) => ({ from: worker ?? phase, key, values }));
  const workers = plan?.workers ?? [];
  return {
    shared_interfaces: handed('key_interfaces', 'entry_points', 'actual_entry_points'),
    data_flow: workers.flatMap(({ id, needs }) => needs.map((from) => ({ from, to: id }))),
    potential_conflicts: [
      ...workers.flatMap(({ id, shares }) => shares.map((other) => ({ a: id, b: other, declared: true }))),
      ...notes.conflicts,
    ],
    shared_utilities_needed: handed('shared_patterns'),
    module_contracts: [
      ...workers.map(({ id, phase, scope, title }) => ({ worker: id, phase, scope, responsible_for: title })),
      ...handed('module_responsibilities', 'business_rules_per_module'),
    ],
    architectural_changes: recorded.filter(({ decision }) => decision?.verdict === 'adopt').map(finding),
  };
}

function discoveriesFile({ chambers }: MissionView, { discoveries }: Notes) {
  const nameOf = (item: string) => chambers.find((part) => part.item === item)?.identifier ?? item;
  return {
    discoveries: discoveries.map(({ at, item, worker, title, detail, critical }) => ({
      timestamp: when(at),
      from: worker ?? nameOf(item),
      title,
      detail,
      severity: critical ? 'critical' : 'info',
    })),
  };
}

function progressFile(
  { phases, phase, cycle, step, outcome, chambers, gates, endedAt }: MissionView,
  notes: Notes,
) {
  return {
    current_phase: phase,
    cycle,
    step,
    outcome,
    completed_phases: phases.filter(({ state }) => state === 'over').map(({ name }) => name),
    phases: phases.map(({ name, state }) => {
      const times = notes.phases.get(name);
      return {
        name,
        state,
        started: times ? when(times.startedAt) : null,
        completed: times?.endedAt == null ? null : when(times.endedAt),
      };
    }),
    parts: chambers.map(partLine),
    gates: gates.map(({ at, ...gate }) => ({ timestamp: when(at), ...gate })),
    ended: endedAt === null ? null : when(endedAt),
  };
}

const partLine = ({ item, kind, worker, phase, cycle, state, outcome, playedBy }: PartView) => ({
  item,
  kind,
  worker,
  phase,
  cycle,
  state,
  outcome,
  player: playedBy,
});
