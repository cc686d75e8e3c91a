import type { Demand, ItemId, ProposalStanding } from '@symphony/domain';
import type { Effect } from '../../src/index.ts';
import type { World } from '../world.ts';

type Offer = { -readonly [Key in keyof ProposalStanding]: ProposalStanding[Key] };

/** A code host that decides: one offer for each branch, which people may push to as well. */
export class ReviewDesk {
  readonly offers = new Map<string, Offer>();
  readonly mergedOver: ItemId[] = [];
  /** The commits that were merged, as often as they were. */
  readonly mergedHeads: string[] = [];
  handMerged = 0;
  /** Merges that were asked for while it said that it would not let them through. */
  readonly forced: ItemId[] = [];
  readonly #world: World;
  #foreign = 0;

  constructor(world: World) {
    this.#world = world;
  }

  offer(item: ItemId): Offer {
    const offer = this.offers.get(`${item}#1`);
    if (!offer) throw new Error(`${item} is not offered`);
    return offer;
  }

  /** A person merges it as it stands. */
  mergeByHand(item: ItemId): void {
    Object.assign(this.offer(item), { state: 'merged', mergedAs: 'by hand' });
    this.handMerged += 1;
  }

  personPushes(item: ItemId): string {
    const head = `person ${++this.#foreign}`;
    Object.assign(this.offer(item), { head, checks: 'pending', failedChecks: [] });
    return head;
  }

  fail(item: ItemId): void {
    const offer = this.offer(item);
    const failed = {
      key: `check ${offer.head}`,
      name: 'build',
      url: null,
      excerpt: `${offer.head} is broken`,
    };
    Object.assign(offer, { checks: 'failed', failedChecks: [failed] });
  }

  green(item: ItemId): void {
    Object.assign(this.offer(item), { checks: 'passed', failedChecks: [], mergeable: 'yes' });
  }

  demand(item: ItemId, allowed: Offer['allowed'], ...demands: Demand[]): void {
    Object.assign(this.offer(item), { allowed, demands });
  }

  remark(item: ItemId, text: string): void {
    const offer = this.offer(item);
    const key = `comment ${offer.remarks.length + 1} ${item}`;
    const at = this.#world.now;
    offer.remarks = [...offer.remarks, { key, author: 'ada', text, path: 'a.ts', line: 3, at }];
  }

  /** False: it is not for this host. Half of the deeds that go wrong are done all the same: only the answer is lost. */
  answers(effect: Effect, trouble: number): boolean {
    const world = this.#world;
    const bad = world.chance() < trouble;
    const unheard = bad && world.chance() < 0.5;
    const failure = { code: 'unavailable', message: 'away' } as const;
    switch (effect.type) {
      case 'propose':
        if (effect.proposal.target !== world.settings.target) return false;
        this.#propose(effect.item, effect.proposal.head, bad, unheard);
        return true;
      case 'look-at-proposals': {
        const { offers } = effect;
        const standings = offers.flatMap(({ ref }) => structuredClone(this.offers.get(ref)) ?? []);
        if (bad) world.say({ type: 'proposals-unseen', failure });
        else world.say({ type: 'proposals-looked', begunAt: world.now, offers, standings });
        return true;
      }
      case 'merge-proposal':
        this.#merge(effect, bad, unheard);
        return true;
      case 'withdraw': {
        const offer = this.offers.get(effect.ref);
        if (bad) return true;
        if (offer?.state === 'open') offer.state = 'closed';
        world.say({ type: 'withdrawn', item: effect.item, ref: effect.ref });
        return true;
      }
      default:
        return false;
    }
  }

  #propose(item: ItemId, head: string, bad: boolean, unheard: boolean): void {
    const world = this.#world;
    const ref = `${item}#1`;
    const there = this.offers.get(ref);
    const no = (code: 'unavailable' | 'conflict', message: string) =>
      world.say({ type: 'not-proposed', item, failure: { code, message } });
    if (bad && !unheard) return no('unavailable', 'away');
    if (there?.head.startsWith('person') && !this.#knows(there.head))
      return no('conflict', `${there.head} was pushed`);
    if (there?.state !== 'open') this.offers.set(ref, fresh(ref, head));
    else if (there.head !== head) Object.assign(there, { head, checks: 'pending', failedChecks: [] });
    if (unheard) return world.crash();
    world.say({ type: 'proposed', item, head, ref, review: { url: `https://host.test/${item}` } });
  }

  #merge({ item, ref, head }: Extract<Effect, { type: 'merge-proposal' }>, bad: boolean, unheard: boolean) {
    const world = this.#world;
    const offer = this.offers.get(ref);
    const no = (reason: string) =>
      world.say({ type: 'proposal-answered', item, ref, head, merge: { kind: 'not-yet', reason } });
    if (!offer || offer.state === 'closed') return no('gone');
    if (offer.state === 'open') {
      if ((bad && !unheard) || offer.head !== head) return no('not now');
      if (offer.allowed !== 'yes') {
        this.forced.push(item);
        return no('a rule is in the way');
      }
      Object.assign(offer, { state: 'merged', mergedAs: `merge ${head}` });
      this.mergedOver.push(item);
      this.mergedHeads.push(head);
    }
    if (unheard) return world.crash();
    const merge = { kind: 'merged', commit: `merge ${head}` } as const;
    world.say({ type: 'proposal-answered', item, ref, head, merge });
  }

  /** Its author was told of it, and merged it: the next commit contains it. */
  #knows(head: string): boolean {
    return this.#world.log.some(
      ({ event }) =>
        (event.type === 'handoff-returned' || event.type === 'mission-returned') &&
        event.report.includes(head),
    );
  }
}

const fresh = (ref: string, head: string): Offer => ({
  ref,
  url: `https://host.test/${ref}`,
  state: 'open',
  head,
  mergedAs: null,
  base: 'origin/main',
  mergeable: 'yes',
  checks: 'pending',
  failedChecks: [],
  review: 'none',
  remarks: [],
  commands: [],
  allowed: 'yes',
  demands: [],
});
