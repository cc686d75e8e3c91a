import { type MissionPlan, trainIdOf } from '@symphony/domain';
import type { Effect } from '../../src/index.ts';
import { ReviewDesk } from '../decide/review-desk.ts';
import { MissionWorld } from './mission-world.ts';

/** A mission whose target is decided over at the code host. */
export class HostedMission extends MissionWorld {
  readonly desk: ReviewDesk;

  constructor(plan: MissionPlan, options: ConstructorParameters<typeof MissionWorld>[1] = {}) {
    super(plan, options);
    this.desk = new ReviewDesk(this);
  }

  /** What the offer of all of it is called. */
  get offered(): string {
    return trainIdOf(this.id);
  }

  get offer() {
    return this.desk.offer(this.offered);
  }

  /** Time for another look, and whatever follows from it. */
  look(): this {
    this.now += 1_000;
    this.say({ type: 'tick' });
    return this.play();
  }

  override answer(effect: Effect, trouble: number): void {
    if (!this.desk.answers(effect, trouble)) super.answer(effect, trouble);
  }
}
