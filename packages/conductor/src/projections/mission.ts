import {
  isAdvice,
  type MissionRunView,
  type MissionView,
  NO_SPEND,
  type Part,
  type PartView,
  type PhaseName,
  type QuestionView,
} from '@symphony/domain';
import { isLive, type MissionState } from '../mission/mission-state.ts';
import { missionQuestions } from '../mission/questions.ts';
import { holdOf, missionSpend, standingOf, stuckParts } from '../mission/standing.ts';
import type { ConductorState } from '../state.ts';
import { missionProposal } from './proposal.ts';

/** A mission in short, for boards and lists. */
export function missionRunView(state: ConductorState, mission: MissionState): MissionRunView {
  const chambers = mission.parts.filter(({ kind }) => !isAdvice(kind));
  const standings = chambers.map((part) => standingOf(state, mission, part));
  const merged = standings.filter((each) => each === 'merged').length;
  const questions = missionQuestions(state, mission);
  const stuck = stuckParts(state, mission);
  return {
    id: mission.id,
    title: mission.plan?.title ?? mission.request,
    step: mission.step,
    outcome: mission.outcome,
    phases: (mission.plan?.phases ?? []).map((name) => ({ name, state: phaseState(mission, name) })),
    phase: mission.phase,
    cycle: mission.cycle,
    parts: {
      total: chambers.length,
      ended: standings.filter((each) => ['merged', 'left', 'explored', 'offered'].includes(each)).length,
      merged,
    },
    deviations: {
      total: mission.deviations.length,
      open: mission.deviations.filter(({ decision, severity }) => decision === null && severity !== 'minor')
        .length,
    },
    collisions: collisionsOf(state, mission).length,
    spend: missionSpend(state, mission),
    startedAt: mission.startedAt,
    endedAt: mission.endedAt,
    paused: mission.paused !== null,
    now: nowOf(state, mission, stuck),
    needsYou: isLive(mission) && (questions.length > 0 || stuck.length > 0 || mission.paused !== null),
  };
}

/** All of a mission. */
export const missionView = (state: ConductorState, mission: MissionState): MissionView => ({
  ...missionRunView(state, mission),
  branch: mission.branch,
  base: mission.base,
  plan: mission.plan,
  understanding: mission.understanding,
  chambers: mission.parts.map((part) => partView(state, mission, part)),
  recorded: mission.deviations,
  handOns: mission.handOns,
  merges: mission.merges,
  purges: mission.purges,
  gates: mission.gates.map(({ at, phase, verdict, reasons, by }) => ({ at, phase, verdict, reasons, by })),
  radar: collisionsOf(state, mission),
  questions: missionQuestions(state, mission),
  proposal: missionProposal(mission),
});

/** What missions ask, as the inbox shows it. */
export const missionInbox = (state: ConductorState, mission: MissionState): readonly QuestionView[] =>
  missionQuestions(state, mission).map(({ id, text, choices, askedAt }) => ({
    item: mission.id,
    run: mission.id,
    askedAt,
    question: { id, text, choices, defaultAnswer: null, defaultAfterMs: null },
  }));

const collisionsOf = (state: ConductorState, mission: MissionState) =>
  [...state.collisions.values()].filter(
    ({ a, b }) =>
      state.missionParts.get(a)?.mission === mission.id || state.missionParts.get(b)?.mission === mission.id,
  );

function phaseState({ plan, phase, step }: MissionState, name: PhaseName): 'over' | 'now' | 'ahead' {
  if (step === 'finishing' || step === 'handing-off' || step === 'ended') return 'over';
  const phases = plan?.phases ?? [];
  if (phase === null) return 'ahead';
  if (name === phase) return 'now';
  return phases.indexOf(name) < phases.indexOf(phase) ? 'over' : 'ahead';
}

function partView(state: ConductorState, mission: MissionState, part: Part): PartView {
  const item = state.items.get(part.item);
  return {
    ...part,
    identifier: item?.tracked.identifier ?? part.item,
    state: item?.state ?? null,
    outcome: item?.outcome ?? 'none',
    reason: item?.reason ?? '',
    playedBy: item?.run?.player ?? item?.session?.player ?? part.player,
    turn: item?.run?.turn ?? 0,
    lastMessage: item?.run?.lastMessage ?? '',
    startedAt: item?.run?.startedAt ?? null,
    spend: item?.spend ?? NO_SPEND,
    held: item?.attempt === 0 ? holdOf(mission, part) : null,
  };
}

/** One sentence about where it is. */
function nowOf(state: ConductorState, mission: MissionState, stuck: readonly Part[]): string {
  const { step, phase, cycle, paused, reason } = mission;
  if (paused) return `Paused: ${paused.reason}`;
  const [blocked] = stuck;
  if (blocked) return `${blocked.item} needs you: ${state.items.get(blocked.item)?.reason ?? ''}`;
  const [question] = missionQuestions(state, mission);
  if (question) return question.text;
  const where = phase === null ? '' : ` (${phase}, cycle ${cycle})`;
  switch (step) {
    case 'planning':
      return 'A player writes the plan.';
    case 'planned':
      return 'It waits for its approval.';
    case 'beginning':
      return 'Its branch is being made.';
    case 'working':
      return `Agents are at work${where}.`;
    case 'reviewing':
      return `What they found is gathered${where}.`;
    case 'deciding':
      return `What they found is being decided on${where}.`;
    case 'merging':
      return `Their work is being merged${where}.`;
    case 'purging':
      return mission.toPurge.length === 0
        ? `What is merged is looked over${where}.`
        : `${mission.toPurge.length} marks are being taken out${where}.`;
    case 'gating':
      return `${phase} is being judged.`;
    case 'finishing':
      return 'Its criteria are being checked.';
    case 'handing-off': {
      const offer = missionProposal(mission);
      return offer
        ? `All of it is ${offer.url ?? offer.ref}: ${offer.standing}.`
        : 'All of it is being merged.';
    }
    case 'ended':
      return reason;
  }
}
