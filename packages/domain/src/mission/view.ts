import type { Spend } from '../budget.ts';
import type { LifecycleState } from '../lifecycle.ts';
import type { ProposalView } from '../proposal-view.ts';
import type { Instant, ItemId, Outcome, PlayerName } from '../work-item.ts';
import type { Mark } from './mark.ts';
import type {
  Collision,
  GateVerdict,
  HandOn,
  MergeRecord,
  MissionId,
  MissionOutcome,
  MissionStep,
  Part,
  RecordedDeviation,
} from './mission.ts';
import type { PhaseName } from './phase.ts';
import type { MissionPlan } from './plan.ts';
import type { Understanding } from './understanding.ts';

/** A mission in short: one line of a board. */
export interface MissionRunView {
  readonly id: MissionId;
  readonly title: string;
  readonly step: MissionStep;
  readonly outcome: MissionOutcome | null;
  readonly phases: readonly { readonly name: PhaseName; readonly state: 'over' | 'now' | 'ahead' }[];
  readonly phase: PhaseName | null;
  readonly cycle: number;
  /** Its own chambers: those of advising players are not counted. */
  readonly parts: { readonly total: number; readonly ended: number; readonly merged: number };
  /** `open`: major and fundamental ones that wait for a decision. */
  readonly deviations: { readonly total: number; readonly open: number };
  readonly collisions: number;
  readonly spend: Spend;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly paused: boolean;
  /** One sentence: what it waits for, or how it ended. */
  readonly now: string;
  /** It goes on only when a person says something. */
  readonly needsYou: boolean;
}

/** All of a mission. */
export interface MissionView extends MissionRunView {
  readonly branch: string;
  /** Where the branch was cut from the target. */
  readonly base: string | null;
  /** Null while a player still plans it. */
  readonly plan: MissionPlan | null;
  readonly understanding: Understanding | null;
  readonly chambers: readonly PartView[];
  readonly recorded: readonly RecordedDeviation[];
  readonly handOns: readonly HandOn[];
  readonly merges: readonly MergeRecord[];
  readonly purges: readonly {
    readonly at: Instant;
    readonly removed: readonly Mark[];
    readonly commit: string;
  }[];
  readonly gates: readonly {
    readonly at: Instant;
    readonly phase: PhaseName;
    readonly verdict: GateVerdict;
    readonly reasons: readonly string[];
    readonly by: string;
  }[];
  readonly radar: readonly Collision[];
  /** What a person is asked now. */
  readonly questions: readonly MissionQuestion[];
  /** Its pull request, where the code host decides over the target. */
  readonly proposal: ProposalView | null;
}

export interface PartView extends Part {
  readonly identifier: string;
  /** Null while its item is not on the board yet. */
  readonly state: LifecycleState | null;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly playedBy: PlayerName | null;
  readonly turn: number;
  readonly lastMessage: string;
  readonly startedAt: Instant | null;
  readonly spend: Spend;
  /** Why it may not begin, while something holds it. */
  readonly held: string | null;
}

/** What a mission asks a person. Answered like every question of the inbox. */
export interface MissionQuestion {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  readonly askedAt: Instant;
  /** The item it is about, if it is about one. */
  readonly item: ItemId | null;
}

/** What a written mission comes to. */
export interface MissionJudgement {
  /** Null where it cannot be read at all. */
  readonly plan: MissionPlan | null;
  readonly problems: readonly WrittenProblem[];
}

export interface WrittenProblem {
  readonly line: number | null;
  readonly sentence: string;
  readonly nextStep: string;
}
