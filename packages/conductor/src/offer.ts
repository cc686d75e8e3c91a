import { type Instant, type ItemId, missionOnTrain, trainIdOf } from '@symphony/domain';
import { isLive, isToBeOffered, type MissionState, partsOf } from './mission/mission-state.ts';
import type { ConductorState, Handoff, ItemState, ProposalState } from './state.ts';

/**
 * What is offered over at the code host: the work of one item, or all of a mission. People and checks
 * decide over both alike, so both are judged by the same rules; only what follows differs.
 */
export interface Offer {
  readonly id: ItemId;
  /** What people call it. */
  readonly name: string;
  readonly proposal: ProposalState;
  /** Null while its author is at work on it again. */
  readonly handoff: Handoff | null;
  /** `changing`: it is being offered, or about to be taken up; what is seen of it now was true before that. */
  readonly stand: 'offered' | 'with-author' | 'changing';
  /** When it came to stand so. */
  readonly since: Instant;
  /** How often it went back to its author. */
  readonly returns: number;
  /** It may be merged now if the code host lets us. */
  readonly mayMerge: boolean;
  /** What a person says to have its author go on with it. */
  readonly again: string;
}

export function itemOffer(item: ItemState): Offer | null {
  const { tracked, proposal, handoff, state } = item;
  if (!proposal) return null;
  const offered = state === 'handed_off' && handoff !== null;
  return {
    id: tracked.id,
    name: tracked.identifier,
    proposal,
    handoff: offered ? handoff : null,
    stand: offered ? 'offered' : state === 'open' || state === 'completed' ? 'changing' : 'with-author',
    since: item.changedAt,
    returns: item.returns,
    mayMerge: handoff?.approved === true,
    again: `symphony retry ${tracked.identifier}`,
  };
}

export function missionOffer(mission: MissionState): Offer | null {
  const { id, proposal, handoff } = mission;
  if (!proposal) return null;
  return {
    id: trainIdOf(id),
    name: id,
    proposal,
    handoff,
    stand: handoff ? 'offered' : isToBeOffered(mission) ? 'changing' : 'with-author',
    since: handoff?.since ?? mission.stepSince,
    // A person who asks for it once more allows one more.
    returns: partsOf(mission, 'sync').length - mission.extra.cycles,
    mayMerge: handoff?.approved === true && mission.paused === null,
    again: `symphony answer ${id} again`,
  };
}

export function offerOf(state: ConductorState, id: ItemId): Offer | null {
  const mission = state.missions.get(missionOnTrain(id) ?? '');
  if (mission) return missionOffer(mission);
  const item = state.items.get(id);
  return item ? itemOffer(item) : null;
}

/** Also while its author is at work on it again: people may decide meanwhile. */
export const isWatched = ({ proposal }: Offer): boolean => !proposal.over;

/** Everything that is offered over there and not over for us. */
export function* openOffers(state: ConductorState): Generator<Offer> {
  for (const id of state.live) {
    const item = state.items.get(id);
    const offer = item && itemOffer(item);
    if (offer) yield offer;
  }
  for (const mission of state.missions.values()) {
    const offer = missionOffer(mission);
    if (offer && (isLive(mission) || offer.proposal.leaving)) yield offer;
  }
}
