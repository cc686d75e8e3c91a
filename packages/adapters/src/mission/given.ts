import {
  type DecisionRule,
  type Json,
  type MissionPlan,
  PHASES,
  type PhaseName,
  USUAL_LIMITS,
  type Worker,
} from '@symphony/domain';

/** A mission as its file gives it, short forms spelled out, and what stands for what is left out. */
export interface GivenMission {
  readonly name?: string;
  readonly title?: string;
  readonly request?: string;
  readonly understanding?: string;
  readonly criteria?: readonly { readonly text: string; readonly check?: string | null }[];
  readonly phases?: readonly PhaseName[];
  readonly workers: readonly GivenWorker[];
  readonly rules?: readonly (Partial<DecisionRule> & Pick<DecisionRule, 'verdict'>)[];
  readonly decider?: string | null;
  readonly reviewer?: string | null;
  readonly limits?: Partial<MissionPlan['limits']>;
}

export interface GivenWorker {
  readonly id: string;
  readonly phase?: PhaseName;
  readonly title?: string;
  readonly task?: string;
  readonly scope: readonly string[];
  readonly shares?: readonly string[];
  readonly needs?: readonly string[];
  readonly player?: string | null;
  readonly rehearsal?: Json;
}

/** `name` is that of the file. */
export function planOf(given: GivenMission, name: string): MissionPlan {
  const workers = given.workers.map(workerOf);
  const request = given.request ?? '';
  return {
    name: given.name ?? name,
    title: given.title ?? '',
    request,
    understanding: given.understanding ?? request,
    criteria: (given.criteria ?? []).map(({ text, check = null }) => ({ text, check })),
    phases: given.phases ?? usualPhases(workers),
    workers,
    rules: (given.rules ?? []).map((rule) => ({
      severity: rule.severity ?? null,
      about: rule.about ?? null,
      worker: rule.worker ?? null,
      verdict: rule.verdict,
      instruction: rule.instruction ?? '',
    })),
    decider: given.decider ?? null,
    reviewer: given.reviewer ?? null,
    limits: { ...USUAL_LIMITS, ...given.limits },
  };
}

function workerOf(given: GivenWorker): Worker {
  const { id, phase = USUAL_PHASE, task = '', scope, shares = [], needs = [], player = null } = given;
  const title = given.title ?? titleFrom(task);
  const rehearsal = given.rehearsal === undefined ? {} : { rehearsal: given.rehearsal };
  return { id, phase, title, task, scope, shares, needs, player, ...rehearsal };
}

export const USUAL_PHASE: PhaseName = 'implementation';

/** Those that workers name, in their order. */
export const usualPhases = (workers: readonly Pick<Worker, 'phase'>[]): readonly PhaseName[] =>
  PHASES.filter((phase) => workers.some((worker) => worker.phase === phase));

const LONGEST_TITLE = 72;

/** The first line of the task stands for a title. */
export function titleFrom(task: string): string {
  const line = task.trim().split('\n')[0] ?? '';
  return line.length <= LONGEST_TITLE ? line : `${line.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}
