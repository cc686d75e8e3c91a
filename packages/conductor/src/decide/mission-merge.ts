import { type MissionPlan, markKey, type RecordedDeviation } from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { type MissionState, partsNow, partsOf } from '../mission/mission-state.ts';
import {
  decidePart,
  dueWorkers,
  heldParts,
  purgePart,
  reworkParts,
  workerPart,
} from '../mission/next-parts.ts';
import { adviserIsAsked, purgeIsGivenUp, undecided } from '../mission/questions.ts';
import { CYCLES_OUT, cycleLimit, standingOf } from '../mission/standing.ts';
import { mergeOrder } from '../policy/merge-order.ts';
import type { ItemState } from '../state.ts';
import { givenUpState, moveTracker } from './handoff.ts';
import { reviewMission, surveyMarks } from './mission-effects.ts';
import { approvePart, cyclesUsed, enterCycle, isUnapproved, make, step } from './mission-step.ts';
import { removeChamber, stopItem } from './stopping.ts';

/** DECIDE, MERGE, PURGE and CONTINUE of a mission's cycle (M8). */

/** DECIDE: by rule, by the strong player, or by a person (M8). Minor ones are listed, nothing more. */
export function decideDeviations(out: Decision, setting: Setting, mission: MissionState): void {
  const open = undecided(mission);
  const ruled = open.flatMap((found) => ruleFor(mission.plan, found) ?? []);
  if (ruled.length > 0) {
    for (const { deviation, decision } of ruled)
      out.record({ type: 'deviation-decided', mission: mission.id, deviation, decision });
    return;
  }
  if (open.length > 0) {
    if (mission.plan?.decider && partsOf(mission, 'decide').length === 0)
      make(out, setting, mission, decidePart(mission, open));
    return;
  }
  if (adviserIsAsked(setting.state, mission)) return;
  // One that could not decide is not needed any more.
  for (const { item: id } of partsOf(mission, 'decide')) {
    const item = setting.state.items.get(id);
    if (item?.state === 'needs_human' || item?.state === 'failed')
      stopItem(out, setting, item, 'decided without it', { clean: false });
  }
  // What came late is decided on after its cycle was merged: nothing is merged a second time.
  if (isMerged(mission)) goOn(out, setting, mission);
  else beginMerge(out, setting, mission);
}

const isMerged = ({ merges, phase, cycle }: MissionState): boolean =>
  merges.some((each) => each.phase === phase && each.cycle === cycle);

function ruleFor(plan: MissionPlan | null, found: RecordedDeviation) {
  const at = (plan?.rules ?? []).findIndex(
    (rule) =>
      (rule.severity === null || rule.severity === found.severity) &&
      (rule.worker === null || rule.worker === found.worker) &&
      (rule.about === null ||
        `${found.expected}\n${found.discovered}`.toLowerCase().includes(rule.about.toLowerCase())),
  );
  const rule = plan?.rules[at];
  if (!rule) return null;
  const { verdict, instruction } = rule;
  return {
    deviation: found.id,
    decision: { verdict, instruction, rationale: `rule ${at + 1} of the mission`, by: `rule ${at + 1}` },
  };
}

/** MERGE: what was rejected is closed with its reason; the rest joins the train, in the order of the radar. */
function beginMerge(out: Decision, setting: Setting, mission: MissionState): void {
  const { state } = setting;
  step(out, mission, 'merging');
  for (const part of partsNow(mission)) {
    const item = state.items.get(part.item);
    if (item && standingOf(state, mission, part) === 'explored') explore(out, setting, item);
  }
  rejectDecided(out, setting, mission);
  approve(out, setting, mission);
}

/** What rests on something that was rejected is not merged, whenever it comes. */
function rejectDecided(out: Decision, setting: Setting, mission: MissionState): void {
  for (const { item: id } of partsNow(mission)) {
    const item = setting.state.items.get(id);
    const rejected = mission.deviations.find(
      (each) => each.item === id && each.decision?.verdict === 'reject',
    );
    if (item && rejected && isUnapproved(item))
      reject(
        out,
        setting,
        item,
        `not merged: ${rejected.id} was rejected (${rejected.decision?.rationale ?? ''})`,
      );
  }
}

function explore(out: Decision, setting: Setting, item: ItemState): void {
  const reason = 'ended in exploration; what it found was decided on';
  if (!out.move(item, 'cancelled', reason, { outcome: 'cancelled' })) return;
  moveTracker(out, item, givenUpState(setting.settings));
  removeChamber(out, setting, item); // kept, if there is work in it
}

/** Its chamber and its branch stay: nothing unmerged is removed. */
function reject(out: Decision, { settings }: Setting, item: ItemState, reason: string): void {
  if (!out.move(item, 'pr_closed', reason, { outcome: 'closed' })) return;
  moveTracker(out, item, givenUpState(settings));
  if (item.handoff) out.perform({ type: 'withdraw', item: item.tracked.id, ref: item.handoff.ref });
}

/** Offered work of this cycle that the train does not know of yet. Work that came back is approved again. */
function approve(out: Decision, { state }: Setting, mission: MissionState): void {
  const closed = new Set(out.events.flatMap((event) => (event.type === 'item-moved' ? [event.item] : [])));
  const waiting = partsNow(mission)
    .filter(({ item }) => !closed.has(item) && isUnapproved(state.items.get(item)))
    .map(({ item }) => item);
  for (const item of mergeOrder(waiting, state.collisions.values()))
    out.record({ type: 'handoff-approved', item, by: `mission ${mission.id}` });
}

export function mergeCycle(out: Decision, setting: Setting, mission: MissionState): void {
  const { state } = setting;
  const parts = partsNow(mission);
  const offered = parts.filter(({ item }) => isUnapproved(state.items.get(item)));
  // Found while it was mended: looked at and decided on before it is merged.
  if (undecided(mission).some(({ item }) => offered.some((part) => part.item === item))) {
    step(out, mission, 'reviewing');
    out.perform(reviewMission(setting, mission));
    return;
  }
  rejectDecided(out, setting, mission);
  approve(out, setting, mission);
  if (out.events.length > 0) return;
  const standings = parts.map((part) => [part, standingOf(state, mission, part)] as const);
  const held = new Set(heldParts(state, mission).map(({ item }) => item));
  if (standings.some(([{ item }, standing]) => !['merged', 'left'].includes(standing) && !held.has(item)))
    return;
  const counted = standings.filter(([{ item }]) => !held.has(item));
  out.record({
    type: 'mission-merged',
    mission: mission.id,
    record: {
      phase: mission.phase,
      cycle: mission.cycle,
      queued: counted.map(([{ item }]) => item),
      merged: counted.flatMap(([{ item }, standing]) =>
        standing === 'merged' ? [{ item, commit: state.items.get(item)?.mergedAs ?? '' }] : [],
      ),
      left: counted.flatMap(([{ item }, standing]) =>
        standing === 'left' ? [{ item, reason: state.items.get(item)?.reason || 'taken off the board' }] : [],
      ),
    },
  });
  step(out, mission, 'purging');
  out.perform(surveyMarks(mission));
}

export function marksSurveyed(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'marks-surveyed' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (mission?.step !== 'purging') return;
  const marks = input.marks.filter((mark) => !belongsToRework(mission, markKey(mark)));
  const before = mission.toPurge;
  const left = new Set(marks.map(markKey));
  const removed = before.filter((mark) => !left.has(markKey(mark)));
  if (removed.length > 0)
    out.record({ type: 'mission-purged', mission: mission.id, removed, commit: input.commit });
  out.record({ type: 'marks-surveyed', mission: mission.id, commit: input.commit, marks });
}

/** Its author goes on with it and takes it away: until then it says where. */
const belongsToRework = ({ deviations, phase, cycle }: MissionState, key: string): boolean =>
  deviations.some(
    ({ mark, decision, ...found }) =>
      mark !== null &&
      markKey(mark) === key &&
      decision?.verdict === 'rework' &&
      found.phase === phase &&
      found.cycle === cycle,
  );

/** PURGE: until no mark is left that nobody works on, or a person says to go on. */
export function purge(out: Decision, setting: Setting, mission: MissionState): void {
  const { state } = setting;
  if (mission.surveyed === null) return;
  if (mission.toPurge.length === 0) return goOn(out, setting, mission);
  const last = partsOf(mission, 'purge').at(-1);
  if (last) {
    if (isUnapproved(state.items.get(last.item))) return approvePart(out, mission, last);
    const standing = standingOf(state, mission, last);
    if (standing !== 'merged' && standing !== 'left') return;
    // What it came to is looked at once; the reason says of whose work.
    if (standing === 'merged' && mission.reason !== last.item) {
      step(out, mission, 'purging', { reason: last.item });
      out.perform(surveyMarks(mission));
      return;
    }
  }
  if (!purgeIsGivenUp(state, mission)) make(out, setting, mission, purgePart(mission, mission.toPurge));
}

/** CONTINUE: what is left of the phase, from the clean merged state; else its gate. */
export function goOn(out: Decision, setting: Setting, mission: MissionState): void {
  const { state } = setting;
  const { phase, cycle } = mission;
  if (phase === null) return;
  const next = { ...mission, cycle: cycle + 1 };
  const carried = heldParts(state, mission);
  const parts = [
    ...reworkParts(mission, cycle + 1),
    ...dueWorkers(state, mission).map((worker) => workerPart(next, worker, cycle + 1)),
  ];
  if (parts.length + carried.length === 0) return step(out, mission, 'gating');
  if (cyclesUsed(mission) >= cycleLimit(mission))
    return step(out, mission, 'working', { reason: CYCLES_OUT });
  enterCycle(out, setting, mission, phase, cycle + 1, parts, carried);
}
