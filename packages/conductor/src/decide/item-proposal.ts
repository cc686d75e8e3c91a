import type { Decision, Setting } from '../decision.ts';
import { targetOf } from '../mission/standing.ts';
import type { ItemState } from '../state.ts';
import { moveTracker } from './handoff.ts';
import { endAgent } from './running.ts';
import { removeChamber } from './stopping.ts';

/** What follows for a work item from what people decided over its offer (C19). */

export function itemMerged(
  out: Decision,
  setting: Setting,
  item: ItemState,
  head: string,
  commit: string | null,
): void {
  const { state, settings } = setting;
  const { id } = item.tracked;
  const reason = `merged into ${targetOf(state, settings, id)}`;
  if (!leave(out, item, reason, 'merged')) return;
  out.record({ type: 'proposal-merged', item: id, head, commit });
  moveTracker(out, item, settings.tracker.mergedState);
  if (!item.run) removeChamber(out, setting, item);
}

export function itemClosed(out: Decision, item: ItemState): void {
  const ref = item.proposal?.ref ?? 'it';
  leave(
    out,
    item,
    `${ref} was closed; \`symphony retry ${item.tracked.identifier}\` offers it anew`,
    'closed',
  );
}

/** Whatever was going on with it ends: people have decided. */
function leave(out: Decision, item: ItemState, reason: string, outcome: 'merged' | 'closed'): boolean {
  const event = item.state !== 'handed_off' ? 'cancelled' : outcome === 'merged' ? 'pr_merged' : 'pr_closed';
  if (!out.move(item, event, reason, { outcome })) return false;
  if (item.run) endAgent(out, item, item.run, reason);
  if (item.proposal) out.perform({ type: 'withdraw', item: item.tracked.id, ref: item.proposal.ref });
  return true;
}
