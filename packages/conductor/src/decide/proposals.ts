import { missionOnTrain, type ProposalStanding } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { isClosedUnmerged } from '../mission/mission-state.ts';
import { targetOf } from '../mission/standing.ts';
import { isWatched, type Offer, offerOf } from '../offer.ts';
import { isSaidToUs } from '../policy/commenting.ts';
import { judgeProposal, type ProposalStep, sightOf } from '../policy/proposal.ts';
import type { ItemState } from '../state.ts';
import { hear, isForUs } from './comments.ts';
import { hostAnswers, hostFails, sendBack } from './handoff.ts';
import { itemClosed, itemMerged } from './item-proposal.ts';
import { lookAtProposals } from './looking.ts';
import { goOnAfterClosing, missionMergedElsewhere } from './mission-proposal.ts';

/** Offers that the code host decides: what is seen of them, and what follows (C19). */

export function proposalsLooked(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'proposals-looked' }>,
): void {
  const { state } = setting;
  hostAnswers(out, setting, null);
  const standings = new Map(input.standings.map((standing) => [standing.ref, standing]));
  for (const { item: id, ref } of input.offers) {
    const offer = offerOf(state, id);
    if (offer?.proposal.ref !== ref || !isWatched(offer)) continue;
    const standing = standings.get(ref);
    // Commands are about items: a mission is spoken to where it is planned.
    if (state.items.has(id))
      for (const command of standing?.commands ?? [])
        if (isSaidToUs(command, offer.proposal) && isForUs(command, setting))
          hear(out, { item: id, offer: ref }, command);
    // What was handed off while the look was under way may not be in it.
    if (offer.stand === 'offered' && offer.since > input.begunAt) continue;
    if (standing) seen(out, setting, offer, standing);
    else hold(out, offer, `${ref} is not to be found any more; ${givingUp(offer)}`);
  }
}

export function proposalsUnseen(
  out: Decision,
  { state }: Setting,
  { failure }: Extract<Input, { type: 'proposals-unseen' }>,
): void {
  hostFails(out, state, failure);
}

function seen(out: Decision, setting: Setting, before: Offer, standing: ProposalStanding): void {
  const { state, settings, now } = setting;
  const { id, proposal } = before;
  const sight = sightOf(standing);
  const changed = JSON.stringify(sight) !== JSON.stringify(proposal.sight);
  if (changed) out.record({ type: 'proposal-seen', item: id, ref: proposal.ref, sight });
  if (changed && sight.state === 'open') openedAgain(out, setting, id);
  const offer = changed ? { ...before, proposal: { ...proposal, sight, held: null } } : before;
  const step = judgeProposal(offer, standing, { settings, target: targetOf(state, settings, id), now });
  switch (step.kind) {
    case 'wait':
      return;
    case 'merged':
      return merged(out, setting, id, standing.head, standing.mergedAs);
    case 'closed':
      return closed(out, setting, id);
    case 'touched':
      out.record({ type: 'proposal-touched', item: id, head: standing.head, known: step.known });
      return;
    case 'return':
      return giveBack(out, setting, id, step);
    case 'merge':
      if (proposal.merging !== standing.head)
        out.record({ type: 'proposal-merging', item: id, head: standing.head });
      out.perform({ type: 'merge-proposal', item: id, ref: proposal.ref, head: standing.head });
      return;
    case 'hold':
      return hold(out, offer, step.reason, true);
  }
}

const givingUp = ({ id, name }: Offer): string =>
  missionOnTrain(id) === null
    ? `\`symphony kill ${name}\` gives it up, and \`symphony retry ${name}\` then offers it anew`
    : `\`symphony mission abort ${name}\` gives it up`;

/** Said once per reason: it is looked at again with every tick. */
function hold(out: Decision, { id, proposal }: Offer, reason: string, asks = false): void {
  if (proposal.held?.reason !== reason)
    out.record({ type: 'proposal-held', item: id, reason, ...(asks ? { asks } : {}) });
}

export function proposalAnswered(
  out: Decision,
  setting: Setting,
  { item: id, ref, head, merge }: Extract<Input, { type: 'proposal-answered' }>,
): void {
  const offer = offerOf(setting.state, id);
  if (offer?.proposal.ref !== ref || !isWatched(offer)) return;
  if (merge.kind === 'merged') merged(out, setting, id, head, merge.commit);
  else if (offer.stand === 'offered') hold(out, offer, merge.reason);
}

/** What follows differs: an item walks the lifecycle table, a mission its own steps. */

function merged(out: Decision, setting: Setting, id: string, head: string, commit: string | null): void {
  const { missions, items } = setting.state;
  const mission = missions.get(missionOnTrain(id) ?? '');
  if (mission) return missionMergedElsewhere(out, setting, mission, head, commit);
  const item = items.get(id);
  if (item) itemMerged(out, setting, item, head, commit);
}

/** A mission stands where it is: that it was seen closed makes it ask a person. */
function closed(out: Decision, { state }: Setting, id: string): void {
  const item = state.items.get(id);
  if (item) itemClosed(out, item);
}

/** What a person closed and opened again over there is gone on with here. */
function openedAgain(out: Decision, { state }: Setting, id: string): void {
  const mission = state.missions.get(missionOnTrain(id) ?? '');
  if (mission && isClosedUnmerged(mission)) goOnAfterClosing(out, mission);
}

function giveBack(
  out: Decision,
  setting: Setting,
  id: string,
  step: Extract<ProposalStep, { kind: 'return' }>,
): void {
  const { missions, items } = setting.state;
  const mission = missions.get(missionOnTrain(id) ?? '');
  const { report, told } = step;
  if (mission)
    out.record({ type: 'mission-returned', mission: mission.id, why: 'pull-request', report, told });
  const item = items.get(id);
  if (item) sendBack(out, setting, item, { why: 'pull-request', outcome: 'none', ...step });
}

/** A person asks for its author again, whatever was told before. */
export function release(out: Decision, setting: Setting, item: ItemState, by: string): void {
  out.record({ type: 'proposal-released', item: item.tracked.id, by });
  lookAtProposals(out, setting, true);
  out.reply(true, `${item.tracked.identifier} is looked at again; its author hears what is new there.`);
}
