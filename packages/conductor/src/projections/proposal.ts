import { type ProposalView, waitWords } from '@symphony/domain';
import { isLive, type MissionState } from '../mission/mission-state.ts';
import { itemOffer, missionOffer, type Offer } from '../offer.ts';
import type { ItemState } from '../state.ts';

/** An offer over at the code host as a person reads of it; null where there is none, or only one of long ago. */
export function itemProposal(item: ItemState): ProposalView | null {
  if (item.proposal?.over && item.outcome === 'none') return null;
  const ended = item.state === 'open' && item.outcome !== 'none' ? item.outcome : null;
  return viewOf(itemOffer(item), ended);
}

export function missionProposal(mission: MissionState): ProposalView | null {
  const ended = mission.outcome === 'done' ? 'merged' : 'closed';
  return viewOf(missionOffer(mission), isLive(mission) ? null : ended);
}

const viewOf = (offer: Offer | null, ended: string | null): ProposalView | null =>
  offer && { ref: offer.proposal.ref, url: offer.proposal.url, standing: ended ?? standingOf(offer) };

function standingOf({ proposal, handoff, again, name }: Offer): string {
  const { sight, held, touched } = proposal;
  if (sight?.state === 'closed') return 'was closed and not merged';
  if (!handoff) return 'its author is at work on it';
  if (held !== null) return held.reason;
  if (touched !== null)
    return `a person pushed ${touched.slice(0, 10)} to it; \`${again}\` or a remark asks for its author again`;
  if (!sight || sight.head !== handoff.entry.head) return 'is about to be looked at';
  if (sight.mergeable === 'no') return 'has conflicts';
  if (sight.checks === 'failed') return `fails ${sight.failed.join(', ')}`;
  if (sight.review === 'changes-requested') return 'changes are requested';
  const { waitsFor = [] } = sight;
  const checks = CHECKS[sight.checks];
  const review = sight.review === 'approved' ? 'approved' : 'no review yet';
  const next = handoff.approved ? 'is merged when it may be' : `\`symphony approve ${name}\` merges it`;
  if (waitsFor.length > 0) return `waits for ${waitWords(waitsFor)}; ${next}`;
  const rule = sight.allowed === 'no' ? ', a rule over there is in the way' : '';
  return `${checks}, ${review}${rule}; ${next}`;
}

const CHECKS = { none: 'no checks', pending: 'its checks run', passed: 'its checks pass' } as const;
