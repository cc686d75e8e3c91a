import type { ExplainView, Instant, ItemId } from '@symphony/domain';
import { standingOf } from '../policy/contention.ts';
import { type Check, examine } from '../policy/eligibility.ts';
import { countSlots } from '../policy/slots.ts';
import type { ConductorState, ItemState } from '../state.ts';
import { itemProposal } from './proposal.ts';
import { blockerCycle, itemView } from './status.ts';

/** Why an item is where it is and what will happen to it (C11). */
export function explainView(
  state: ConductorState,
  id: ItemId,
  now: Instant,
  only: ItemId | null,
): ExplainView | null {
  const item = state.items.get(id);
  const { settings } = state;
  if (!item || !settings) return null;
  const question = { state, settings, slots: countSlots(state, id), now, only };
  const checks = examine(item, question);
  const waits = item.run === null && (item.state === 'open' || item.state === 'queued');
  const contention = waits ? standingOf(id, question) : null;
  const cycle = blockerCycle(state);
  const ring = cycle?.includes(item.tracked.identifier)
    ? `It waits for itself: ${cycle.join(' → ')}. Remove one of these blockers.`
    : null;
  const next =
    ring ??
    heldTrain(state, item) ??
    unofferable(state, item) ??
    nextStep(item, checks, contention, state.missionParts.get(id)?.mission);
  return { item: itemView(state, item), checks, contention, next };
}

const heldTrain = (state: ConductorState, item: ItemState): string | null =>
  state.train.held && state.train.current?.items.includes(item.tracked.id)
    ? `The merge train waits: ${state.train.held.reason}`
    : null;

const unofferable = (state: ConductorState, item: ItemState): string | null =>
  item.state === 'completed' && item.run === null && state.codeHostProblem !== null
    ? `Its work is proved and kept, and is handed off as soon as the code host can be used: ${state.codeHostProblem}`
    : null;

function nextStep(
  item: ItemState,
  checks: readonly Check[],
  contention: string | null,
  mission: string | undefined,
): string {
  const { identifier } = item.tracked;
  const proposal = itemProposal(item);
  const refused = checks.find((check) => !check.ok);
  // Who competes for a slot is told by the ruling, which knows who has them and who is before it.
  if (contention !== null && (refused !== undefined || contention.startsWith('Waits'))) return contention;
  switch (item.state) {
    case 'open':
      if (item.outcome === 'merged') return 'It is merged; nothing more happens.';
      if (item.outcome !== 'none' && item.reason !== '') return overStep(item);
      return refused ? `It does not start: ${refused.reason}.` : 'It starts at the next opportunity.';
    case 'queued':
      if (item.run) return 'Its run is starting.';
      if (refused?.name === 'retry time')
        return `It ${refused.reason}${item.reason === '' ? '' : `: ${withoutStop(item.reason)}`}.`;
      return refused ? `It waits: ${refused.reason}.` : 'It starts at the next opportunity.';
    case 'preparing':
      return 'Its chamber is being prepared.';
    case 'running':
      return item.run?.phase === 'proving'
        ? 'Its agent is done; the verify commands run on its tree.'
        : `Its agent is at work (turn ${item.run?.turn ?? 1}); \`symphony logs ${identifier} --follow\` shows it.`;
    case 'paused':
      if (item.run?.takeover)
        return `It is in a person's hands; \`symphony attach ${identifier}\` shows it, and it goes on when they leave.`;
      return `It is paused; \`symphony resume ${identifier}\` lets it go on.`;
    case 'completed':
      return 'Its work is proved and is being handed off.';
    case 'handed_off':
      if (mission !== undefined && item.handoff?.approved === false)
        return `Its work is done and waits for its mission ${mission}; \`symphony mission status ${mission}\` says for what.`;
      if (proposal) {
        const gone = item.presence === 'missing' ? ' It is no longer on the tracker.' : '';
        return `Its work is ${proposal.url ?? proposal.ref}: ${proposal.standing}.${gone}`;
      }
      return item.handoff?.approved === false
        ? `Its work waits for you: \`symphony chamber diff ${identifier}\`, then \`symphony approve ${identifier}\`.`
        : 'Its work is in the merge train.';
    case 'needs_human':
      return `It needs you: ${withoutStop(item.reason)}. Then \`symphony retry ${identifier}\` or \`symphony kill ${identifier}\`.`;
    case 'failed':
      return `It failed${item.retries === 0 ? '' : ` ${item.retries + 1} times`}: ${withoutStop(item.reason)}. \`symphony retry ${identifier}\` tries again.`;
  }
}

/** Why it is over, and how a person gets it going again. */
function overStep({ outcome, reason, chamber, tracked, presence }: ItemState): string {
  const { identifier } = tracked;
  const kept = chamber === null ? '' : ` Its work is kept: \`symphony chamber diff ${identifier}\`.`;
  const told = presence === 'missing' || reason.includes('symphony retry');
  const again = told ? '' : ` \`symphony retry ${identifier}\` plays it again.`;
  return `It is ${outcome}: ${withoutStop(reason)}.${kept}${again}`;
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
