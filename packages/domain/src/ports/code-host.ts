import type { Evidence } from '../evidence.ts';
import type { ItemId } from '../work-item.ts';
import type { Chamber } from './chamber.ts';

/**
 * Where finished work goes. The local host hands it to the merge train: the conductor decides
 * what to try (queue, batch, bisection), the host does the git work. Everything may be repeated.
 */
export interface CodeHost {
  readonly kind: string;
  /** Offers the branch for merging and returns how people may refer to it. */
  propose(proposal: Proposal): Promise<{ readonly ref: string }>;
  /** Takes the offer back. The branch stays. */
  withdraw(item: ItemId, ref: string): Promise<void>;
  /**
   * Merges the entries in order onto the target's current commit in a scratch worktree and runs
   * the commands on the result. Moves nothing. A conflict names its entry; entries before it are not lost.
   * Without entries the target itself is proved.
   */
  assemble(request: AssembleRequest): Promise<Assembly>;
  /** Moves the target to exactly `commit`, if it still is at `expected`. */
  land(request: LandRequest): Promise<Landing>;
}

export interface Proposal {
  readonly item: ItemId;
  readonly identifier: string;
  readonly title: string;
  readonly chamber: Chamber;
  readonly target: string;
  readonly head: string;
  readonly evidence: Evidence;
}

export interface TrainEntry {
  readonly item: ItemId;
  readonly identifier: string;
  readonly title: string;
  readonly branch: string;
  /** The commit that was proved; the branch may have moved since, the train merges this. */
  readonly head: string;
}

export interface AssembleRequest {
  readonly target: string;
  readonly entries: readonly TrainEntry[];
  readonly verify: readonly string[];
  readonly verifyTimeoutMs: number;
  /** Trees already proved with the same commands: not run again. */
  readonly provedTrees: readonly string[];
}

export type Assembly =
  | {
      readonly kind: 'assembled';
      /** The target's commit it was built on. */
      readonly base: string;
      readonly commit: string;
      readonly evidence: Evidence;
      /** Entries that were in the target already. */
      readonly alreadyMerged: readonly ItemId[];
    }
  | {
      readonly kind: 'conflict';
      readonly base: string;
      readonly item: ItemId;
      readonly files: readonly string[];
      /** Both sides of each conflicting file, bounded, for the author to read. */
      readonly report: string;
    };

export interface LandRequest {
  readonly target: string;
  readonly expected: string;
  readonly commit: string;
}

export type Landing =
  | { readonly kind: 'landed' }
  /** Somebody else moved the target: assemble again. */
  | { readonly kind: 'moved'; readonly now: string }
  /** The target cannot be moved at the moment (checked out with changes in the way). */
  | { readonly kind: 'held'; readonly reason: string };
