import {
  addSpend,
  type ItemId,
  type MissionStep,
  missionOnTrain,
  NO_SPEND,
  type Part,
  type Settings,
  type Spend,
  scopesOverlap,
} from '@symphony/domain';
import type { ConductorState, ItemState } from '../state.ts';
import { isLive, isWork, type MissionState, partsNow } from './mission-state.ts';

/**
 * Where a part stands. `explored`: it ended without work because something fundamental was found.
 * `held`: it may not begin in this cycle. `stuck`: only a person can bring it on.
 */
export type Standing = 'ahead' | 'working' | 'offered' | 'merged' | 'left' | 'explored' | 'held' | 'stuck';

export function standingOf(state: ConductorState, mission: MissionState, part: Part): Standing {
  const item = state.items.get(part.item);
  if (!item) return 'ahead';
  switch (item.state) {
    case 'handed_off':
      return 'offered';
    case 'needs_human':
      return isWork(part) && EXPLORING.has(mission.step) && brokeFundamentals(mission, part.item)
        ? 'explored'
        : 'stuck';
    case 'failed':
      return 'stuck';
    case 'open':
      if (item.outcome === 'merged') return 'merged';
      if (item.outcome !== 'none') return 'left';
      // Taken off the board before it began: nobody will play it.
      if (item.presence !== 'active' && item.moveWanted === null && item.run === null) return 'left';
      return item.run === null && item.attempt === 0 && holdOf(mission, part) !== null ? 'held' : 'ahead';
    default:
      return 'working';
  }
}

const EXPLORING: ReadonlySet<MissionStep> = new Set<MissionStep>(['working', 'reviewing', 'deciding']);

const brokeFundamentals = ({ deviations }: MissionState, item: ItemId): boolean =>
  deviations.some((each) => each.item === item && each.severity === 'fundamental');

/**
 * Why a part that has not begun must not (M5): somebody found that what it builds on does not hold, and
 * it is not decided yet what will. Cycles begin with everything decided, so this holds within one.
 */
export function holdOf(mission: MissionState, part: Part): string | null {
  if (!isWork(part)) return null;
  if (mission.step !== 'working' || mission.reason === CYCLES_OUT)
    return `waits for the next cycle of its mission ${mission.id}`;
  for (const found of mission.deviations) {
    if (found.severity !== 'fundamental' || found.decision !== null || found.item === part.item) continue;
    const finder = mission.parts.find(({ item }) => item === found.item);
    const zone = [...(finder?.scope ?? []), ...(found.affects ?? [])];
    const builds = finder?.worker != null && needs(mission, part).includes(finder.worker);
    if (builds || scopesOverlap(zone, part.scope))
      return `waits for a decision on ${found.id} (${found.discovered})`;
  }
  return null;
}

const needs = ({ plan }: MissionState, part: Part): readonly string[] =>
  plan?.workers.find(({ id }) => id === part.worker)?.needs ?? [];

/** Set as the reason of a step that cannot be taken. */
export const CYCLES_OUT = 'its cycles are used up';

/** The chambers of this cycle have all ended: nothing of it works or will begin by itself. */
export const allEnded = (state: ConductorState, mission: MissionState): boolean =>
  partsNow(mission).every(
    (part) => !['ahead', 'working', 'stuck'].includes(standingOf(state, mission, part)),
  );

export const stuckParts = (state: ConductorState, mission: MissionState): readonly Part[] =>
  mission.parts.filter((part) => isLive(mission) && standingOf(state, mission, part) === 'stuck');

/** What its parts have cost so far. */
export function missionSpend(state: ConductorState, mission: MissionState): Spend {
  let sum = NO_SPEND;
  for (const { item } of mission.parts) {
    const spend = state.items.get(item)?.spend;
    if (spend) sum = addSpend(sum, spend);
  }
  return sum;
}

export const moneyLimit = ({ plan, extra }: MissionState): number | null =>
  plan?.limits.usd == null ? null : plan.limits.usd + extra.usd;

/** What is said of a part that was ended because its mission has no money left; null while it has. */
export function brokeMission(state: ConductorState, item: ItemId, growthUsd: number): string | null {
  const mission = state.missions.get(state.missionParts.get(item)?.mission ?? '');
  const limit = mission ? moneyLimit(mission) : null;
  if (!mission || limit === null || missionSpend(state, mission).usd + growthUsd <= limit) return null;
  return `${OUT_OF_MONEY} ${mission.id} has spent its $${limit}`;
}

export const OUT_OF_MONEY = 'its mission';

export const cycleLimit = ({ plan, extra }: MissionState): number =>
  (plan?.limits.cycles ?? 1) + extra.cycles;

/** The branch an item's work is cut from and merged into: its mission's own, else the usual one. */
export function targetOf(state: ConductorState, settings: Settings, id: ItemId): string {
  const place = state.missionParts.get(id);
  // What plans a mission looks at the target: there is no branch of it yet.
  if (!place || place.part.kind === 'plan') return settings.target;
  return state.missions.get(place.mission)?.branch ?? settings.target;
}

/** Commands an item's tree is proved by. */
export function verifyOf(
  state: ConductorState,
  settings: Settings,
  ids: readonly ItemId[],
): readonly string[] {
  const own = ids.flatMap((id) => [
    ...(state.missionParts.get(id)?.part.checks ?? []),
    // A whole mission is handed off: what it is measured by must hold on the target too.
    ...(state.missions.get(missionOnTrain(id) ?? '')?.plan?.criteria ?? []).flatMap(
      ({ check }) => check ?? [],
    ),
  ]);
  return [...new Set([...settings.verify, ...own])];
}

/** Why its mission does not let an item begin now, or null. */
export function refuseByMission(item: ItemState, state: ConductorState): string | null {
  const place = state.missionParts.get(item.tracked.id);
  const mission = place && state.missions.get(place.mission);
  if (!mission) return null;
  if (!isLive(mission)) return `its mission ${mission.id} has ended`;
  if (mission.paused) return `its mission ${mission.id} is paused (${mission.paused.reason})`;
  const hold = holdOf(mission, place.part);
  if (hold !== null && item.attempt === 0) return hold;
  const limit = moneyLimit(mission);
  if (
    limit !== null &&
    missionSpend(state, mission).usd + reservedByOthers(state, mission, item.tracked.id) >= limit
  )
    return `its mission ${mission.id} has spent its $${limit}`;
  return null;
}

/** Promised to its other parts at work and not yet spent by them. */
const reservedByOthers = (state: ConductorState, mission: MissionState, id: ItemId): number =>
  mission.parts.reduce((sum, { item }) => {
    const run = item === id ? null : state.items.get(item)?.run;
    return sum + Math.max(0, (run?.reservedUsd ?? 0) - (run?.spend.usd ?? 0));
  }, 0);

/** The mission of an item that may have only so many chambers at once, and who has them. */
export function missionSlots(
  state: ConductorState,
  id: ItemId,
): { readonly mission: string; readonly limit: number; readonly held: readonly ItemState[] } | null {
  const mission = state.missions.get(state.missionParts.get(id)?.mission ?? '');
  const limit = mission?.plan?.limits.parallel ?? null;
  if (!mission || limit === null) return null;
  const held = mission.parts.flatMap(({ item }) => {
    const known = item === id ? undefined : state.items.get(item);
    return known?.run && known.state !== 'paused' ? [known] : [];
  });
  return { mission: mission.id, limit, held };
}
