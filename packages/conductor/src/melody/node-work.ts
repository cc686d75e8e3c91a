import type { Values } from '@symphony/domain';
import type { ConductorState, ItemState } from '../state.ts';
import type { MelodyRun } from './melody-run.ts';

export type WorkOutcome =
  | { readonly kind: 'done'; readonly outputs: Values }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a work item's end means for the agent node it plays; null while it goes on, or waits for a person. */
export function outcomeOfWork(item: ItemState): WorkOutcome | null {
  const { identifier } = item.tracked;
  if (item.state === 'failed') return failed(`${identifier} failed: ${item.reason || 'no reason was given'}`);
  if (item.state !== 'open') return null;
  if (item.outcome === 'merged') {
    return {
      kind: 'done',
      outputs: { item: identifier, commit: item.mergedAs ?? '', summary: item.tracked.title },
    };
  }
  if (item.outcome !== 'none')
    return failed(`${identifier} was ${item.outcome}${item.reason === '' ? '' : `: ${item.reason}`}`);
  if (item.presence === 'missing') return failed(`${identifier} is no longer on the tracker`);
  return null;
}

/** What the items of a run have cost so far. */
export function spentUsd(state: ConductorState, run: MelodyRun): number {
  let usd = 0;
  for (const id of run.items) usd += state.items.get(id)?.spend.usd ?? 0;
  return usd;
}

const failed = (reason: string): WorkOutcome => ({ kind: 'failed', reason });
