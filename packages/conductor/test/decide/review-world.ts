import type { ItemId, OfferCommand, ProposalStanding, Settings } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import type { Effect } from '../../src/index.ts';
import { World } from '../world.ts';

type Offer = { -readonly [Key in keyof ProposalStanding]: ProposalStanding[Key] };

/** A world whose code host decides: one offer an item, on a branch that people may push to as well. */
export class ReviewWorld extends World {
  readonly offers = new Map<string, Offer>();
  readonly mergedOver: ItemId[] = [];
  /** By key of the comment: how often it was written. */
  readonly comments = new Map<string, number>();
  #foreign = 0;

  constructor(ids: readonly string[], settings: Partial<Settings> = {}, seed = 1) {
    super(
      ids.map((id) => trackedItem(id)),
      { ...SETTINGS, ...settings },
      seed,
    );
  }

  offer(item: ItemId): Offer {
    const offer = this.offers.get(`${item}#1`);
    if (!offer) throw new Error(`${item} is not offered`);
    return offer;
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

  remark(item: ItemId, text: string): void {
    const offer = this.offer(item);
    const key = `comment ${offer.remarks.length + 1} ${item}`;
    offer.remarks = [...offer.remarks, { key, author: 'ada', text, path: 'a.ts', line: 3, at: this.now }];
  }

  /** `at`: when, by the clock of the code host. */
  commandThere(item: ItemId, text: string, at = this.now): void {
    const offer = this.offer(item);
    const id = `github-line-${offer.commands.length + 1}`;
    const said: OfferCommand = { id, author: { id: 'ada', name: 'ada' }, standing: 'member', text, at };
    offer.commands = [...offer.commands, said];
  }

  override answer(effect: Effect, trouble: number): void {
    const bad = this.chance() < trouble;
    const failure = { code: 'unavailable', message: 'away' } as const;
    // Half of the deeds that go wrong are done all the same: only the answer is lost.
    const unheard = bad && this.chance() < 0.5;
    switch (effect.type) {
      case 'propose': {
        const { item, head } = effect;
        const ref = `${item}#1`;
        const there = this.offers.get(ref);
        if (bad && !unheard) return this.say({ type: 'not-proposed', item, failure });
        if (there?.head.startsWith('person') && !this.#knows(item, there.head))
          return this.say({ type: 'not-proposed', item, failure: { code: 'conflict', message: 'touched' } });
        if (there?.state !== 'open') this.offers.set(ref, fresh(ref, head));
        else if (there.head !== head) Object.assign(there, { head, checks: 'pending', failedChecks: [] });
        if (unheard) return this.crash();
        return this.say({ type: 'proposed', item, head, ref, review: { url: `https://host.test/${item}` } });
      }
      case 'look-at-proposals': {
        if (bad) return this.say({ type: 'proposals-unseen', failure });
        const standings = effect.offers.flatMap(({ ref }) => structuredClone(this.offers.get(ref)) ?? []);
        return this.say({
          type: 'proposals-looked',
          begunAt: this.now,
          offers: effect.offers,
          standings,
        });
      }
      case 'merge-proposal': {
        const { item, ref, head } = effect;
        const offer = this.offers.get(ref);
        const no = (reason: string) =>
          this.say({ type: 'proposal-answered', item, ref, head, merge: { kind: 'not-yet', reason } });
        if (!offer || offer.state === 'closed') return no('gone');
        if (offer.state === 'open') {
          if ((bad && !unheard) || offer.head !== head) return no('not now');
          Object.assign(offer, { state: 'merged', mergedAs: `merge ${head}` });
          this.mergedOver.push(item);
        }
        if (unheard) return this.crash();
        return this.say({
          type: 'proposal-answered',
          item,
          ref,
          head,
          merge: { kind: 'merged', commit: `merge ${head}` },
        });
      }
      case 'withdraw': {
        const offer = this.offers.get(effect.ref);
        if (bad) return;
        if (offer?.state === 'open') offer.state = 'closed';
        return this.say({ type: 'withdrawn', item: effect.item, ref: effect.ref });
      }
      case 'comment-on-tracker': {
        const { item, key } = effect;
        if (bad && !unheard) return;
        this.comments.set(key, 1); // the key makes a second one harmless
        if (unheard) return this.crash();
        return this.say({ type: 'tracker-commented', item, key });
      }
      default:
        super.answer(effect, trouble);
    }
  }

  /** Its author merged it: the next commit contains it. */
  #knows(item: ItemId, head: string): boolean {
    return this.log.some(
      ({ event }) => event.type === 'handoff-returned' && event.item === item && event.report.includes(head),
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
});
