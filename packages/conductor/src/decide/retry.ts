import { isOneOf } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { ItemState } from '../state.ts';
import { moveTracker } from './handoff.ts';
import { release } from './proposals.ts';

/** Another try because a person asks for it: what stopped is queued, what is over is opened again (C3, C20). */
export function retry(out: Decision, setting: Setting, item: ItemState, by: string): void {
  const { identifier, id } = item.tracked;
  const { now, settings } = setting;
  const due = {
    type: 'retry-scheduled',
    item: id,
    retries: 0,
    dueAt: now,
    error: item.lastError ?? item.reason,
    sameAttempt: false,
  } as const;
  if (item.state === 'needs_human' || item.state === 'failed') {
    out.move(item, 'retry_manual', `retried by ${by}`);
    out.record(due);
    return out.reply(true, `${identifier} is queued again.`);
  }
  if (item.state === 'queued') {
    out.record({ ...due, retries: item.retries, error: item.lastError ?? '', sameAttempt: item.sameAttempt });
    return out.reply(true, `${identifier} is tried as soon as a slot is free.`);
  }
  if (item.state === 'handed_off' && item.proposal) return release(out, setting, item, by);
  if (item.state !== 'open' || item.outcome === 'none') {
    return out.reply(
      false,
      `${identifier} is ${wordFor(item)}: there is nothing to retry. \`symphony explain ${identifier}\` says why.`,
    );
  }
  out.record({ type: 'item-reopened', item: id, why: `retried by ${by}` });
  // A move that is still on its way to the tracker is overtaken by this one.
  if (item.moveWanted !== null || !isOneOf(item.tracked.state, settings.tracker.activeStates)) {
    moveTracker(out, item, settings.tracker.activeStates[0] ?? null);
  }
  out.reply(true, `${identifier} is open again.`);
}

/** Where an item is, in one word. */
export const wordFor = (item: ItemState): string =>
  item.state === 'open' && item.outcome !== 'none' ? item.outcome : item.state.replace('_', ' ');
