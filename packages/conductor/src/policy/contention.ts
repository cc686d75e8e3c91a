import type { Instant, ItemId, Json, Settings, TrackedItem } from '@symphony/domain';
import { formatUsd, NO_SPEND, normaliseName } from '@symphony/domain';
import {
  arbitrate,
  type Capacity,
  type Petition,
  type Resource,
  type Ruling,
} from '@symphony/pit/arbitration';
import { dayOf } from '../fold/fold-money.ts';
import { missionSlots } from '../mission/standing.ts';
import type { ConductorState, ItemState } from '../state.ts';
import { estimateRun } from './budget.ts';
import { type EligibilityQuestion, unfitness } from './eligibility.ts';
import { playerNow } from './routing.ts';
import { holdsSlot } from './slots.ts';

/**
 * Who gets the free slots (C11, C12, P4). Every item that may start asks for a slot of each kind, its
 * share of the day's money and the zones it names; the arbitration engine decides and says why.
 */
export function contend(question: EligibilityQuestion, chance: () => number): Ruling {
  const { state, settings, now } = question;
  const { strategy } = settings.slots;
  const starvation = starvationOf(settings);
  return arbitrate(petitions(question), capacityOf(question), {
    strategy,
    now,
    chance,
    history: state.grants,
    // The waiting line is kept in the order of dispatch: it is read only as far as slots reach.
    inOrder: strategy === 'priority' && starvation === undefined,
    binding: ONE_SLOT,
    ...(starvation === undefined ? {} : { starvation }),
  });
}

/** What the ruling says of one item, heard among all who wait; null when it does not compete. */
export function standingOf(id: ItemId, question: EligibilityQuestion): string | null {
  const { state, settings, now } = question;
  const starvation = starvationOf(settings);
  const ruling = arbitrate([...petitions(question)], capacityOf(question), {
    strategy: settings.slots.strategy,
    now,
    chance: () => 0.5,
    history: state.grants,
    ...(starvation === undefined ? {} : { starvation }),
  });
  const all = [...ruling.granted, ...ruling.denied, ...ruling.deferred];
  return all.find((each) => each.id === id)?.rationale ?? null;
}

const ONE_SLOT = { resource: 'slots', amount: 1 } as const;

/** The gap between two neighbouring priorities is made up for in one waiting time. */
const starvationOf = ({ slots }: Settings) =>
  slots.starvationAfterMs === null ? undefined : { afterMs: slots.starvationAfterMs, boost: 500 };

function* petitions(question: EligibilityQuestion): Generator<Petition> {
  for (const item of question.state.line)
    if (unfitness(item, question) === null) yield petitionOf(item, question);
}

function petitionOf(item: ItemState, question: EligibilityQuestion): Petition {
  const { state, settings, now } = question;
  const { tracked } = item;
  const player = playerNow(tracked, question);
  return {
    id: tracked.id,
    name: tracked.identifier,
    owner: ownerOf(tracked),
    priority: item.followUp ? RETURNED : (PRIORITIES[(tracked.priority ?? 0) - 1] ?? UNRANKED),
    standing: item.followUp
      ? 'it came back from the train'
      : tracked.priority === null
        ? 'no priority'
        : `priority ${tracked.priority}`,
    since: tracked.createdAt ?? now,
    claims: [
      { resource: playerKey(player), amount: 1 },
      { resource: stateKey(tracked), amount: 1 },
      ...(tracked.repository === null ? [] : [{ resource: repositoryKey(tracked.repository), amount: 1 }]),
      ...missionClaim(state, tracked.id),
      { resource: DAY_MONEY, amount: estimateRun(state, settings, player) },
      // Last: whoever waited too long has things kept for it in this order, and a slot serves everybody.
      ONE_SLOT,
    ],
    zones: zonesOf(tracked),
  };
}

/** C12's order as numbers: returned work, then 1 to 4, then the rest. */
const RETURNED = 1000;
const PRIORITIES: readonly number[] = [500, 250, 0, -250];
const UNRANKED = -500;

/** Whose share counts: what an item says, the melody that made it, or who it is assigned to. */
export const ownerOf = ({ fields, assignee }: TrackedItem): string =>
  text(fields.owner) ?? text(fields.melody) ?? assignee ?? 'everyone';

const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

/** The paths an item says it works in: nobody else works there meanwhile. */
function zonesOf({ fields }: TrackedItem): readonly string[] {
  const { zones } = fields;
  return Array.isArray(zones) ? zones.filter((zone): zone is string => typeof zone === 'string') : [];
}

const missionClaim = (state: ConductorState, id: ItemId): Petition['claims'] => {
  const found = missionSlots(state, id);
  return found ? [{ resource: missionKey(found.mission), amount: 1 }] : [];
};

const missionKey = (mission: string): string => `mission ${mission}`;
const playerKey = (player: string): string => `player ${player}`;
const stateKey = ({ state }: TrackedItem): string => `state ${normaliseName(state)}`;
const repositoryKey = (repository: string): string => `repository ${repository}`;
const DAY_MONEY = 'usd';

function capacityOf({ state, settings, slots, now }: EligibilityQuestion): Capacity {
  const holders = [...state.underWay].flatMap((id) => {
    const item = state.items.get(id);
    return item && holdsSlot(item) ? [item] : [];
  });
  const resources = new Map<string, Resource>();
  const add = (
    key: string,
    limit: number | null | undefined,
    what: string,
    holds: (item: ItemState) => boolean,
  ) => {
    if (typeof limit !== 'number') return;
    const held = holders.filter(holds);
    const words = { one: `slot${what}`, many: `slots${what}` };
    resources.set(key, { limit, used: held.length, heldBy: held.map(nameOf), words });
  };
  add('slots', settings.slots.total, '', () => true);
  for (const [player, { slots: limit }] of Object.entries(settings.players))
    add(playerKey(player), limit, ` of player ${player}`, ({ run }) => run?.player === player);
  for (const [name, limit] of Object.entries(settings.slots.byState)) {
    const key = `state ${normaliseName(name)}`;
    add(key, limit, ` for ${name}`, ({ tracked }) => stateKey(tracked) === key);
  }
  for (const [name, limit] of Object.entries(settings.repositories.slots))
    add(repositoryKey(name), limit, ` for ${name}`, ({ tracked }) => tracked.repository === name);
  for (const { id, plan } of state.missions.values()) {
    const key = missionKey(id);
    add(
      key,
      plan?.limits.parallel,
      ` of the mission ${id}`,
      ({ tracked }) => state.missionParts.get(tracked.id)?.mission === id,
    );
  }
  const money = dayMoney(state, settings, slots.reservedUsd, now);
  if (money) resources.set(DAY_MONEY, money);
  const zones = holders.flatMap((item) =>
    zonesOf(item.tracked).map((zone) => ({ zone, by: item.tracked.id, name: nameOf(item) })),
  );
  return { resources, zones };
}

function dayMoney(
  state: ConductorState,
  settings: Settings,
  reserved: number,
  now: Instant,
): Resource | null {
  const { maxCostPerDay } = settings.budget;
  if (maxCostPerDay === null) return null;
  const today = (state.spendByDay.get(dayOf(now)) ?? NO_SPEND).usd;
  const words = { one: "of today's money", many: "of today's money" };
  return { limit: maxCostPerDay, used: today + reserved, kind: 'spent', words, format: formatUsd };
}

const nameOf = ({ tracked }: ItemState): string => tracked.identifier;
