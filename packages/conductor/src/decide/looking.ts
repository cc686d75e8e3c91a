import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { isWatched, openOffers } from '../offer.ts';

/** More than these are looked at in turns. */
const MOST_AT_ONCE = 100;

interface Looked {
  readonly item: string;
  readonly ref: string;
}

/** Asks what became of everything that is offered over there, and again for what was not confirmed. */
export function lookAtProposals(out: Decision, setting: Setting, again = false): void {
  const { state, settings, now } = setting;
  const offers: Looked[] = [];
  for (const offer of openOffers(state)) {
    const { id: item, proposal } = offer;
    if (isWatched(offer)) offers.push({ item, ref: proposal.ref });
    else if (proposal.leaving) out.perform({ type: 'withdraw', item, ref: proposal.ref });
  }
  if (offers.length === 0) return;
  const round = Math.floor(now / settings.pollIntervalMs);
  const from = offers.length <= MOST_AT_ONCE ? 0 : (round * MOST_AT_ONCE) % offers.length;
  const turn = [...offers.slice(from), ...offers.slice(0, from)].slice(0, MOST_AT_ONCE);
  out.perform({ type: 'look-at-proposals', offers: turn, again });
}

/** Only at those that are named: by what people call them, or by the commit that was checked. */
export function offersHinted(
  out: Decision,
  { state }: Setting,
  { names }: Extract<Input, { type: 'offers-hinted' }>,
): void {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const offers: Looked[] = [];
  for (const offer of openOffers(state)) {
    const { ref, url, sight, touched } = offer.proposal;
    const known = [ref, url, sight?.head, touched, offer.handoff?.entry.head];
    if (isWatched(offer) && known.some((name) => name && wanted.has(name.toLowerCase())))
      offers.push({ item: offer.id, ref });
  }
  if (offers.length > 0)
    out.perform({ type: 'look-at-proposals', offers: offers.slice(0, MOST_AT_ONCE), again: true });
}
