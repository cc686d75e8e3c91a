import { MemoryStore } from '@symphony/adapters/store/memory';
import { type ConductorState, emptyState, fold } from '@symphony/conductor';
import {
  type Entry,
  type LogEvent,
  type MissionPlan,
  type Part,
  type RecordedDeviation,
  type Store,
  USUAL_LIMITS,
} from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';

/** A mission as the log tells it, for tests of what is learnt from it. */

export const plan = (name: string, change: Partial<MissionPlan> = {}): MissionPlan => ({
  name,
  title: `The mission ${name}`,
  request: 'Keep dates in UTC.',
  understanding: 'Dates are kept in UTC and shown in local time.',
  criteria: [{ text: 'tests pass', check: 'true' }],
  phases: ['implementation'],
  workers: [worker('a', ['src/a/**']), worker('b', ['src/b/**'])],
  rules: [],
  decider: null,
  reviewer: null,
  limits: USUAL_LIMITS,
  ...change,
});

const worker = (id: string, scope: readonly string[]): MissionPlan['workers'][number] => ({
  id,
  phase: 'implementation',
  title: `Work of ${id}`,
  task: 'Do it.',
  scope,
  shares: [],
  needs: [],
  player: null,
});

export const part = (mission: string, worker: string): Part => ({
  item: `${mission}-${worker}`,
  kind: 'worker',
  worker,
  phase: 'implementation',
  cycle: 1,
  scope: [`src/${worker}/**`],
  title: `Work of ${worker}`,
  task: 'Do it.',
  player: null,
  about: [],
  checks: [],
});

export const deviation = (severity: RecordedDeviation['severity'], discovered: string) => ({
  kind: 'deviation' as const,
  deviation: {
    severity,
    expected: 'dates are numbers',
    discovered,
    action: 'left a stub',
    reasoning: 'the column says so',
    impact: 'wrong days for everybody west of Greenwich',
  },
});

/** Until its chambers are at work. */
export const begun = (mission: string): readonly LogEvent[] => [
  { type: 'mission-planned', mission, plan: plan(mission), by: 'Ada' },
  { type: 'mission-approved', mission, by: 'Ada' },
  { type: 'mission-begun', mission, branch: `symphony/mission/${mission}`, base: 'base', lessons: [] },
  { type: 'mission-stepped', mission, step: 'working', phase: 'implementation', cycle: 1, reason: '' },
  ...['a', 'b'].flatMap((name): LogEvent[] => [
    { type: 'mission-part-made', mission, part: part(mission, name) },
    { type: 'item-seen', item: `${mission}-${name}`, tracked: trackedItem(`${mission}-${name}`) },
  ]),
];

export const reported = (
  mission: string,
  worker: string,
  report: Extract<LogEvent, { type: 'tool-reported' }>['report'],
): LogEvent => ({ type: 'tool-reported', item: `${mission}-${worker}`, run: `run-${worker}`, report });

export const decided = (
  mission: string,
  id: string,
  verdict: 'adopt' | 'rework' | 'reject',
  instruction = '',
): LogEvent => ({
  type: 'deviation-decided',
  mission,
  deviation: id,
  decision: { verdict, instruction, rationale: 'rule 1 of the mission', by: 'rule 1' },
});

export const ended = (mission: string): readonly LogEvent[] => [
  { type: 'mission-stepped', mission, step: 'finishing', phase: 'implementation', cycle: 1, reason: '' },
  { type: 'mission-ended', mission, outcome: 'done', reason: 'merged', commit: null },
];

/** A log and what it adds up to, as a conductor has them. */
export class TestLog {
  readonly store: Store;
  readonly state: ConductorState = emptyState();
  #at = Date.UTC(2026, 10, 16);
  #hear: ((entry: Entry) => void)[] = [];

  constructor(store: Store = new MemoryStore()) {
    this.store = store;
    this.record({ type: 'settings-applied', settings: SETTINGS });
  }

  record(...events: readonly LogEvent[]): void {
    this.#at += 1_000;
    for (const entry of this.store.append(this.#at, events)) {
      fold(this.state, entry);
      for (const hear of this.#hear) hear(entry);
    }
  }

  onEntry(hear: (entry: Entry) => void): void {
    this.#hear = [...this.#hear, hear];
  }
}
