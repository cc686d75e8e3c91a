import {
  type ItemId,
  type LifecycleEvent,
  type LogEvent,
  NO_SPEND,
  type Settings,
  type Store,
  type TrackedItem,
  transition,
} from '@symphony/domain';
import { itemNumber } from '../conductor/material.ts';

/** Appended together: one commit for each item would take longer than what is measured. */
const AT_ONCE = 5_000;
const GRANTED = { slotAvailable: true, concurrencyOk: true };

/**
 * Writes the past of a repository that has been worked on for a while: of ten items three are merged,
 * one waits for another, and of a hundred one needs a person. Returns what its tracker shows.
 */
export function seedWorld(store: Store, settings: Settings, count: number): readonly TrackedItem[] {
  const now = Date.now();
  let events: LogEvent[] = [{ type: 'settings-applied', settings }];
  const write = (): void => {
    store.append(now, events);
    events = [];
  };
  const tracked = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const item = itemNumber(number, number % 10 === 9 ? [blocker(number - 1)] : []);
    events.push({ type: 'item-seen', item: item.id, tracked: item });
    const done = number % 10 < 3;
    if (done) events.push(...merged(item.id));
    else if (number % 100 === 55) events.push(...stuck(item.id));
    if (events.length >= AT_ONCE) write();
    return done ? { ...item, state: 'Done' } : item;
  });
  write();
  return tracked;
}

const blocker = (number: number) => ({ id: `B-${number}`, identifier: `B-${number}`, state: 'Todo' });

function merged(item: ItemId): readonly LogEvent[] {
  const commit = `commit-of-${item}`;
  return [
    ...walk(item, 'open', [
      'claim',
      'dispatch',
      'workspace_ready',
      'agent_exited_with_commits',
      'pr_created',
    ]),
    { type: 'train-landed', attempt: `train-${item}`, commit, items: [item] },
    ...walk(item, 'handed_off', ['pr_merged']),
    { type: 'tracker-moved', item, state: 'Done' },
    { type: 'chamber-removed', item, key: item, bundle: null },
  ];
}

const stuck = (item: ItemId): readonly LogEvent[] =>
  walk(item, 'open', ['claim', 'dispatch', 'workspace_ready', 'agent_exited_no_commits']);

/** The lifecycle's own table says where each event leads, so no past is written that could not have been. */
function walk(
  item: ItemId,
  start: Parameters<typeof transition>[0],
  through: readonly LifecycleEvent[],
): readonly LogEvent[] {
  const run = `run-of-${item}`;
  let from = start;
  return through.flatMap((event): LogEvent[] => {
    const next = transition(from, event, GRANTED);
    if (!next.ok) throw new Error(next.detail);
    const outcome = event === 'pr_merged' ? 'merged' : null;
    const reason = next.to === 'needs_human' ? 'It ended without a commit.' : '';
    const moved: LogEvent = {
      type: 'item-moved',
      item,
      event,
      from,
      to: next.to,
      facts: GRANTED,
      reason,
      outcome,
    };
    from = next.to;
    if (event === 'dispatch')
      return [{ type: 'run-started', item, run, attempt: 1, player: 'first', reservedUsd: 0 }, moved];
    if (event.startsWith('agent_exited')) return [moved, { type: 'run-ended', item, run, spend: NO_SPEND }];
    return [moved];
  });
}
