import type { BoardRest, Instant, ItemId, ItemView, StatusView } from '@symphony/domain';
import { compareWork, findCycle, formatUsd, graphOf, missionOnTrain, NO_SPEND } from '@symphony/domain';
import { dayOf } from '../fold/fold-money.ts';
import { isChosen } from '../policy/chosen.ts';
import { orderOf } from '../policy/ordering.ts';
import { choosePlayer } from '../policy/routing.ts';
import { countSlots } from '../policy/slots.ts';
import type { ConductorState, ItemState } from '../state.ts';
import { gateQuestions, melodyRunView } from './melody.ts';
import { missionInbox, missionRunView } from './mission.ts';
import { itemProposal } from './proposal.ts';

/** The board as it is now. */
export const statusView = (
  state: ConductorState,
  now: Instant,
  only: ItemId | null,
  idle: boolean,
): StatusView => ({
  seq: state.seq,
  at: now,
  items: boardLine(state, only).map((item) => itemView(state, item)),
  ...boardRest(state, now, idle),
});

/** What is on the board, in the order of work. For whoever shows only some of it. */
export function boardLine(state: ConductorState, only: ItemId | null): readonly ItemState[] {
  const chosen = [...state.items.values()].filter((item) => isChosen(item.tracked, only));
  // Each order is made once: of ten thousand items every one is compared with a dozen others.
  return chosen
    .map((item) => ({ item, order: orderOf(item) }))
    .sort((a, b) => compareWork(a.order, b.order))
    .map(({ item }) => item);
}

/** One item of the board, made without looking at the others; null for what is not on it. */
export function boardItem(state: ConductorState, id: ItemId, only: ItemId | null): ItemView | null {
  const item = state.items.get(id);
  return item && isChosen(item.tracked, only) ? itemView(state, item) : null;
}

/** All of the board that is not about single items. Walks only what waits, runs or is being merged. */
export function boardRest(state: ConductorState, now: Instant, idle: boolean): BoardRest {
  const { settings, train } = state;
  const slots = countSlots(state);
  const name = (id: ItemId): string => state.items.get(id)?.tracked.identifier ?? missionOnTrain(id) ?? id;
  return {
    target: settings?.target ?? '',
    draining: state.draining,
    players: Object.entries(settings?.players ?? {}).map(([player, { agent }]) => {
      const until = state.resting.get(player)?.until ?? 0;
      return {
        name: player,
        agent,
        running: slots.byPlayer.get(player) ?? 0,
        restingUntil: until > now ? until : null,
      };
    }),
    train: {
      queue: [...train.segments.flat(), ...train.queue].map(name),
      trying: (train.current?.items ?? []).map(name),
      awaitingApproval: [...state.live]
        // A person is not asked about the parts of a mission: it merges them itself.
        .filter((id) => state.items.get(id)?.handoff?.approved === false && !state.missionParts.has(id))
        .map(name),
      held: train.held?.reason ?? null,
    },
    inbox: [
      ...[...state.questions.values()].map((open) => ({
        item: name(open.item),
        run: open.run,
        askedAt: open.askedAt,
        question: open.question,
      })),
      ...[...state.melodies.values()].flatMap(gateQuestions),
      ...[...state.missions.values()].flatMap((mission) => missionInbox(state, mission)),
    ],
    melodies: [...state.melodies.values()].map(melodyRunView),
    missions: [...state.missions.values()].map((mission) => missionRunView(state, mission)),
    collisions: [...state.collisions.values()].map((each) => ({
      ...each,
      a: name(each.a),
      b: name(each.b),
      first: name(each.first),
    })),
    slots: { used: slots.total, total: settings?.slots.total ?? 0 },
    spend: {
      total: state.spendTotal,
      today: state.spendByDay.get(dayOf(now)) ?? NO_SPEND,
      dayCapUsd: settings?.budget.maxCostPerDay ?? null,
    },
    problems: problemsOf(state),
    idle,
  };
}

export function itemView(state: ConductorState, item: ItemState): ItemView {
  const { tracked, run, chamber } = item;
  const proposal = itemProposal(item);
  return {
    id: tracked.id,
    ...orderOf(item),
    title: tracked.title,
    state: item.state,
    outcome: item.outcome,
    trackerState: tracked.state,
    labels: tracked.labels,
    blockedBy: tracked.blockedBy.flatMap(({ identifier, id }) => identifier ?? id ?? []),
    url: tracked.url,
    changedAt: item.changedAt,
    // Where a pull request stands is why it is where it is; every face shows it there.
    reason:
      proposal && item.state === 'handed_off'
        ? `${proposal.url ?? proposal.ref}: ${proposal.standing}`
        : item.reason,
    attempt: item.attempt,
    retries: item.retries,
    returns: item.returns,
    givenUp: item.state === 'open' && item.outcome === 'closed' && item.followUp !== null,
    dueAt: item.state === 'queued' ? item.dueAt : null,
    run: run && {
      id: run.id,
      player: run.player,
      startedAt: run.startedAt,
      phase: item.state === 'paused' ? 'paused' : run.phase,
      turn: run.turn,
      lastEventAt: run.lastEventAt,
      lastMessage: run.lastMessage,
      pauseWanted: run.pauseWanted,
      ...(item.session?.player === run.player ? { session: item.session.id } : {}),
    },
    chamber: chamber && { path: chamber.path, branch: chamber.branch, baseCommit: chamber.baseCommit },
    spend: item.spend,
    mergedAs: item.outcome === 'merged' ? item.mergedAs : null,
    mission: state.missionParts.get(tracked.id)?.mission ?? null,
    proposal,
  };
}

function problemsOf(state: ConductorState): string[] {
  const problems: string[] = [];
  if (state.settingsProblem) problems.push(`The last good configuration is used: ${state.settingsProblem}`);
  if (state.trackerProblem) problems.push(`The tracker does not answer: ${state.trackerProblem}`);
  if (state.codeHostProblem) problems.push(`The code host cannot be used: ${state.codeHostProblem}`);
  for (const { where, message } of state.boardProblems) problems.push(`${where}: ${message}`);
  const cycle = blockerCycle(state);
  if (cycle) problems.push(`These items wait for each other: ${cycle.join(' → ')}`);
  const caps = state.settings?.budget;
  if (state.spendTotal.unpriced && caps && (caps.maxCostPerItem !== null || caps.maxCostPerDay !== null)) {
    problems.push(
      `Some prices are unknown: the caps count only the ${formatUsd(state.spendTotal.usd)} that are known`,
    );
  }
  const strays = unknownPlayers(state);
  if (strays.length > 0) problems.push(`No such player, the default one plays instead: ${strays.join(', ')}`);
  return problems;
}

/**
 * Items waiting for each other in a ring, or null. Whoever is in a ring both waits and is waited for, so
 * only those are looked at: this is asked several times a second with thousands of items waiting.
 */
export function blockerCycle(state: ConductorState): readonly string[] | null {
  const blockersOf = (id: ItemId) =>
    state.waiting.has(id) ? (state.items.get(id)?.tracked.blockedBy ?? []) : [];
  const edges: [string, string][] = [];
  for (const id of state.waiting) {
    for (const blocker of blockersOf(id))
      if (blocker.id !== null && blockersOf(blocker.id).length > 0) edges.push([id, blocker.id]);
  }
  const cycle = edges.length === 0 ? null : findCycle(graphOf(edges.flat(), edges));
  return cycle?.map((id) => state.items.get(id)?.tracked.identifier ?? id) ?? null;
}

function unknownPlayers({ items, waiting, settings }: ConductorState): string[] {
  const strays: string[] = [];
  for (const id of waiting) {
    const tracked = items.get(id)?.tracked;
    const named = tracked?.fields.player;
    if (tracked && settings && typeof named === 'string' && choosePlayer(tracked, settings) !== named) {
      strays.push(`${named} (${tracked.identifier})`);
    }
  }
  return strays;
}
