import type { ItemId, OfferCommand, Standing } from '@symphony/domain';
import type { ConductorState, ProposalState } from '../state.ts';

/**
 * Who may command by a comment: people with write access. A tracker that can be asked has the last word; one that
 * cannot is taken by what came with the comment. `asked` is null where there is nobody to ask.
 */
export function mayCommand(standing: Standing, asked: boolean | null): boolean {
  if (standing === 'machine') return false;
  if (standing === 'writer') return true;
  return asked ?? standing === 'member';
}

/** What its author is told, in one line: none of it can be taken for a command in its turn. */
export const replyTo = (accepted: boolean, message: string): string =>
  `${accepted ? 'Done' : 'Not done'}: ${message.replaceAll(/\s+/g, ' ').trim()}`;

/** Where a comment stands. */
export interface CommentPlace {
  readonly item: ItemId;
  /** What was offered for the item, when it was said there; null: on the item itself. */
  readonly offer: string | null;
}

/** What a comment belongs to, by any of its names: an item's own, or those of what was handed off for it. */
export function placeOf(items: ConductorState['items'], names: readonly string[]): CommentPlace | null {
  const direct = names.find((name) => items.has(name));
  if (direct !== undefined) return { item: direct, offer: null };
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const isNamed = (name: string | null | undefined): boolean => !!name && wanted.has(name.toLowerCase());
  for (const [item, { tracked, handoff, proposal }] of items) {
    if ([item, tracked.identifier, tracked.url].some(isNamed)) return { item, offer: null };
    if (proposal && [proposal.ref, proposal.url].some(isNamed)) return { item, offer: proposal.ref };
    if (isNamed(handoff?.ref)) return { item, offer: null };
  }
  return null;
}

/** Clocks differ: that of the code host may be this much behind ours. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** What was said below an offer before we made it was said to somebody else. */
export const isSaidToUs = ({ at }: OfferCommand, { since }: ProposalState): boolean =>
  at >= since - CLOCKS_DIFFER_MS;
