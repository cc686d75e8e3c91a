import type { Settings } from '@symphony/domain';
import { isOneOf, sameState } from '@symphony/domain';
import type { ItemState } from '../state.ts';
import { isRoutable } from './eligibility.ts';

/** What the tracker's word means for an item Symphony is busy with (C17). */
export type Verdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'stop'; readonly clean: boolean; readonly reason: string }
  /** Handed off, and a person took it off the board. */
  | { readonly kind: 'withdraw'; readonly reason: string };

const KEEP: Verdict = { kind: 'keep' };

/** `item` is as the tracker shows it now. */
export function reconcile(item: ItemState, settings: Settings): Verdict {
  if (item.state === 'open' || item.moveWanted !== null) return KEEP;
  const tracked = item.tracked.state;
  const gone = item.presence === 'missing';
  const finished = !gone && isOneOf(tracked, settings.tracker.terminalStates);
  if (item.state === 'handed_off') {
    const byPerson = finished && !sameState(tracked, settings.tracker.mergedState ?? tracked);
    return byPerson ? { kind: 'withdraw', reason: `${tracked} on the tracker` } : KEEP;
  }
  if (finished) return { kind: 'stop', clean: true, reason: `${tracked} on the tracker` };
  if (item.state === 'needs_human' || item.state === 'failed') return KEEP;
  if (gone) return { kind: 'stop', clean: false, reason: 'no longer on the tracker' };
  if (!isOneOf(tracked, settings.tracker.activeStates)) {
    return { kind: 'stop', clean: false, reason: `moved to ${tracked} on the tracker` };
  }
  if (!isRoutable(item, settings))
    return { kind: 'stop', clean: false, reason: 'no longer meant for Symphony (labels or kind)' };
  return KEEP;
}
