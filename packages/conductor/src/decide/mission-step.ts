import { type Failure, type MissionStep, type Part, type PhaseName, sayFailure } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { MissionState } from '../mission/mission-state.ts';
import { dueWorkers, workerPart } from '../mission/next-parts.ts';
import type { ItemState } from '../state.ts';
import { givenUpState, moveTracker } from './handoff.ts';
import { stopItem, withdrawItem } from './stopping.ts';

/** Moves shared by the decisions about missions. */

/** Everything recorded in one decision, so that a kill between two of them is not to be thought of. */
export function step(
  out: Decision,
  mission: MissionState,
  to: MissionStep,
  at: { readonly phase?: PhaseName | null; readonly cycle?: number; readonly reason?: string } = {},
): void {
  const { phase = mission.phase, cycle = mission.cycle, reason = '' } = at;
  out.record({ type: 'mission-stepped', mission: mission.id, step: to, phase, cycle, reason });
}

/** Recorded, then put on the tracker. Putting it there again finds it. */
export function make(
  out: Decision,
  { state }: Setting,
  mission: MissionState,
  ...parts: readonly Part[]
): void {
  for (const wanted of parts) {
    const part = { ...wanted, item: nameApart(state, wanted.item) };
    out.record({ type: 'mission-part-made', mission: mission.id, part });
    out.perform({ type: 'make-part', mission: mission.id, part });
  }
}

/** Not the name of other work, which would be taken for the part. */
function nameApart({ items, missionParts }: Setting['state'], wanted: string): string {
  let name = wanted;
  for (let times = 2; items.has(name) || missionParts.has(name); times += 1) name = `${wanted}-${times}`;
  return name;
}

/** What a cycle plays: its chambers begin from the merged state. */
export function enterCycle(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  phase: PhaseName,
  cycle: number,
  parts: readonly Part[],
  carried: readonly Part[] = [],
): void {
  step(out, mission, 'working', { phase, cycle });
  for (const { item } of carried)
    out.record({ type: 'mission-part-carried', mission: mission.id, part: item, cycle });
  make(out, setting, mission, ...parts);
}

export function enterPhase(out: Decision, setting: Setting, mission: MissionState, phase: PhaseName): void {
  // Played again after its architecture was: cycles are counted on, so that names stay their own.
  const cycle =
    1 + Math.max(0, ...mission.parts.filter((part) => part.phase === phase).map((part) => part.cycle));
  const entering = { ...mission, phase, cycle, phaseFrom: cycle };
  const due = dueWorkers(setting.state, entering).map((worker) => workerPart(entering, worker, cycle));
  enterCycle(out, setting, mission, phase, cycle, due);
}

export const isUnapproved = (item: ItemState | undefined): boolean =>
  item?.state === 'handed_off' && item.handoff?.approved === false;

export const approvePart = (out: Decision, mission: MissionState, { item }: Part): void =>
  void out.record({ type: 'handoff-approved', item, by: `mission ${mission.id}` });

/** Of this time the phase is played: a phase that is begun anew has all its cycles again. */
export const cyclesUsed = ({ merges, phase, phaseFrom }: MissionState): number =>
  merges.filter((each) => each.phase === phase && each.cycle >= phaseFrom).length;

/** What something outside did not do is a person's: nothing more of it begins until they say so. */
export function pauseBroken(out: Decision, { id }: MissionState, failure: Failure): void {
  out.record({ type: 'mission-paused', mission: id, by: 'symphony', reason: sayFailure(failure) });
}

/** Everything of it that is not over stops; chambers and branches stay where they are. */
export function stopParts(out: Decision, setting: Setting, mission: MissionState, why: string): void {
  for (const { item: id } of mission.parts) {
    const item = setting.state.items.get(id);
    if (!item || (item.state === 'open' && item.outcome !== 'none')) continue;
    if (item.state === 'handed_off') withdrawItem(out, setting, item, why);
    else if (item.state !== 'open') stopItem(out, setting, item, why, { clean: false });
    moveTracker(out, item, givenUpState(setting.settings));
  }
}
