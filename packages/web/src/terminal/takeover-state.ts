import type { Entry } from '@symphony/domain';

/** Whose hands the item is in: nobody asked, a person waits for the turn to end, a person has it. */
export type TakeoverState = 'none' | 'wanted' | 'on';

/** `running`: the run it would be in goes on; no takeover outlives its run. */
export function takeoverState(entries: readonly Entry[], running: boolean): TakeoverState {
  if (!running) return 'none';
  const last = entries.findLast(({ event }) => event.type in STATES || event.type === 'run-started');
  return (last && STATES[last.event.type]) ?? 'none';
}

const STATES: Readonly<Record<string, TakeoverState>> = {
  'takeover-wanted': 'wanted',
  'takeover-began': 'on',
  'takeover-ended': 'none',
};
