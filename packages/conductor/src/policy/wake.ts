import type { Instant, Settings } from '@symphony/domain';
import { isOver } from '../melody/melody-run.ts';
import type { ConductorState } from '../state.ts';
import { stallDeadline } from './stall.ts';

/** When the loop must look again by itself, or null. The poll has its own timer. */
export function nextWake(state: ConductorState, settings: Settings, now: Instant): Instant | null {
  let wake = Number.POSITIVE_INFINITY;
  const consider = (at: Instant | null): void => {
    if (at !== null && at < wake) wake = at;
  };
  for (const id of state.underWay) {
    const item = state.items.get(id);
    if (!item) continue;
    if (item.state === 'queued' && item.run === null) consider(item.dueAt);
    consider(stallDeadline(state, item, settings));
  }
  for (const { until } of state.resting.values()) if (until > now) consider(until);
  for (const { askedAt, question } of state.questions.values()) {
    if (question.defaultAnswer !== null && question.defaultAfterMs !== null)
      consider(askedAt + question.defaultAfterMs);
  }
  for (const run of state.melodies.values()) if (!isOver(run)) consider(run.flow.nextDue());
  return Number.isFinite(wake) ? wake : null;
}
