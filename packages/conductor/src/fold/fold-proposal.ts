import type { LogEvent, LogEventOf } from '@symphony/domain';
import type { ProposalState } from '../state.ts';

/** The share of an event in an offer that the code host decides. */
export function foldProposal(proposal: ProposalState | null, event: LogEvent): ProposalState | null {
  if (event.type === 'handoff-made') return offered(proposal, event);
  if (event.type === 'proposal-orphaned') return { ...fresh(event.ref), over: true, leaving: true };
  if (!proposal) return null;
  switch (event.type) {
    case 'proposal-seen':
      return event.ref === proposal.ref
        ? { ...proposal, url: event.sight.url ?? proposal.url, sight: event.sight, held: null }
        : proposal;
    case 'proposal-touched':
      return {
        ...proposal,
        touched: event.head,
        told: [...new Set([...proposal.told, ...event.known])],
        released: false,
        merging: null,
        held: null,
      };
    case 'proposal-held':
      return { ...proposal, held: event.reason };
    case 'proposal-released':
      return { ...proposal, released: true, held: null };
    case 'proposal-merging':
      return { ...proposal, merging: event.head, held: null };
    case 'handoff-returned':
      return {
        ...proposal,
        told: [...new Set([...proposal.told, ...(event.told ?? [])])],
        released: false,
        merging: null,
        held: null,
      };
    case 'item-moved':
      return event.to === 'open' && event.outcome !== 'none'
        ? { ...proposal, over: true, leaving: true }
        : proposal;
    case 'item-reopened':
      return { ...proposal, leaving: false };
    case 'proposal-withdrawn':
      return event.ref === proposal.ref ? { ...proposal, leaving: false } : proposal;
    default:
      return proposal;
  }
}

/** The same offer with another commit, or a new one; null where the train decides. */
function offered(
  before: ProposalState | null,
  { ref, review, entry }: LogEventOf<'handoff-made'>,
): ProposalState | null {
  if (!review) return null;
  const same = before?.ref === ref ? before : null;
  return {
    ...fresh(ref),
    url: review.url ?? same?.url ?? null,
    heads: [...new Set([...(same?.heads ?? []), entry.head])],
    sight: same?.sight ?? null,
    told: same?.told ?? [],
  };
}

const fresh = (ref: string): ProposalState => ({
  ref,
  url: null,
  heads: [],
  sight: null,
  told: [],
  touched: null,
  released: false,
  merging: null,
  held: null,
  over: false,
  leaving: false,
});
