import type { ItemId, OfferCommand, ProposalStanding, Settings } from '@symphony/domain';
import { SETTINGS, trackedItem } from '@symphony/testkit';
import type { Effect } from '../../src/index.ts';
import { World } from '../world.ts';
import { ReviewDesk } from './review-desk.ts';

/** A world of work items whose code host decides. */
export class ReviewWorld extends World {
  readonly desk: ReviewDesk;
  /** By key of the comment: how often it was written. */
  readonly comments = new Map<string, number>();

  constructor(ids: readonly string[], settings: Partial<Settings> = {}, seed = 1) {
    super(
      ids.map((id) => trackedItem(id)),
      { ...SETTINGS, ...settings },
      seed,
    );
    this.desk = new ReviewDesk(this);
  }

  get offers() {
    return this.desk.offers;
  }

  get mergedOver(): readonly ItemId[] {
    return this.desk.mergedOver;
  }

  offer(item: ItemId): { -readonly [Key in keyof ProposalStanding]: ProposalStanding[Key] } {
    return this.desk.offer(item);
  }

  /** `at`: when, by the clock of the code host. */
  commandThere(item: ItemId, text: string, at = this.now): void {
    const offer = this.offer(item);
    const id = `github-line-${offer.commands.length + 1}`;
    const said: OfferCommand = { id, author: { id: 'ada', name: 'ada' }, standing: 'member', text, at };
    offer.commands = [...offer.commands, said];
  }

  override answer(effect: Effect, trouble: number): void {
    if (this.desk.answers(effect, trouble)) return;
    if (effect.type !== 'comment-on-tracker') return super.answer(effect, trouble);
    const bad = this.chance() < trouble;
    const unheard = bad && this.chance() < 0.5;
    const { item, key } = effect;
    if (bad && !unheard) return;
    this.comments.set(key, 1); // the key makes a second one harmless
    if (unheard) return this.crash();
    this.say({ type: 'tracker-commented', item, key });
  }
}
