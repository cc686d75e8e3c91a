import { isMet, PortError, type ProposalStanding, type ReviewHost, type ReviewMerge } from '@symphony/domain';

type Offer = { -readonly [Key in keyof ProposalStanding]: ProposalStanding[Key] };

/** Offers that are decided where the test says so: people, checks and rules are its methods. */
export class MemoryReviews implements ReviewHost {
  readonly offers = new Map<string, Offer>();
  /** What a rule says to every merge; null: nothing. */
  rule: string | null = null;
  /** Who may write. */
  readonly writers = new Set<string>();
  /** What was written below offers, by the offer and the key of the comment. */
  readonly comments = new Map<string, string>();
  /** Names of checks the target demands. */
  required: readonly string[] = [];
  readonly #target: string;
  readonly #merge: (head: string) => string;

  constructor(target: string, merge: (head: string) => string) {
    this.#target = target;
    this.#merge = merge;
  }

  decides(target: string): boolean {
    return target === this.#target;
  }

  /** The open offer of this branch with the new head, or a new one. */
  offer(branch: string, head: string): { readonly ref: string; readonly url: string } {
    const last = [...this.offers.values()].findLast(({ ref }) => ref.startsWith(`${branch}#`));
    const url = `memory://${branch}`;
    if (last?.state === 'open') {
      if (last.head !== head) Object.assign(last, { head, checks: 'none', failedChecks: [] });
      return { ref: last.ref, url };
    }
    const ref = `${branch}#${this.offers.size + 1}`;
    this.offers.set(ref, {
      ref,
      url,
      state: 'open',
      head,
      mergedAs: null,
      base: this.#target,
      mergeable: 'yes',
      checks: 'none',
      failedChecks: [],
      review: 'none',
      remarks: [],
      commands: [],
      allowed: 'yes',
      demands: [],
    });
    return { ref, url };
  }

  close(ref: string): void {
    const offer = this.offers.get(ref);
    if (offer?.state === 'open') offer.state = 'closed';
  }

  change(ref: string, change: Partial<Offer>): void {
    const offer = this.offers.get(ref);
    if (!offer) throw new PortError({ code: 'missing', message: `${ref} was never offered` });
    Object.assign(offer, change);
  }

  async look(refs: readonly string[]): Promise<readonly ProposalStanding[]> {
    return [...new Set(refs)].flatMap((ref) => {
      const offer = this.offers.get(ref);
      return offer ? { ...structuredClone(offer), ...this.#gate(offer) } : [];
    });
  }

  async mayWrite(author: string): Promise<boolean> {
    return this.writers.has(author);
  }

  async comment(ref: string, key: string, text: string): Promise<void> {
    if (!this.offers.has(ref)) throw new PortError({ code: 'missing', message: `${ref} was never offered` });
    this.comments.set(`${ref} ${key}`, text);
  }

  async merge(ref: string, head: string): Promise<ReviewMerge> {
    const offer = this.offers.get(ref);
    if (!offer) return { kind: 'not-yet', reason: `${ref} is not to be found` };
    if (offer.state === 'merged') return { kind: 'merged', commit: offer.mergedAs ?? head };
    if (this.#gate(offer).allowed === 'no') return { kind: 'not-yet', reason: `${ref} lacks a check` };
    if (this.rule !== null) return { kind: 'not-yet', reason: this.rule };
    if (offer.state === 'closed' || offer.head !== head)
      return { kind: 'not-yet', reason: `${ref} is closed or moved` };
    const commit = this.#merge(head);
    Object.assign(offer, { state: 'merged', mergedAs: commit });
    return { kind: 'merged', commit };
  }

  /** Checks have no names here: what they came to is what each came to. */
  #gate({ checks, allowed }: Offer): Pick<ProposalStanding, 'allowed' | 'demands'> {
    const state = checks === 'none' ? 'missing' : checks;
    const demands = this.required.map((name) => ({ kind: 'check', name, state }) as const);
    return { demands, allowed: demands.every(isMet) ? allowed : 'no' };
  }
}
