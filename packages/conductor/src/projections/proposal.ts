import type { ProposalView } from '@symphony/domain';
import type { ItemState } from '../state.ts';

/** An offer over at the code host as a person reads of it; null where there is none, or only one of long ago. */
export function proposalView(item: ItemState): ProposalView | null {
  const { proposal, outcome } = item;
  if (!proposal || (proposal.over && outcome === 'none')) return null;
  return { ref: proposal.ref, url: proposal.url, standing: standingOf(item) };
}

function standingOf(item: ItemState): string {
  const { proposal, state, outcome, handoff, tracked } = item;
  if (state === 'open' && outcome !== 'none') return outcome;
  if (!proposal || state !== 'handed_off') return 'its author is at work on it';
  const { sight, held, touched } = proposal;
  if (held !== null) return held;
  if (touched !== null)
    return `a person pushed ${touched.slice(0, 10)} to it; \`symphony retry ${tracked.identifier}\` or a remark asks for its author again`;
  if (!sight || sight.head !== handoff?.entry.head) return 'is about to be looked at';
  if (sight.mergeable === 'no') return 'has conflicts';
  if (sight.checks === 'failed') return `fails ${sight.failed.join(', ')}`;
  if (sight.review === 'changes-requested') return 'changes are requested';
  const checks = CHECKS[sight.checks];
  const review = sight.review === 'approved' ? 'approved' : 'no review yet';
  const next = handoff.approved
    ? 'is merged when it may be'
    : `\`symphony approve ${tracked.identifier}\` merges it`;
  return `${checks}, ${review}; ${next}`;
}

const CHECKS = { none: 'no checks', pending: 'its checks run', passed: 'its checks pass' } as const;
