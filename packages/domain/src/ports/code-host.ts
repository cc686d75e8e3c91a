import type { Evidence } from '../evidence.ts';
import type { ItemId } from '../work-item.ts';
import type { TrackerComment } from './tracker.ts';

/**
 * Where finished work goes. The local host hands it to the merge train: the conductor decides
 * what to try (queue, batch, bisection), the host does the git work. Everything may be repeated.
 */
export interface CodeHost {
  readonly kind: string;
  /** Offers the branch for merging and returns how people may refer to it, and where they read it. */
  propose(proposal: Proposal): Promise<{ readonly ref: string; readonly url?: string | null }>;
  /** Takes the offer back, or clears up after one that is over. The branch stays where its work is needed. */
  withdraw(item: ItemId, ref: string): Promise<void>;
  /**
   * Merges the entries in order onto the target's current commit in a scratch worktree and runs
   * the commands on the result. Moves nothing. A conflict names its entry; entries before it are not lost.
   * Without entries the target itself is proved.
   */
  assemble(request: AssembleRequest): Promise<Assembly>;
  /** Moves the target to exactly `commit`, if it still is at `expected`. */
  land(request: LandRequest): Promise<Landing>;
  /**
   * Present: what is offered for some targets is reviewed and merged over there (pull requests), and the conductor
   * looks what became of it instead of putting it into the train.
   */
  readonly reviews?: ReviewHost;
}

/** A place where people and checks decide over an offer. */
export interface ReviewHost {
  /** Whether offers for this branch are decided there; all others go through the train. */
  decides(target: string): boolean;
  /** What is known of these offers; those that are not found are left out. Atomic: a failure rejects the whole call with a PortError. */
  look(refs: readonly string[]): Promise<readonly ProposalStanding[]>;
  /** Merges exactly `head`, if the host lets us. Repeating it changes nothing. */
  merge(ref: string, head: string): Promise<ReviewMerge>;
  /** Whether the author of this id may write to what the offers are made to. */
  mayWrite(author: string): Promise<boolean>;
  /** Writes below the offer once: a second call with the same `key` changes nothing. */
  comment(ref: string, key: string, text: string): Promise<void>;
}

export interface ProposalStanding {
  readonly ref: string;
  /** Once it is merged: the commit on the target, when the host tells. */
  readonly mergedAs: string | null;
  /** The target over there, by a name its author can merge from. */
  readonly base: string;
  /** Where a person reads it. */
  readonly url: string | null;
  readonly state: 'open' | 'merged' | 'closed';
  /** The commit the offer stands at; not ours when a person pushed to the branch. */
  readonly head: string;
  /** Whether it can be merged as it stands; `unknown` while the host is still working that out. */
  readonly mergeable: 'yes' | 'no' | 'unknown';
  /** `pending` while any is still at work, also when others have failed: all is told at once. */
  readonly checks: 'none' | 'pending' | 'passed' | 'failed';
  readonly failedChecks: readonly FailedCheck[];
  readonly review: 'none' | 'approved' | 'changes-requested';
  /** What people said, oldest first; only those who may write to the repository. */
  readonly remarks: readonly ReviewRemark[];
  /** What was said there to Symphony itself, whoever said it; it is in no remark. */
  readonly commands: readonly OfferCommand[];
  /**
   * Whether the host would let us merge it now. `behind`: once it holds the target's newest commits;
   * `unknown` while the host is still working that out.
   */
  readonly allowed: 'yes' | 'no' | 'behind' | 'unknown';
  /** What the host demands of everything for this target, as far as it tells. */
  readonly demands: readonly Demand[];
}

/** A comment below an offer, in a review of it or on one of its lines, that commands. */
export interface OfferCommand extends Omit<TrackerComment, 'item'> {
  readonly at: number;
}

/** Something that must be so before the host lets anybody merge. */
export type Demand =
  | {
      readonly kind: 'check';
      readonly name: string;
      readonly state: 'missing' | 'pending' | 'passed' | 'failed';
    }
  | {
      readonly kind: 'approvals';
      /** Null: how many is not told. */
      readonly needed: number | null;
      readonly given: number;
      /** Not always when enough are given: some must be a code owner's, or of the newest commit. */
      readonly met: boolean;
    }
  /** Everything said on the code is settled; `open`: how much is not. */
  | { readonly kind: 'conversations'; readonly open: number };

/** What the log keeps of a look: enough to say where an offer stands. */
export type ProposalSight = Pick<
  ProposalStanding,
  'url' | 'state' | 'head' | 'mergeable' | 'checks' | 'review'
> & {
  /** Names of checks that failed. */
  readonly failed: readonly string[];
  /** These two are absent in logs of earlier versions, which did not ask for them. */
  readonly allowed?: ProposalStanding['allowed'];
  /** What the host demands and does not have yet. */
  readonly waitsFor?: readonly Demand[];
};

export interface FailedCheck {
  /** The same check on the same commit has the same key: it is told to an agent once. */
  readonly key: string;
  readonly name: string;
  readonly url: string | null;
  /** The part of its log that says what went wrong, bounded. */
  readonly excerpt: string;
}

export interface ReviewRemark {
  /** The same remark has the same key; another one when a person changed what it says. */
  readonly key: string;
  readonly author: string;
  readonly text: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly at: number;
}

export type ReviewMerge =
  | { readonly kind: 'merged'; readonly commit: string }
  /** It moved, is blocked by a rule, or has conflicts: look again later. */
  | { readonly kind: 'not-yet'; readonly reason: string };

/** The work of one item, or all of a mission. */
export interface Proposal {
  readonly item: ItemId;
  readonly identifier: string;
  readonly title: string;
  /** Where the work is, here and over there. */
  readonly branch: string;
  readonly target: string;
  /** The commit that was proved. */
  readonly head: string;
  readonly evidence: Evidence;
  /** Where the work item is read, when it has an address. */
  readonly url?: string | null;
  /** What it is about, where the title does not say enough. */
  readonly about?: string;
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
