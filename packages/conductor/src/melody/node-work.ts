import type { Values } from '@symphony/domain';
import { isDry, NOT_MERGED } from '../policy/dry-run.ts';
import type { ConductorState, ItemState } from '../state.ts';
import type { MelodyRun } from './melody-run.ts';

export type WorkOutcome =
  | { readonly kind: 'done'; readonly outputs: Values; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a work item's end means for the agent node it plays; null while it goes on, or waits for a person. */
export function outcomeOfWork(item: ItemState): WorkOutcome | null {
  const { identifier } = item.tracked;
  if (item.state === 'failed') return failed(`${identifier} failed: ${item.reason || 'no reason was given'}`);
  if (item.state !== 'open') return null;
  if (item.outcome === 'merged') return done(item, item.mergedAs, '');
  if (item.outcome === 'closed' && isDry(item.tracked)) return done(item, item.evidence?.commit, NOT_MERGED);
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

const done = ({ tracked }: ItemState, commit: string | null | undefined, reason: string): WorkOutcome => ({
  kind: 'done',
  outputs: { item: tracked.identifier, commit: commit ?? '', summary: tracked.title },
  reason,
});

const failed = (reason: string): WorkOutcome => ({ kind: 'failed', reason });
