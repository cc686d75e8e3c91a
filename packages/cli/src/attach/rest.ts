import type { ItemView, LogEvent } from '@symphony/domain';

/** Nothing more happens to an item by itself: whoever watches it need not wait. A retry that is due is no rest. */
export const comesToRest = (event: LogEvent): boolean =>
  event.type === 'item-moved' && (event.to === 'failed' || event.to === 'needs_human' || event.to === 'open');

/** The same of an item as it is found. */
export const isAtRest = (item: Pick<ItemView, 'state' | 'outcome' | 'run'>): boolean =>
  item.run === null &&
  (item.state === 'failed' ||
    item.state === 'needs_human' ||
    (item.state === 'open' && item.outcome !== 'none'));

/** Whether a person has the agent's program open, as far as these events tell. */
export function isTakenOver(events: readonly LogEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'takeover-began' || type === 'takeover-ended');
  return last?.type === 'takeover-began';
}
