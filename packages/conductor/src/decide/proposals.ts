import type { ProposalStanding } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { targetOf } from '../mission/standing.ts';
import { judgeProposal, sightOf } from '../policy/proposal.ts';
import type { ItemState, ProposalState } from '../state.ts';
import { hostAnswers, hostFails, moveTracker, sendBack } from './handoff.ts';
import { endAgent } from './running.ts';
import { removeChamber } from './stopping.ts';

/** Offers that the code host decides: what is seen of them, and what follows (C19). */

/** More than these are looked at in turns. */
const MOST_AT_ONCE = 100;

/** Asks what became of everything that is offered over there, and again for what was not confirmed. */
export function lookAtProposals(out: Decision, setting: Setting): void {
  const { state, settings, now } = setting;
  const offers: { readonly item: string; readonly ref: string }[] = [];
  for (const id of state.live) {
    const item = state.items.get(id);
    if (!item?.proposal) continue;
    if (isWatched(item)) offers.push({ item: id, ref: item.proposal.ref });
    else if (item.proposal.leaving) out.perform({ type: 'withdraw', item: id, ref: item.proposal.ref });
  }
  if (offers.length === 0) return;
  const round = Math.floor(now / settings.pollIntervalMs);
  const from = offers.length <= MOST_AT_ONCE ? 0 : (round * MOST_AT_ONCE) % offers.length;
  const turn = [...offers.slice(from), ...offers.slice(0, from)].slice(0, MOST_AT_ONCE);
  out.perform({ type: 'look-at-proposals', offers: turn });
}

/** Also while its author is at work on it again: people may decide meanwhile. */
export const isWatched = ({ proposal }: ItemState): boolean => proposal !== null && !proposal.over;

export function proposalsLooked(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'proposals-looked' }>,
): void {
  const { state } = setting;
  hostAnswers(out, setting, null);
  const standings = new Map(input.standings.map((standing) => [standing.ref, standing]));
  for (const { item: id, ref } of input.offers) {
    const item = state.items.get(id);
    if (item?.proposal?.ref !== ref || !isWatched(item)) continue;
    // What was handed off while the look was under way may not be in it.
    if (item.state === 'handed_off' && item.changedAt >= input.begunAt) continue;
    const standing = standings.get(ref);
    if (standing) seen(out, setting, item, item.proposal, standing);
    else hold(out, item, `${ref} is not to be found any more; ${givingUp(item)}`);
  }
}

export function proposalsUnseen(
  out: Decision,
  { state }: Setting,
  { failure }: Extract<Input, { type: 'proposals-unseen' }>,
): void {
  hostFails(out, state, failure);
}

function seen(
  out: Decision,
  setting: Setting,
  before: ItemState,
  proposal: ProposalState,
  standing: ProposalStanding,
): void {
  const { state, settings, now } = setting;
  const id = before.tracked.id;
  const sight = sightOf(standing);
  const changed = JSON.stringify(sight) !== JSON.stringify(proposal.sight);
  if (changed) out.record({ type: 'proposal-seen', item: id, ref: proposal.ref, sight });
  const item = changed ? { ...before, proposal: { ...proposal, sight, held: null } } : before;
  const target = targetOf(state, settings, id);
  const step = judgeProposal(item, standing, { settings, target, now });
  switch (step.kind) {
    case 'wait':
      return;
    case 'merged':
      return merged(out, setting, item, standing.head, standing.mergedAs);
    case 'closed':
      return closed(out, item);
    case 'touched':
      out.record({ type: 'proposal-touched', item: id, head: standing.head, known: step.known });
      return;
    case 'return':
      sendBack(out, setting, item, { why: 'pull-request', outcome: 'none', ...step });
      return;
    case 'merge':
      if (proposal.merging !== standing.head)
        out.record({ type: 'proposal-merging', item: id, head: standing.head });
      out.perform({ type: 'merge-proposal', item: id, ref: proposal.ref, head: standing.head });
      return;
    case 'hold':
      return hold(out, item, step.reason);
  }
}

const givingUp = ({ tracked: { identifier } }: ItemState): string =>
  `\`symphony kill ${identifier}\` gives it up, and \`symphony retry ${identifier}\` then offers it anew`;

/** Said once per reason: it is looked at again with every tick. */
function hold(out: Decision, { tracked, proposal }: ItemState, reason: string): void {
  if (proposal?.held !== reason) out.record({ type: 'proposal-held', item: tracked.id, reason });
}

export function proposalAnswered(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'proposal-answered' }>,
): void {
  const item = setting.state.items.get(input.item);
  if (item?.proposal?.ref !== input.ref || !isWatched(item)) return;
  const { merge, head } = input;
  if (merge.kind === 'merged') merged(out, setting, item, head, merge.commit);
  else if (item.state === 'handed_off') hold(out, item, merge.reason);
}

function merged(out: Decision, setting: Setting, item: ItemState, head: string, commit: string | null): void {
  const { state, settings } = setting;
  const { id } = item.tracked;
  const reason = `merged into ${targetOf(state, settings, id)}`;
  if (!leave(out, item, reason, 'merged')) return;
  out.record({ type: 'proposal-merged', item: id, head, commit });
  moveTracker(out, item, settings.tracker.mergedState);
  if (!item.run) removeChamber(out, setting, item);
}

function closed(out: Decision, item: ItemState): void {
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

/** A person asks for its author again, whatever was told before. */
export function release(out: Decision, setting: Setting, item: ItemState, by: string): void {
  out.record({ type: 'proposal-released', item: item.tracked.id, by });
  lookAtProposals(out, setting);
  out.reply(true, `${item.tracked.identifier} is looked at again; its author hears what is new there.`);
}
