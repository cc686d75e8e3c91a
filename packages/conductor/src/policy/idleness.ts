import type { Instant, ItemId, Settings } from '@symphony/domain';
import type { ConductorState } from '../state.ts';
import { refusal } from './eligibility.ts';
import { countSlots } from './slots.ts';

/**
 * Nothing runs and nothing will start by itself: what is left waits for a person (or another day's
 * budget). Time alone is no reason to be idle: retries and resting players come back.
 */
export function isIdle(
  state: ConductorState,
  settings: Settings,
  now: Instant,
  only: ItemId | null,
): boolean {
  const { train } = state;
  const trainBusy = train.current ? train.held === null : train.queue.length + train.segments.length > 0;
  if (trainBusy) return false;
  const rested = { ...state, resting: new Map() };
  const question = { state: rested, settings, slots: countSlots(state), now, only };
  const wouldStart = (id: ItemId): boolean => {
    const item = state.items.get(id);
    return item !== undefined && refusal({ ...item, dueAt: null }, question) === null;
  };
  for (const id of state.live) {
    const item = state.items.get(id);
    if (!item) continue;
    if ((item.run && item.state !== 'paused') || item.state === 'completed') return false;
    if (item.moveWanted !== null && state.trackerProblem === null) return false;
    if (item.cleanup && item.chamber) return false;
    if (item.state === 'queued' && wouldStart(id)) return false;
  }
  for (const id of state.waiting) if (wouldStart(id)) return false;
  return true;
}
