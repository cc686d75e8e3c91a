import type { Instant, LogEvent, LogEventOf, ProposalSight } from '@symphony/domain';
import type { ProposalState } from '../state.ts';

/** The share of an event in an offer that the code host decides: of an item, or of a whole mission. */
export function foldProposal(
  proposal: ProposalState | null,
  event: LogEvent,
  at: Instant,
): ProposalState | null {
  if (event.type === 'handoff-made' || event.type === 'mission-offered') return offered(proposal, event, at);
  if (event.type === 'proposal-orphaned') return { ...fresh(event.ref, at), over: true, leaving: true };
  if (!proposal) return null;
  switch (event.type) {
    case 'proposal-seen':
      return event.ref === proposal.ref ? seen(proposal, event.sight) : proposal;
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
      return { ...proposal, held: { reason: event.reason, asks: event.asks === true } };
    case 'proposal-released':
      return { ...proposal, released: true, held: null };
    case 'proposal-merging':
      return { ...proposal, merging: event.head, held: null };
    case 'handoff-returned':
    case 'mission-returned':
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
    case 'mission-ended':
      return { ...proposal, over: true, leaving: true };
    case 'item-reopened':
      return { ...proposal, leaving: false };
    case 'proposal-withdrawn':
      return event.ref === proposal.ref ? { ...proposal, leaving: false } : proposal;
    default:
      return proposal;
  }
}

/** Closed is news: what a person asked for before was asked of an open one. */
function seen(proposal: ProposalState, sight: ProposalSight): ProposalState {
  const closed = sight.state === 'closed' && proposal.sight?.state !== 'closed';
  const url = sight.url ?? proposal.url;
  return { ...proposal, url, sight, held: null, released: closed ? false : proposal.released };
}

/** The same offer with another commit, or a new one; null where the train decides. */
function offered(
  before: ProposalState | null,
  { ref, review, entry }: LogEventOf<'handoff-made'> | LogEventOf<'mission-offered'>,
  at: Instant,
): ProposalState | null {
  if (!review || ref === undefined) return null;
  const same = before?.ref === ref ? before : null;
  return {
    ...fresh(ref, same?.since ?? at),
    url: review.url ?? same?.url ?? null,
    heads: [...new Set([...(same?.heads ?? []), entry.head])],
    // What was seen closed and is offered all the same was opened again.
    sight: same?.sight?.state === 'open' ? same.sight : null,
    told: same?.told ?? [],
  };
}

const fresh = (ref: string, since: Instant): ProposalState => ({
  ref,
  since,
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
