import type { Deviation } from '../deviation.ts';
import type { Instant, ItemId, Json, PlayerName, RunId } from '../work-item.ts';
import type { Mark } from './mark.ts';
import type { PhaseName } from './phase.ts';
import type { Verdict } from './plan.ts';

/** What happens to a mission (M8): its steps, the pieces it is played in, and what was found and decided. */

/** What people call it; also the name of its files. */
export type MissionId = string;

/**
 * `planning`: a player writes the plan. `planned`: it waits for approval, and nothing is spent.
 * `working` to `purging` is one cycle, played as often as a phase needs it. `gating`: may the next
 * phase begin? `finishing`: are the criteria met? `handing-off`: the mission branch is merged.
 */
export const MISSION_STEPS = [
  'planning',
  'planned',
  'beginning',
  'working',
  'reviewing',
  'deciding',
  'merging',
  'purging',
  'gating',
  'finishing',
  'handing-off',
  'ended',
] as const;

export type MissionStep = (typeof MISSION_STEPS)[number];

export type MissionOutcome = 'done' | 'aborted';

/**
 * A work item that a mission makes. `worker`: as planned. `rework`: what a decision asks for.
 * `refine`: what a gate asks for. `purge`: takes out what rests on rejected assumptions. `sync`: brings
 * the target into the mission branch. `plan`, `decide`, `judge`: advice, read and never merged.
 */
export interface Part {
  readonly item: ItemId;
  readonly kind: 'worker' | 'rework' | 'refine' | 'purge' | 'sync' | AdviceKind;
  readonly worker: string | null;
  readonly phase: PhaseName | null;
  readonly cycle: number;
  readonly scope: readonly string[];
  readonly title: string;
  readonly task: string;
  readonly player: PlayerName | null;
  readonly rehearsal?: Json;
  /** Deviations it is about. */
  readonly about: readonly string[];
  /** Commands that must pass on its tree besides the usual ones. */
  readonly checks: readonly string[];
}

export type AdviceKind = 'plan' | 'decide' | 'judge';

export const isAdvice = (kind: Part['kind']): kind is AdviceKind =>
  kind === 'plan' || kind === 'decide' || kind === 'judge';

/** A deviation as it was recorded, with the name people decide on it by: `D1`, `D2` … */
export interface RecordedDeviation extends Deviation {
  readonly id: string;
  readonly item: ItemId | null;
  readonly run: RunId | null;
  readonly worker: string | null;
  readonly phase: PhaseName | null;
  readonly cycle: number;
  readonly at: Instant;
  /** Through the host tools, found as a mark in the code, or told by a person. */
  readonly source: 'tool' | 'mark' | 'person';
  readonly mark: Mark | null;
  readonly decision: Decision | null;
}

export interface Decision {
  readonly verdict: Verdict;
  /** What is to be done instead; for `rework`. */
  readonly instruction: string;
  readonly rationale: string;
  /** `rule 2`, `player careful`, or a person's name. */
  readonly by: string;
}

/** Two chambers that touch the same files. `sure`: merging them conflicts, as was tried. */
export interface Collision {
  readonly a: ItemId;
  readonly b: ItemId;
  readonly files: readonly string[];
  readonly sure: boolean;
  /** Who is to be merged first, and why. */
  readonly first: ItemId;
  readonly rationale: string;
}

/** `back`: the architecture is played again. `escalate`: a stronger player tries it. */
export type GateVerdict = 'passed' | 'refine' | 'back' | 'escalate' | 'ask';

/** What was handed on from one phase to the next, by key. */
export interface HandOn {
  readonly phase: PhaseName;
  readonly worker: string | null;
  readonly key: string;
  readonly values: readonly string[];
}

/** What an advising player answered, read from the file it committed. */
export type Advice =
  | { readonly kind: 'plan'; readonly plan: import('./plan.ts').MissionPlan }
  | { readonly kind: 'decide'; readonly decisions: readonly AdvisedDecision[] }
  | {
      readonly kind: 'judge';
      readonly verdict: 'approved' | 'needs-refinement' | 'failed';
      /** Of a failure: what is to blame. */
      readonly cause: 'architecture-flaw' | 'model-limitation' | 'other' | null;
      readonly reasons: readonly string[];
    };

export interface AdvisedDecision {
  readonly deviation: string;
  readonly verdict: Verdict;
  readonly instruction: string;
  readonly rationale: string;
}

/** Where an advising player leaves its answer in its chamber. */
export const ADVICE_FILES: Readonly<Record<AdviceKind, string>> = {
  plan: 'mission-plan.yaml',
  decide: 'mission-decisions.json',
  judge: 'mission-verdict.json',
};

/** What was merged of a cycle and what was not, with its reason: together all that was queued (M9). */
export interface MergeRecord {
  readonly phase: PhaseName | null;
  readonly cycle: number;
  readonly queued: readonly ItemId[];
  readonly merged: readonly { readonly item: ItemId; readonly commit: string }[];
  readonly left: readonly { readonly item: ItemId; readonly reason: string }[];
}

/** What the merge train calls a mission: no work item can have this name. */
export const trainIdOf = (mission: MissionId): string => `mission/${mission}`;

/** The mission that the train calls so; null for work items. */
export const missionOnTrain = (id: string): MissionId | null =>
  id.startsWith('mission/') ? id.slice('mission/'.length) : null;

export const branchOf = (mission: MissionId): string => `symphony/mission/${mission}`;
