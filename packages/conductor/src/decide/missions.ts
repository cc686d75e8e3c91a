import {
  type Advice,
  describeFailure,
  type MissionPlan,
  type MissionStep,
  markKey,
  type Part,
  type PhaseName,
  type RecordedDeviation,
  trainIdOf,
} from '@symphony/domain';
import type { Decision, Setting } from '../decision.ts';
import type { Input } from '../input.ts';
import { isLive, type MissionState, partsNow, partsOf } from '../mission/mission-state.ts';
import {
  criteriaPart,
  decidePart,
  dueWorkers,
  heldParts,
  judgePart,
  planPart,
  purgePart,
  refineParts,
  reworkParts,
  syncPart,
  workerPart,
} from '../mission/next-parts.ts';
import { adviserIsAsked, purgeIsGivenUp, syncIsGivenUp, undecided } from '../mission/questions.ts';
import { allEnded, CYCLES_OUT, cycleLimit, standingOf } from '../mission/standing.ts';
import { judgeGate, refined } from '../policy/gate.ts';
import { mergeOrder } from '../policy/merge-order.ts';
import type { ItemState } from '../state.ts';
import { givenUpState, moveTracker } from './handoff.ts';
import { beginMission, offerMission, proveMission, reviewMission, surveyMarks } from './mission-effects.ts';
import { removeChamber, stopItem } from './stopping.ts';

/**
 * The cycle of a mission (M8): complete, review, decide, merge, purge, continue. Each call takes one
 * mission one step further by what is recorded, and is asked again until nothing is left to say; what
 * takes time is an effect whose answer comes back as an input.
 */
export function advanceMissions(out: Decision, setting: Setting): void {
  for (const mission of setting.state.missions.values()) {
    if (!isLive(mission) || mission.paused !== null) continue;
    const before = out.events.length;
    STEPS[mission.step](out, setting, mission);
    if (out.events.length > before) return;
  }
}

type Step = (out: Decision, setting: Setting, mission: MissionState) => void;

const STEPS: Readonly<Record<MissionStep, Step>> = {
  planning(out, setting, mission) {
    if (mission.parts.length === 0) make(out, setting, mission, planPart(mission));
  },
  planned(out, setting, mission) {
    if (!mission.approved) return;
    step(out, mission, 'beginning', { phase: null, cycle: 0 });
    out.perform(beginMission(setting, mission));
  },
  beginning: () => undefined,
  working(out, setting, mission) {
    if (mission.reason === CYCLES_OUT || !allEnded(setting.state, mission)) return;
    step(out, mission, 'reviewing');
    out.perform(reviewMission(setting, mission));
  },
  reviewing: () => undefined,
  deciding: decideDeviations,
  merging: mergeCycle,
  purging: purge,
  gating: passGate,
  finishing: finish,
  'handing-off': handOff,
  ended: () => undefined,
};

/** Everything recorded in one decision, so that a kill between two of them is not to be thought of. */
function step(
  out: Decision,
  mission: MissionState,
  to: MissionStep,
  at: { readonly phase?: PhaseName | null; readonly cycle?: number; readonly reason?: string } = {},
): void {
  const { phase = mission.phase, cycle = mission.cycle, reason = '' } = at;
  out.record({ type: 'mission-stepped', mission: mission.id, step: to, phase, cycle, reason });
}

/** Recorded, then put on the tracker. Putting it there again finds it. */
function make(out: Decision, { state }: Setting, mission: MissionState, ...parts: readonly Part[]): void {
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
function enterCycle(
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

function enterPhase(out: Decision, setting: Setting, mission: MissionState, phase: PhaseName): void {
  // Played again after its architecture was: cycles are counted on, so that names stay their own.
  const cycle =
    1 + Math.max(0, ...mission.parts.filter((part) => part.phase === phase).map((part) => part.cycle));
  const entering = { ...mission, phase, cycle, phaseFrom: cycle };
  const due = dueWorkers(setting.state, entering).map((worker) => workerPart(entering, worker, cycle));
  enterCycle(out, setting, mission, phase, cycle, due);
}

export function missionBegun(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-begun' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  const first = mission?.plan?.phases[0];
  if (mission?.step !== 'beginning' || first === undefined) return;
  const { branch, base, lessons } = input;
  out.record({ type: 'mission-begun', mission: mission.id, branch, base, lessons });
  enterPhase(out, setting, mission, first);
}

/** Git or the tracker did not do what a mission needs: it pauses with the reason, and nothing is lost. */
export function missionBroke(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-broke' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (!mission || !isLive(mission) || mission.paused) return;
  const { message, nextStep } = input.failure;
  const reason = nextStep === undefined ? message : `${message} ${nextStep}`;
  out.record({ type: 'mission-paused', mission: mission.id, by: 'symphony', reason });
}

/** REVIEW is over: marks and foreseen conflicts are known. */
export function missionReviewed(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-reviewed' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (mission?.step !== 'reviewing') return;
  const { marks, conflicts } = input;
  out.record({ type: 'mission-reviewed', mission: mission.id, marks, conflicts });
  step(out, mission, 'deciding');
}

/** DECIDE: by rule, by the strong player, or by a person (M8). Minor ones are listed, nothing more. */
function decideDeviations(out: Decision, setting: Setting, mission: MissionState): void {
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

const isUnapproved = (item: ItemState | undefined): boolean =>
  item?.state === 'handed_off' && item.handoff?.approved === false;

function mergeCycle(out: Decision, setting: Setting, mission: MissionState): void {
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
function purge(out: Decision, setting: Setting, mission: MissionState): void {
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

const approvePart = (out: Decision, mission: MissionState, { item }: Part): void =>
  void out.record({ type: 'handoff-approved', item, by: `mission ${mission.id}` });

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

/** Of this time the phase is played: a phase that is begun anew has all its cycles again. */
const cyclesUsed = ({ merges, phase, phaseFrom }: MissionState): number =>
  merges.filter((each) => each.phase === phase && each.cycle >= phaseFrom).length;

/** May the next phase begin? What code can say is said at once; the rest is a reviewer's or a person's. */
function passGate(out: Decision, setting: Setting, mission: MissionState): void {
  const { phase } = mission;
  if (phase === null) return;
  const last = mission.gates.at(-1);
  const asked = last?.phase === phase && last.cycle === mission.cycle && last.verdict === 'ask';
  if (asked) return;
  if (undecided(mission).length > 0) return step(out, mission, 'deciding');
  const judge = partsOf(mission, 'judge').at(-1);
  if (judge) {
    if (standingOf(setting.state, mission, judge) === 'left')
      settleGate(out, setting, mission, 'ask', ['Nobody judged it.'], 'the rules');
    return;
  }
  const { verdict, reasons } = judgeGate(mission);
  if (verdict === 'judge') return make(out, setting, mission, judgePart(mission));
  settleGate(out, setting, mission, verdict, reasons, 'the rules');
}

/** Records the verdict and does what it says. */
export function settleGate(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  verdict: ReturnType<typeof judgeGate>['verdict'],
  reasons: readonly string[],
  by: string,
): void {
  const { phase, plan } = mission;
  if (phase === null || !plan || verdict === 'judge') return;
  out.record({ type: 'gate-judged', mission: mission.id, phase, verdict, reasons, by });
  switch (verdict) {
    case 'ask':
      return;
    case 'passed': {
      const next = plan.phases[plan.phases.indexOf(phase) + 1];
      if (next !== undefined) return enterPhase(out, setting, mission, next);
      step(out, mission, 'finishing');
      out.perform(proveMission(setting, mission));
      return;
    }
    case 'back':
      return enterPhase(out, setting, mission, plan.phases[0] ?? phase);
    default: {
      const player = verdict === 'escalate' ? plan.decider : null;
      const cycle = mission.cycle + 1;
      enterCycle(out, setting, mission, phase, cycle, refineParts(mission, cycle, reasons, player));
    }
  }
}

/** What a reviewer's verdict comes to: the architecture again, a stronger player, once more, or a person (M6). */
function judged(
  out: Decision,
  setting: Setting,
  mission: MissionState,
  advice: Extract<Advice, { kind: 'judge' }>,
  by: string,
) {
  const { verdict, cause, reasons } = advice;
  const settle = (to: Parameters<typeof settleGate>[3], why = reasons) =>
    settleGate(out, setting, mission, to, why, by);
  if (verdict === 'approved') return settle('passed');
  if (verdict === 'needs-refinement') {
    const sight = refined(mission, reasons);
    return settle(sight.verdict, sight.reasons);
  }
  const tries = (kind: string) => mission.gates.filter((gate) => gate.verdict === kind).length;
  const limits = mission.plan?.limits;
  if (
    cause === 'architecture-flaw' &&
    mission.plan?.phases[0] === 'architecture' &&
    tries('back') < (limits?.refinements ?? 0)
  )
    return settle('back');
  if (cause === 'model-limitation' && mission.plan?.decider && tries('escalate') < (limits?.escalations ?? 0))
    return settle('escalate');
  settle('ask');
}

/** The criteria on the merged tree; what fails becomes work while there are cycles left. */
function finish(out: Decision, setting: Setting, mission: MissionState): void {
  const { proof, phase, plan } = mission;
  if (!proof || phase === null || !plan) return;
  if (!proof.passed) {
    if (cyclesUsed(mission) >= cycleLimit(mission)) return; // a person is asked
    const cycle = mission.cycle + 1;
    return enterCycle(out, setting, mission, phase, cycle, [
      criteriaPart(mission, cycle, describeFailure(proof)),
    ]);
  }
  if (!mission.judged && plan.criteria.some(({ check }) => check === null)) return;
  if (undecided(mission).length > 0) return step(out, mission, 'deciding');
  step(out, mission, 'handing-off', { reason: mission.reason });
  out.perform(offerMission(mission));
}

export const planAgain = (out: Decision, setting: Setting, mission: MissionState): void =>
  make(out, setting, mission, planPart(mission));

/** A person says that it is not done yet. */
export function unmet(out: Decision, setting: Setting, mission: MissionState, words: string): void {
  if (mission.phase === null) return;
  const cycle = mission.cycle + 1;
  const report = mission.proof && !mission.proof.passed ? describeFailure(mission.proof) : '';
  enterCycle(out, setting, mission, mission.phase, cycle, [
    criteriaPart(mission, cycle, `${words}\n\n${report}`.trim()),
  ]);
}

/** One handoff for all of it. Where the target has moved against it, somebody brings the two together first. */
function handOff(out: Decision, setting: Setting, mission: MissionState): void {
  const { state, settings } = setting;
  if (mission.returned === null) return;
  const last = partsOf(mission, 'sync').at(-1);
  if (last && isUnapproved(state.items.get(last.item))) return approvePart(out, mission, last);
  const standing = last ? standingOf(state, mission, last) : 'left';
  if (standing !== 'merged' && standing !== 'left') return;
  // What the two came to is measured anew; the reason says by whose work, so that it is looked at once.
  if (last && standing === 'merged' && mission.reason !== last.item) {
    step(out, mission, 'finishing', { reason: last.item });
    out.perform(proveMission(setting, mission));
    return;
  }
  if (!syncIsGivenUp(state, mission))
    make(out, setting, mission, syncPart(mission, settings.target, mission.returned.report));
}

export function missionProved(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-proved' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (mission?.step !== 'finishing' || mission.proof) return;
  out.record({ type: 'mission-proved', mission: mission.id, evidence: input.evidence });
}

/** Its branch stands at `commit`: it is offered to the train, or it came to nothing. */
export function missionOffered(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'mission-offered' }>,
): void {
  const mission = setting.state.missions.get(input.mission);
  if (mission?.step !== 'handing-off' || mission.offered) return;
  const { commit } = input;
  if (commit === mission.base)
    return void out.record({
      type: 'mission-ended',
      mission: mission.id,
      outcome: 'done',
      reason: 'nothing had to change',
      commit,
    });
  const entry = {
    item: trainIdOf(mission.id),
    identifier: mission.id,
    title: mission.plan?.title ?? mission.id,
    branch: mission.branch,
    head: commit,
  };
  out.record({ type: 'mission-offered', mission: mission.id, entry });
  if (setting.settings.handoff.mode === 'auto')
    out.record({ type: 'handoff-approved', item: trainIdOf(mission.id), by: 'handoff.mode auto' });
}

/** What an advising player committed was read: it takes effect, and its chamber goes. */
export function adviceTaken(
  out: Decision,
  setting: Setting,
  input: Extract<Input, { type: 'advice-taken' }>,
): void {
  const { state } = setting;
  const { item: id, advice } = input;
  const place = state.missionParts.get(id);
  const mission = place && state.missions.get(place.mission);
  const item = state.items.get(id);
  if (!mission || item?.state !== 'completed') return;
  out.record({ type: 'advice-taken', mission: mission.id, item: id, advice });
  if (out.move(item, 'cancelled', 'its advice was taken; it is not merged', { outcome: 'closed' })) {
    moveTracker(out, item, setting.settings.tracker.mergedState);
    if (item.chamber)
      out.perform({
        type: 'remove-chamber',
        item: id,
        chamber: item.chamber,
        target: setting.settings.target,
        force: true,
      });
  }
  const by = `player ${item.session?.player ?? place.part.player ?? 'unknown'}`;
  if (advice.kind === 'plan' && mission.step === 'planning')
    out.record({
      type: 'mission-planned',
      mission: mission.id,
      // The request is the person's, word for word, whatever was made of it.
      plan: { ...advice.plan, name: mission.id, request: mission.request },
      by,
    });
  if (advice.kind === 'decide' && mission.step === 'deciding')
    for (const { deviation, verdict, instruction, rationale } of advice.decisions)
      if (undecided(mission).some((each) => each.id === deviation))
        out.record({
          type: 'deviation-decided',
          mission: mission.id,
          deviation,
          decision: { verdict, instruction, rationale, by },
        });
  if (advice.kind === 'judge' && mission.step === 'gating') judged(out, setting, mission, advice, by);
}

export function recoverMissions(out: Decision, setting: Setting): void {
  for (const mission of setting.state.missions.values())
    if (isLive(mission)) recoverMission(out, setting, mission);
}

/** After a restart, or when it failed: what the step waits for is asked for again. All of it may be asked twice. */
export function recoverMission(out: Decision, setting: Setting, mission: MissionState): void {
  const { state } = setting;
  for (const part of mission.parts)
    if (!state.items.has(part.item)) out.perform({ type: 'make-part', mission: mission.id, part });
  if (mission.step === 'beginning') out.perform(beginMission(setting, mission));
  if (mission.step === 'reviewing') out.perform(reviewMission(setting, mission));
  if (mission.step === 'purging' && mission.surveyed === null) out.perform(surveyMarks(mission));
  if (mission.step === 'finishing' && mission.proof === null) out.perform(proveMission(setting, mission));
  if (mission.step === 'handing-off' && mission.offered === null && mission.returned === null)
    out.perform(offerMission(mission));
}
