import type { LifecycleState, LogEventOf } from '@symphony/domain';

/** What a change of state means to the person who waits for it. */
export function movedWords(event: LogEventOf<'item-moved'>): string {
  const what = event.to === 'open' ? outcomeWords(event) : ARRIVALS[event.to];
  if (event.reason.startsWith(what)) return event.reason; // "merged into main"
  return event.reason === '' ? what : `${what}: ${event.reason}`;
}

const ARRIVALS: Readonly<Record<Exclude<LifecycleState, 'open'>, string>> = {
  queued: 'queued',
  preparing: 'its chamber is being prepared',
  running: 'work goes on',
  paused: 'paused',
  completed: 'finished',
  handed_off: 'handed off',
  needs_human: 'needs you',
  failed: 'failed for good',
};

function outcomeWords(event: LogEventOf<'item-moved'>): string {
  switch (event.outcome) {
    case 'merged':
      return 'merged';
    case 'closed':
      return 'closed without a merge';
    case 'cancelled':
      return 'cancelled';
    case 'none':
    case null:
      return 'open again';
  }
}
