import { createHash } from 'node:crypto';
import {
  type AssembleRequest,
  type Assembly,
  type CodeHost,
  type CommandResult,
  type Evidence,
  evidenceOf,
  type ItemId,
  type Landing,
  type LandRequest,
  PortError,
  type Proposal,
  type TrainEntry,
} from '@symphony/domain';

import { MemoryReviews } from './memory-reviews.ts';

/** A commit is no more than the heads it contains, each with the item it came from. */
interface MemoryCommit {
  readonly heads: ReadonlyMap<string, ItemId>;
  readonly tree: string;
}

/**
 * A code host without git: heads are any strings, and conflicts, failing checks, foreign moves and
 * held targets are what the test says they are.
 */
export class MemoryCodeHost implements CodeHost {
  readonly kind = 'memory';
  readonly proposals = new Map<ItemId, Proposal>();
  readonly #targets = new Map<string, string>();
  readonly #commits = new Map<string, MemoryCommit>();
  readonly #conflicts = new Map<ItemId, readonly string[]>();
  readonly #failing: (readonly ItemId[])[] = [];
  #held: string | null = null;
  #count = 0;

  readonly reviews?: MemoryReviews;

  /** `reviewed`: offers for this target are decided by people and checks, not by the train. */
  constructor(targets: readonly string[] = ['main'], reviewed: string | null = null) {
    for (const target of targets) this.#targets.set(target, this.#commit(new Map()));
    if (reviewed !== null)
      this.reviews = new MemoryReviews(reviewed, (head) => {
        const { heads } = this.#read(this.targetCommit(reviewed));
        const commit = this.#commit(new Map([...heads, [head, head]]));
        this.#targets.set(reviewed, commit);
        return commit;
      });
  }

  /** The item conflicts with whatever it is merged onto, until it is called off with `[]`. */
  conflictOn(item: ItemId, files: readonly string[] = ['file.txt']): void {
    if (files.length === 0) this.#conflicts.delete(item);
    else this.#conflicts.set(item, files);
  }

  /** Checks fail on every result that contains all of these items. */
  failVerifyOn(items: readonly ItemId[]): void {
    this.#failing.push([...items]);
  }

  /** Somebody else commits onto the target. */
  moveTarget(target = 'main'): string {
    const { heads } = this.#read(this.targetCommit(target));
    const foreign = digest(`foreign ${this.#count}`);
    const commit = this.#commit(new Map([...heads, [foreign, foreign]]));
    this.#targets.set(target, commit);
    return commit;
  }

  /** Landings are held with this reason; null lets them go on. */
  hold(reason: string | null): void {
    this.#held = reason;
  }

  targetCommit(target = 'main'): string {
    const commit = this.#targets.get(target);
    if (commit !== undefined) return commit;
    throw new PortError({ code: 'missing', message: `the branch ${target} does not exist` });
  }

  /** Whether the target contains this head or commit. */
  contains(name: string, target = 'main'): boolean {
    const { heads } = this.#read(this.targetCommit(target));
    const inner = this.#commits.get(name)?.heads;
    return inner === undefined ? heads.has(name) : [...inner.keys()].every((head) => heads.has(head));
  }

  async propose(proposal: Proposal): Promise<{ ref: string; url?: string }> {
    this.proposals.set(proposal.item, proposal);
    if (this.reviews?.decides(proposal.target)) return this.reviews.offer(proposal.branch, proposal.head);
    return { ref: `train/${proposal.identifier}` };
  }

  async withdraw(item: ItemId, ref = ''): Promise<void> {
    this.reviews?.close(ref);
    this.proposals.delete(item);
  }

  async assemble(request: AssembleRequest): Promise<Assembly> {
    const base = this.targetCommit(request.target);
    const before = this.#read(base).heads;
    const isMerged = (entry: TrainEntry) => before.has(entry.head);
    const alreadyMerged = request.entries.filter(isMerged).map((entry) => entry.item);
    const waiting = request.entries.filter((entry) => !isMerged(entry));
    for (const { item, identifier } of waiting) {
      const files = this.#conflicts.get(item);
      if (files === undefined) continue;
      const report = `${identifier} could not be merged into ${request.target}: ${files.join(', ')}`;
      return { kind: 'conflict', base, item, files, report };
    }
    const merged = waiting.map(({ head, item }) => [head, item] as const);
    const commit = waiting.length === 0 ? base : this.#commit(new Map([...before, ...merged]));
    const evidence = this.#prove(request, commit, waiting.length > 0 || request.entries.length === 0);
    return { kind: 'assembled', base, commit, evidence, alreadyMerged };
  }

  async land(request: LandRequest): Promise<Landing> {
    const now = this.targetCommit(request.target);
    this.#read(request.commit);
    if (this.contains(request.commit, request.target)) return { kind: 'landed' };
    if (now !== request.expected) return { kind: 'moved', now };
    if (this.#held !== null) return { kind: 'held', reason: this.#held };
    this.#targets.set(request.target, request.commit);
    return { kind: 'landed' };
  }

  #prove(request: AssembleRequest, commit: string, changed: boolean): Evidence {
    const { heads, tree } = this.#read(commit);
    if (!changed || request.provedTrees.includes(tree)) return evidenceOf(tree, commit, []);
    const items = new Set(heads.values());
    const failing = this.#failing.find((rule) => rule.every((item) => items.has(item)));
    const results: CommandResult[] = (failing ? request.verify.slice(0, 1) : request.verify).map(
      (command) => ({
        command,
        exitCode: failing ? 1 : 0,
        timedOut: false,
        durationMs: 1,
        outputTail: failing ? `${failing.join(' and ')} do not pass\n` : '',
      }),
    );
    return evidenceOf(tree, commit, results);
  }

  #commit(heads: ReadonlyMap<string, ItemId>): string {
    this.#count += 1;
    const commit = digest(`commit ${this.#count}`);
    this.#commits.set(commit, { heads, tree: digest(`tree ${[...heads.keys()].sort().join(' ')}`) });
    return commit;
  }

  #read(commit: string): MemoryCommit {
    const found = this.#commits.get(commit);
    if (found !== undefined) return found;
    throw new PortError({ code: 'missing', message: `the commit ${commit} does not exist` });
  }
}

const digest = (text: string): string => createHash('sha1').update(text).digest('hex');
