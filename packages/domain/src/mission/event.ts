import type { Evidence } from '../evidence.ts';
import type { TrainEntry } from '../ports/code-host.ts';
import type { ItemId, PlayerName, RunId } from '../work-item.ts';
import type { GivenContext } from './context.ts';
import type { Mark } from './mark.ts';
import type {
  Advice,
  Collision,
  Decision,
  GateVerdict,
  MergeRecord,
  MissionId,
  MissionOutcome,
  MissionStep,
  Part,
} from './mission.ts';
import type { PhaseName } from './phase.ts';
import type { MissionPlan } from './plan.ts';
import type { UnderstandingChange } from './understanding.ts';

/** What is recorded of missions. Deviations and discoveries come as `tool-reported`, like everything agents tell. */
export type MissionEvent =
  /** In one sentence: a player is to plan it. */
  | {
      readonly type: 'mission-asked';
      readonly mission: MissionId;
      readonly request: string;
      readonly phases: readonly PhaseName[] | null;
      readonly player: PlayerName | null;
      readonly by: string;
    }
  | {
      readonly type: 'mission-planned';
      readonly mission: MissionId;
      /** Whole, so that a change of its file does not change what is under way. */
      readonly plan: MissionPlan;
      readonly by: string;
    }
  | { readonly type: 'mission-approved'; readonly mission: MissionId; readonly by: string }
  | {
      readonly type: 'mission-begun';
      readonly mission: MissionId;
      readonly branch: string;
      readonly base: string;
      /** What earlier missions learnt, for the agents of this one. */
      readonly lessons: readonly string[];
    }
  | {
      readonly type: 'mission-stepped';
      readonly mission: MissionId;
      readonly step: MissionStep;
      readonly phase: PhaseName | null;
      readonly cycle: number;
      readonly reason: string;
    }
  | { readonly type: 'mission-part-made'; readonly mission: MissionId; readonly part: Part }
  /** It had not begun: the next cycle plays it. */
  | {
      readonly type: 'mission-part-carried';
      readonly mission: MissionId;
      readonly part: ItemId;
      readonly cycle: number;
    }
  | {
      readonly type: 'mission-reviewed';
      readonly mission: MissionId;
      readonly marks: readonly { readonly item: ItemId; readonly mark: Mark }[];
      /** Pairs that will conflict when both are merged, as was tried. */
      readonly conflicts: readonly {
        readonly a: ItemId;
        readonly b: ItemId;
        readonly files: readonly string[];
      }[];
    }
  | {
      readonly type: 'deviation-told';
      readonly mission: MissionId;
      readonly deviation: import('../deviation.ts').Deviation;
      readonly by: string;
    }
  /** What a person found out and shared with those who work at it. */
  | {
      readonly type: 'discovery-told';
      readonly mission: MissionId;
      readonly discovery: import('../deviation.ts').Discovery;
      readonly by: string;
    }
  | {
      readonly type: 'deviation-decided';
      readonly mission: MissionId;
      readonly deviation: string;
      readonly decision: Decision;
    }
  | {
      readonly type: 'understanding-changed';
      readonly mission: MissionId;
      readonly change: UnderstandingChange;
      readonly by: string;
      readonly why: string;
    }
  | {
      readonly type: 'mission-merged';
      readonly mission: MissionId;
      readonly record: MergeRecord;
    }
  /** Marks that stand on the mission branch at `commit`. */
  | {
      readonly type: 'marks-surveyed';
      readonly mission: MissionId;
      readonly commit: string;
      readonly marks: readonly Mark[];
    }
  | {
      readonly type: 'mission-purged';
      readonly mission: MissionId;
      readonly removed: readonly Mark[];
      readonly commit: string;
    }
  | {
      readonly type: 'gate-judged';
      readonly mission: MissionId;
      readonly phase: PhaseName;
      readonly verdict: GateVerdict;
      readonly reasons: readonly string[];
      readonly by: string;
    }
  /** The criteria on the merged tree. */
  | { readonly type: 'mission-proved'; readonly mission: MissionId; readonly evidence: Evidence }
  /** A person says that what no command checks is met. */
  | { readonly type: 'mission-judged'; readonly mission: MissionId; readonly by: string }
  | {
      readonly type: 'mission-offered';
      readonly mission: MissionId;
      readonly entry: TrainEntry;
      /** Absent in logs of earlier versions, where only the train took missions. */
      readonly ref?: string;
      /** Decided over at the code host (a pull request), not by the train. */
      readonly review?: { readonly url: string | null };
    }
  | {
      readonly type: 'mission-returned';
      readonly mission: MissionId;
      /** `pull-request`: checks, conflicts or remarks over at the code host; the others are the merge train's. */
      readonly why: 'conflict' | 'failed-on-target' | 'pull-request';
      readonly report: string;
      /** Checks and remarks that are in the report: they are told only this once. */
      readonly told?: readonly string[];
    }
  | {
      readonly type: 'advice-taken';
      readonly mission: MissionId;
      readonly item: ItemId;
      readonly advice: Advice;
    }
  | {
      readonly type: 'mission-paused';
      readonly mission: MissionId;
      readonly by: string;
      readonly reason: string;
    }
  | { readonly type: 'mission-resumed'; readonly mission: MissionId; readonly by: string }
  /** A person lets it go on beyond a limit: more cycles, or more money. */
  | {
      readonly type: 'mission-extended';
      readonly mission: MissionId;
      readonly cycles: number;
      readonly usd: number;
      readonly by: string;
    }
  | {
      readonly type: 'mission-ended';
      readonly mission: MissionId;
      readonly outcome: MissionOutcome;
      readonly reason: string;
      /** Where its work came to: the target's commit, or the head of its own branch. */
      readonly commit: string | null;
    }
  /** What an agent was told of its mission (M7). */
  | {
      readonly type: 'context-given';
      readonly item: ItemId;
      readonly run: RunId;
      readonly turn: number;
      readonly given: GivenContext['given'];
      readonly leftOut: readonly string[];
    }
  | {
      readonly type: 'scope-judged';
      readonly item: ItemId;
      readonly run: RunId;
      readonly paths: readonly string[];
      readonly granted: boolean;
      readonly why: string;
    }
  // The collision radar (M10)
  | { readonly type: 'collision-seen'; readonly collision: Collision }
  | { readonly type: 'collision-gone'; readonly a: ItemId; readonly b: ItemId };
