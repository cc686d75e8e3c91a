import {
  type Deviation,
  firstUnderstanding,
  type Instant,
  itemOf,
  type LogEvent,
  type LogEventOf,
  markKey,
  missionOnTrain,
  type Part,
  type RecordedDeviation,
  understand,
} from '@symphony/domain';
import { isLive, type MissionState, newMission } from '../mission/mission-state.ts';
import type { ConductorState } from '../state.ts';
import { foldProposal } from './fold-proposal.ts';

/** Ended missions that are still shown. Their events stay in the log for ever. */
const ENDED_KEPT = 50;

export function foldMissions(state: ConductorState, event: LogEvent, at: Instant): void {
  switch (event.type) {
    case 'mission-asked': {
      const { mission, request, phases, player, by } = event;
      state.missions.set(mission, { ...newMission(mission, { request, by, at }), asked: { phases, player } });
      return;
    }
    case 'mission-planned': {
      const { mission, plan, by } = event;
      const before = state.missions.get(mission) ?? newMission(mission, { request: plan.request, by, at });
      state.missions.set(mission, {
        ...before,
        plan,
        request: plan.request,
        understanding: firstUnderstanding(plan),
        step: 'planned',
        stepSince: at,
      });
      return;
    }
    case 'tool-reported':
      return foldReport(state, event, at);
    case 'scope-judged':
      return foldScope(state, event);
    case 'collision-seen':
      state.collisions.set(pairKey(event.collision.a, event.collision.b), event.collision);
      return;
    case 'collision-gone':
      state.collisions.delete(pairKey(event.a, event.b));
      return;
    case 'train-landed':
      for (const id of event.items)
        change(state, missionOnTrain(id) ?? '', (mission) => ({ ...mission, commit: event.commit }));
      return;
    case 'context-given':
      return;
    default:
      foldOffer(state, event, at);
      if (!('mission' in event)) return;
      change(state, event.mission, (mission) => folded(mission, event, at));
      if (event.type === 'mission-part-made') place(state, event.mission, event.part.item);
      if (event.type === 'mission-part-carried') place(state, event.mission, event.part);
      if (event.type === 'mission-ended') forgetOldest(state);
  }
}

/** One key for a pair, whoever is named first. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

function change(state: ConductorState, id: string, next: (mission: MissionState) => MissionState): void {
  const mission = state.missions.get(id);
  if (mission) state.missions.set(id, next(mission));
}

function place(state: ConductorState, mission: string, item: string): void {
  const part = state.missions.get(mission)?.parts.findLast((each) => each.item === item);
  if (part) state.missionParts.set(item, { mission, part });
}

/** What happens to the offer of all of it. */
function foldOffer(state: ConductorState, event: LogEvent, at: Instant): void {
  const id = missionOnTrain(itemOf(event) ?? '');
  if (id === null) return;
  change(state, id, (before) => {
    const mission = { ...before, proposal: foldProposal(before.proposal, event, at) };
    const approved = (is: boolean) =>
      mission.handoff ? { ...mission, handoff: { ...mission.handoff, approved: is } } : mission;
    switch (event.type) {
      case 'handoff-approved':
        return approved(true);
      case 'proposal-touched':
        return approved(false); // what was approved is not what stands there now
      default:
        return mission;
    }
  });
}

type OfMission = Extract<LogEvent, { readonly mission: string }>;

function folded(mission: MissionState, event: OfMission, at: Instant): MissionState {
  switch (event.type) {
    case 'mission-approved':
      return { ...mission, approved: true };
    case 'mission-begun':
      return { ...mission, branch: event.branch, base: event.base, lessons: event.lessons };
    case 'mission-stepped':
      return {
        ...mission,
        step: event.step,
        phase: event.phase,
        cycle: event.cycle,
        reason: event.reason,
        stepSince: at,
        surveyed: null,
        toPurge: event.step === mission.step ? mission.toPurge : [],
        phaseFrom: event.phase === mission.phase ? mission.phaseFrom : event.cycle,
        handoff: event.step === 'handing-off' ? null : mission.handoff,
        returned: event.step === 'finishing' ? null : mission.returned,
        proof: event.step === 'working' || event.step === 'finishing' ? null : mission.proof,
        judged: event.step === 'working' ? false : mission.judged,
      };
    case 'mission-part-made':
      return { ...mission, parts: [...mission.parts, event.part] };
    case 'mission-part-carried':
      return {
        ...mission,
        parts: mission.parts.map((part) =>
          part.item === event.part ? { ...part, cycle: event.cycle } : part,
        ),
      };
    case 'mission-reviewed':
      return { ...mission, deviations: withMarks(mission, event, at) };
    case 'deviation-told': {
      const found = recorded(mission, event.deviation, null, at);
      return { ...mission, deviations: [...mission.deviations, { ...found, source: 'person' }] };
    }
    case 'deviation-decided':
      return {
        ...mission,
        deviations: mission.deviations.map((each) =>
          each.id === event.deviation ? { ...each, decision: event.decision } : each,
        ),
      };
    case 'understanding-changed': {
      const { change: what, by, why } = event;
      return mission.understanding
        ? { ...mission, understanding: understand(mission.understanding, what, { by, why, at }) }
        : mission;
    }
    case 'mission-merged':
      return { ...mission, merges: [...mission.merges, event.record] };
    case 'marks-surveyed':
      return { ...mission, surveyed: { commit: event.commit, marks: event.marks }, toPurge: event.marks };
    case 'mission-purged':
      return {
        ...mission,
        purges: [...mission.purges, { at, removed: event.removed, commit: event.commit }],
      };
    case 'gate-judged': {
      const { phase, verdict, reasons, by } = event;
      return {
        ...mission,
        gates: [...mission.gates, { at, phase, cycle: mission.cycle, verdict, reasons, by }],
      };
    }
    case 'mission-proved':
      return { ...mission, proof: event.evidence };
    case 'mission-judged':
      return { ...mission, judged: true };
    case 'mission-offered': {
      const { entry, ref = entry.branch } = event;
      const proposal = foldProposal(mission.proposal, event, at);
      return { ...mission, handoff: { ref, entry, approved: false, since: at }, proposal, returned: null };
    }
    case 'mission-returned': {
      const { why, report } = event;
      const proposal = foldProposal(mission.proposal, event, at);
      return { ...mission, handoff: null, proposal, returned: { why, report } };
    }
    case 'mission-paused':
      return { ...mission, paused: { by: event.by, reason: event.reason } };
    case 'mission-resumed':
      return { ...mission, paused: null };
    case 'mission-extended':
      return {
        ...mission,
        extra: { cycles: mission.extra.cycles + event.cycles, usd: mission.extra.usd + event.usd },
      };
    case 'mission-ended':
      return {
        ...mission,
        step: 'ended',
        stepSince: at,
        outcome: event.outcome,
        reason: event.reason,
        commit: event.commit ?? mission.commit,
        proposal: foldProposal(mission.proposal, event, at),
        endedAt: at,
        paused: null,
      };
    default:
      return mission;
  }
}

/** What an agent told that is its mission's. */
function foldReport(
  state: ConductorState,
  { item, run, report }: LogEventOf<'tool-reported'>,
  at: Instant,
): void {
  const found = state.missionParts.get(item);
  if (!found) return;
  const by = found.part.worker ?? item;
  change(state, found.mission, (mission) => {
    switch (report.kind) {
      case 'deviation': {
        const record = recorded(mission, report.deviation, found.part, at);
        return { ...mission, deviations: [...mission.deviations, { ...record, run }] };
      }
      case 'understanding':
      case 'requirement':
      case 'rule':
        return mission.understanding
          ? {
              ...mission,
              understanding: understand(mission.understanding, report, { by, why: report.why, at }),
            }
          : mission;
      case 'hand-on': {
        const { phase, worker } = found.part;
        if (phase === null) return mission;
        const others = mission.handOns.filter((each) => each.key !== report.key || each.worker !== worker);
        return {
          ...mission,
          handOns: [...others, { phase, worker, key: report.key, values: report.values }],
        };
      }
      default:
        return mission;
    }
  });
}

function recorded(
  mission: MissionState,
  deviation: Deviation,
  part: Part | null,
  at: Instant,
): RecordedDeviation {
  return {
    ...deviation,
    id: `D${mission.deviations.length + 1}`,
    item: part?.item ?? null,
    run: null,
    worker: part?.worker ?? null,
    phase: part?.phase ?? mission.phase,
    cycle: part?.cycle ?? mission.cycle,
    at,
    source: 'tool',
    mark: null,
    decision: null,
  };
}

/** A mark becomes a deviation once; one that was told through the tools as well is not made two. */
function withMarks(
  mission: MissionState,
  { marks }: LogEventOf<'mission-reviewed'>,
  at: Instant,
): readonly RecordedDeviation[] {
  let deviations = mission.deviations;
  for (const { item, mark } of marks) {
    if (deviations.some((each) => each.mark && markKey(each.mark) === markKey(mark))) continue;
    const told = deviations.find(
      (each) =>
        each.mark === null && each.item === item && each.severity === mark.severity && says(each, mark.text),
    );
    if (told) {
      deviations = deviations.map((each) => (each === told ? { ...each, mark } : each));
      continue;
    }
    const part = mission.parts.find((each) => each.item === item) ?? null;
    const fromMark: Deviation = {
      severity: mark.severity,
      expected: 'as planned',
      discovered: mark.text || 'something else',
      action: 'marked in the code',
      reasoning: `${mark.file}:${mark.line}`,
      impact: 'not told',
    };
    const found = recorded({ ...mission, deviations }, fromMark, part, at);
    deviations = [...deviations, { ...found, source: 'mark', mark }];
  }
  return deviations;
}

const says = ({ discovered, expected, action }: RecordedDeviation, text: string): boolean => {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const said = plain(text);
  return (
    said !== '' &&
    [discovered, expected, action].some((each) => plain(each).includes(said) || said.includes(plain(each)))
  );
};

function foldScope(state: ConductorState, { item, paths, granted }: LogEventOf<'scope-judged'>): void {
  const found = state.missionParts.get(item);
  if (!found || !granted) return;
  change(state, found.mission, (mission) => ({
    ...mission,
    parts: mission.parts.map((part) =>
      part.item === item ? { ...part, scope: [...new Set([...part.scope, ...paths])] } : part,
    ),
  }));
  place(state, found.mission, item);
}

function forgetOldest(state: ConductorState): void {
  // One that the code host has not heard of is told to it until it has.
  const over = (mission: MissionState): boolean => !isLive(mission) && !mission.proposal?.leaving;
  const ended = [...state.missions.values()].filter(over);
  for (const mission of ended.slice(0, -ENDED_KEPT)) {
    state.missions.delete(mission.id);
    for (const { item } of mission.parts) state.missionParts.delete(item);
  }
}
