import type { ProposalStanding } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { targetOf } from '../mission/standing.ts';
import { isSaidToUs } from '../policy/commenting.ts';
import { judgeProposal, sightOf } from '../policy/proposal.ts';
import type { ItemState, ProposalState } from '../state.ts';
import { hear, isForUs } from './comments.ts';
import { hostAnswers, moveTracker, sendBack } from './handoff.ts';
import { endAgent } from './running.ts';
import { removeChamber } from './stopping.ts';

/** Offers that the code host decides: what is seen of them, and what follows (C19). */

/** More than these are looked at in turns. */
const MOST_AT_ONCE = 100;

/** Asks what became of everything that is offered over there, and again for what was not confirmed. */
export function lookAtProposals(out: Decision, setting: Setting, again = false): void {
  const { settings, now } = setting;
  const offers: Offer[] = [];
  for (const { tracked, proposal, watched } of offered(setting)) {
    if (watched) offers.push({ item: tracked.id, ref: proposal.ref });
    else if (proposal.leaving) out.perform({ type: 'withdraw', item: tracked.id, ref: proposal.ref });
  }
  if (offers.length === 0) return;
  const round = Math.floor(now / settings.pollIntervalMs);
  const from = offers.length <= MOST_AT_ONCE ? 0 : (round * MOST_AT_ONCE) % offers.length;
  const turn = [...offers.slice(from), ...offers.slice(0, from)].slice(0, MOST_AT_ONCE);
  out.perform({ type: 'look-at-proposals', offers: turn, again });
}

interface Offer {
  readonly item: string;
  readonly ref: string;
}

function* offered({ state }: Setting) {
  for (const id of state.live) {
    const item = state.items.get(id);
    if (item?.proposal) yield { ...item, proposal: item.proposal, watched: isWatched(item) };
  }
}

/** Only at those that are named: by what people call them, or by the commit that was checked. */
export function offersHinted(
  out: Decision,
  setting: Setting,
  { names }: Extract<Input, { type: 'offers-hinted' }>,
): void {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const offers: Offer[] = [];
  for (const { tracked, proposal, handoff, watched } of offered(setting)) {
    const { ref, url, sight, touched } = proposal;
    const known = [ref, url, sight?.head, touched, handoff?.entry.head];
    if (watched && known.some((name) => name && wanted.has(name.toLowerCase())))
      offers.push({ item: tracked.id, ref });
  }
  if (offers.length > 0)
    out.perform({ type: 'look-at-proposals', offers: offers.slice(0, MOST_AT_ONCE), again: true });
}

/** Also while its author is at work on it again: people may decide meanwhile. */
export const isWatched = ({ proposal, state, outcome }: ItemState): boolean =>
  proposal !== null && !proposal.leaving && !(state === 'open' && outcome !== 'none');

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
    const standing = standings.get(ref);
    for (const command of standing?.commands ?? [])
      if (isSaidToUs(command, item.proposal) && isForUs(command, setting))
        hear(out, { item: id, offer: ref }, command);
    // What was handed off while the look was under way may not be in it.
    if (item.state === 'handed_off' && item.changedAt > input.begunAt) continue;
    if (standing) seen(out, setting, item, item.proposal, standing);
    else hold(out, item, `${ref} is not to be found any more`);
  }
}

export function proposalsUnseen(
  out: Decision,
  { state }: Setting,
  { failure }: Extract<Input, { type: 'proposals-unseen' }>,
): void {
  if (state.codeHostProblem !== failure.message)
    out.record({ type: 'code-host-failed', message: failure.message });
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
  lookAtProposals(out, setting, true);
  out.reply(true, `${item.tracked.identifier} is looked at again; its author hears what is new there.`);
}
