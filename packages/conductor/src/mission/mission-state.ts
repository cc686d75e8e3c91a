import type {
  Evidence,
  GateVerdict,
  HandOn,
  Instant,
  ItemId,
  Mark,
  MergeRecord,
  MissionId,
  MissionOutcome,
  MissionPlan,
  MissionStep,
  Part,
  PhaseName,
  PlayerName,
  RecordedDeviation,
  Understanding,
} from '@symphony/domain';
import { branchOf } from '@symphony/domain';
import type { Handoff, ProposalState } from '../state.ts';

/** A mission as the log tells it. Never changed in place: the fold puts a new one in its stead. */
export interface MissionState {
  readonly id: MissionId;
  readonly request: string;
  readonly by: string;
  readonly startedAt: Instant;
  /** Null while a player still plans it. */
  readonly plan: MissionPlan | null;
  /** How its planning was asked for. */
  readonly asked: { readonly phases: readonly PhaseName[] | null; readonly player: PlayerName | null } | null;
  readonly approved: boolean;
  readonly branch: string;
  readonly base: string | null;
  /** What earlier missions learnt, told at the beginning. */
  readonly lessons: readonly string[];
  readonly understanding: Understanding | null;
  readonly step: MissionStep;
  readonly stepSince: Instant;
  readonly phase: PhaseName | null;
  readonly cycle: number;
  /** The cycle this phase was entered with: a phase that is played again counts on. */
  readonly phaseFrom: number;
  readonly reason: string;
  /** In the order they were made; one that is carried over has the cycle it is played in. */
  readonly parts: readonly Part[];
  readonly deviations: readonly RecordedDeviation[];
  readonly handOns: readonly HandOn[];
  readonly merges: readonly MergeRecord[];
  /** Marks that stood on the branch when it was last looked at in this step. */
  readonly surveyed: { readonly commit: string; readonly marks: readonly Mark[] } | null;
  /** Marks that a purge of this step is to take away. */
  readonly toPurge: readonly Mark[];
  readonly purges: readonly {
    readonly at: Instant;
    readonly removed: readonly Mark[];
    readonly commit: string;
  }[];
  readonly gates: readonly GateRecord[];
  /** The criteria on the merged tree; null: not proved since something was merged. */
  readonly proof: Evidence | null;
  /** A person has said that what no command checks is met. */
  readonly judged: boolean;
  /** All of it is offered, to the train or over at the code host. */
  readonly handoff: (Handoff & { readonly since: Instant }) | null;
  /** Its offer over at the code host, also while it is being mended. */
  readonly proposal: ProposalState | null;
  /** What the target or the people and checks there had against it, until that is mended. */
  readonly returned: {
    readonly why: 'conflict' | 'failed-on-target' | 'pull-request';
    readonly report: string;
  } | null;
  readonly paused: { readonly by: string; readonly reason: string } | null;
  /** What a person allowed beyond the limits. */
  readonly extra: { readonly cycles: number; readonly usd: number };
  readonly outcome: MissionOutcome | null;
  readonly endedAt: Instant | null;
  readonly commit: string | null;
}

export interface GateRecord {
  readonly at: Instant;
  readonly phase: PhaseName;
  readonly cycle: number;
  readonly verdict: GateVerdict;
  readonly reasons: readonly string[];
  readonly by: string;
}

/** Which mission an item belongs to, and as which part. */
export interface PartPlace {
  readonly mission: MissionId;
  readonly part: Part;
}

export function newMission(
  id: MissionId,
  { request, by, at }: { readonly request: string; readonly by: string; readonly at: Instant },
): MissionState {
  return {
    id,
    request,
    by,
    startedAt: at,
    plan: null,
    asked: null,
    approved: false,
    branch: branchOf(id),
    base: null,
    lessons: [],
    understanding: null,
    step: 'planning',
    stepSince: at,
    phase: null,
    cycle: 0,
    phaseFrom: 0,
    reason: '',
    parts: [],
    deviations: [],
    handOns: [],
    merges: [],
    surveyed: null,
    toPurge: [],
    purges: [],
    gates: [],
    proof: null,
    judged: false,
    handoff: null,
    proposal: null,
    returned: null,
    paused: null,
    extra: { cycles: 0, usd: 0 },
    outcome: null,
    endedAt: null,
    commit: null,
  };
}

export const isLive = (mission: MissionState): boolean => mission.step !== 'ended';

/** Closed by a person over there: it is not offered again until a person says so here, or opens it there. */
export const isClosedUnmerged = ({ proposal }: MissionState): boolean =>
  proposal?.sight?.state === 'closed' && !proposal.released && !proposal.leaving;

/** It is done on its branch, and its one handoff is still to be made. */
export const isToBeOffered = (mission: MissionState): boolean =>
  mission.step === 'handing-off' &&
  mission.handoff === null &&
  mission.returned === null &&
  !isClosedUnmerged(mission);

/** Parts of the cycle that is being played: what is merged in it. */
export const partsNow = ({ parts, phase, cycle }: MissionState): readonly Part[] =>
  parts.filter((part) => part.phase === phase && part.cycle === cycle && isWork(part));

/** Work that is merged in its cycle; the others are made for one step and merged or read at once. */
export const isWork = ({ kind }: Part): boolean =>
  kind === 'worker' || kind === 'rework' || kind === 'refine';

export const partsOf = (mission: MissionState, kind: Part['kind']): readonly Part[] =>
  mission.parts.filter(
    (part) => part.kind === kind && part.phase === mission.phase && part.cycle === mission.cycle,
  );

/** Every item of the mission and the part it plays. */
export const placesOf = (mission: MissionState): [ItemId, PartPlace][] =>
  mission.parts.map((part) => [part.item, { mission: mission.id, part }]);
