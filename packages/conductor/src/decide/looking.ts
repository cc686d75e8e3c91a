import type { Decision, Setting } from '../decision.ts';
import { isWatched, openOffers } from '../offer.ts';

/** More than these are looked at in turns. */
const MOST_AT_ONCE = 100;

/** Asks what became of everything that is offered over there, and again for what was not confirmed. */
export function lookAtProposals(out: Decision, setting: Setting): void {
  const { state, settings, now } = setting;
  const offers: { readonly item: string; readonly ref: string }[] = [];
  for (const offer of openOffers(state)) {
    const { id: item, proposal } = offer;
    if (isWatched(state, offer)) offers.push({ item, ref: proposal.ref });
    else if (proposal.leaving) out.perform({ type: 'withdraw', item, ref: proposal.ref });
  }
  if (offers.length === 0) return;
  const round = Math.floor(now / settings.pollIntervalMs);
  const from = offers.length <= MOST_AT_ONCE ? 0 : (round * MOST_AT_ONCE) % offers.length;
  const turn = [...offers.slice(from), ...offers.slice(0, from)].slice(0, MOST_AT_ONCE);
  out.perform({ type: 'look-at-proposals', offers: turn });
}
