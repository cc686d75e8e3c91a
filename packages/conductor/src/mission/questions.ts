import {
  formatUsd,
  type MissionQuestion,
  type MissionStep,
  type RecordedDeviation,
  VERDICTS,
} from '@symphony/domain';
import type { ConductorState } from '../state.ts';
import { isClosedUnmerged, isLive, type MissionState, partsOf } from './mission-state.ts';
import { CYCLES_OUT, cycleLimit, missionSpend, moneyLimit, standingOf } from './standing.ts';

/** What a mission asks a person now. Derived from where it stands: a restart asks the same again. */
export function missionQuestions(state: ConductorState, mission: MissionState): readonly MissionQuestion[] {
  if (!isLive(mission)) return [];
  const asked = [...moneyQuestion(state, mission), ...(QUESTIONS[mission.step]?.(mission, state) ?? [])];
  return asked.map(({ id, text, choices, item = null }) => ({
    id,
    text,
    choices,
    item,
    askedAt: mission.stepSince,
  }));
}

interface Asked {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  readonly item?: string | null;
}

/** Only while it keeps somebody from working: a mission that is done needs no more money. */
function moneyQuestion(state: ConductorState, mission: MissionState): readonly Asked[] {
  const limit = moneyLimit(mission);
  if (limit === null || mission.paused !== null || missionSpend(state, mission).usd < limit) return [];
  const waits = mission.parts.some((part) => ['ahead', 'stuck'].includes(standingOf(state, mission, part)));
  if (!waits) return [];
  const text = `${mission.id} has spent its ${formatUsd(limit)}. Shall it have as much again?`;
  return [{ id: 'money', text, choices: ['go on', 'abort'] }];
}

type Ask = (mission: MissionState, state: ConductorState) => readonly Asked[];

const QUESTIONS: { readonly [Step in MissionStep]?: Ask } = {
  planning(mission, state) {
    const part = mission.parts.at(-1);
    if (!part || standingOf(state, mission, part) !== 'left') return [];
    return [
      { id: 'planning', text: `Nobody has planned ${mission.id}. What now?`, choices: ['again', 'abort'] },
    ];
  },
  planned(mission) {
    if (mission.approved) return [];
    const text = `Shall the mission ${mission.id} be played as planned? ${planInShort(mission)}`;
    return [{ id: 'plan', text, choices: ['approve', 'abort'] }];
  },
  working(mission) {
    if (mission.reason !== CYCLES_OUT) return [];
    const text = `${mission.id} has work left in ${mission.phase}, and its ${cyclesOf(mission)} used up. What now?`;
    return [{ id: 'cycles', text, choices: ['one more', 'stop here', 'abort'] }];
  },
  deciding(mission, state) {
    if (adviserIsAsked(state, mission)) return [];
    return undecided(mission).map((each) => ({
      id: each.id,
      text: questionOf(each),
      choices: VERDICTS,
      item: each.item,
    }));
  },
  purging(mission, state) {
    if (!purgeIsGivenUp(state, mission)) return [];
    const tried = partsOf(mission, 'purge').length;
    const text = `${mission.toPurge.length} marks are still in the code after ${tried} purges. What now?`;
    return [{ id: 'purge', text, choices: ['again', 'go on'] }];
  },
  gating(mission) {
    const last = mission.gates.at(-1);
    if (last?.verdict !== 'ask' || last.phase !== mission.phase || last.cycle !== mission.cycle) return [];
    const text = `May ${mission.id} go on from ${mission.phase}? ${last.reasons.join(' ')}`.trim();
    return [{ id: 'gate', text, choices: ['go on', 'refine', 'abort'] }];
  },
  finishing(mission) {
    if (!mission.proof) return [];
    if (!mission.proof.passed) {
      const text = `The checks of ${mission.id} fail, and its ${cyclesOf(mission)} used up. What now?`;
      return [{ id: 'cycles', text, choices: ['one more', 'abort'] }];
    }
    const unchecked = (mission.plan?.criteria ?? []).filter(({ check }) => check === null);
    if (mission.judged || unchecked.length === 0) return [];
    const text = `Is this met? ${unchecked.map(({ text: each }) => each).join('; ')}`;
    return [{ id: 'criteria', text, choices: ['yes', 'one more', 'abort'] }];
  },
  'handing-off'(mission, state) {
    const target = state.settings?.target ?? 'the target';
    const { handoff, proposal } = mission;
    const ask = (text: string, ...choices: string[]) => [{ id: 'handoff', text, choices }];
    if (isClosedUnmerged(mission))
      return ask(
        `${offerName(mission)} was closed and not merged. Shall it be offered anew?`,
        'again',
        'abort',
      );
    if (mission.returned !== null) {
      if (!syncIsGivenUp(state, mission)) return [];
      const tries = partsOf(mission, 'sync').length;
      const text = `${mission.id} does not go together with ${target} after ${tries} tries. What now?`;
      return ask(text, 'again', 'abort');
    }
    if (!handoff) return [];
    if (proposal?.held?.asks)
      return ask(`${offerName(mission)}: ${proposal.held.reason}. What now?`, 'again', 'abort');
    if (handoff.approved) return [];
    if (proposal?.touched) {
      const pushed = `A person pushed ${proposal.touched.slice(0, 10)} to ${offerName(mission)}.`;
      return ask(`${pushed} Merge it so, or go on with it?`, 'merge', 'again', 'abort');
    }
    const where = proposal ? ` (${offerName(mission)})` : '';
    return ask(`Shall ${mission.id} be merged into ${target}${where}?`, 'merge', 'abort');
  },
};

const cyclesOf = (mission: MissionState): string =>
  cycleLimit(mission) === 1 ? 'only cycle is' : `${cycleLimit(mission)} cycles are`;

/** Whenever they were found: one that comes late is decided on before the mission goes on. */
export const undecided = ({ deviations }: MissionState): readonly RecordedDeviation[] =>
  deviations.filter(({ decision, severity }) => decision === null && severity !== 'minor');

/** A player is at the decisions, or will be. */
export const adviserIsAsked = (state: ConductorState, mission: MissionState): boolean =>
  partsOf(mission, 'decide').some((part) =>
    ['ahead', 'working', 'offered'].includes(standingOf(state, mission, part)),
  );

export function purgeIsGivenUp(state: ConductorState, mission: MissionState): boolean {
  const tried = partsOf(mission, 'purge');
  const over = tried.every((part) => ['merged', 'left'].includes(standingOf(state, mission, part)));
  return (
    mission.surveyed !== null && mission.toPurge.length > 0 && over && tried.length > purgeLimit(mission)
  );
}

/** Every `again` of a person is one more; those are counted like the cycles they allow. */
const purgeLimit = ({ plan, extra }: MissionState): number => (plan?.limits.purges ?? 0) + extra.cycles;

/** Whoever was to bring the target in has ended, and nobody is to try it again by himself. */
export function syncIsGivenUp(state: ConductorState, mission: MissionState): boolean {
  const tried = partsOf(mission, 'sync');
  const over = tried.every((part) => ['merged', 'left'].includes(standingOf(state, mission, part)));
  return over && tried.length > (state.settings?.handoff.maxReturns ?? 0) + mission.extra.cycles;
}

/** Where a person reads the offer of all of it. */
const offerName = ({ proposal }: MissionState): string => proposal?.url ?? proposal?.ref ?? 'Its offer';

const questionOf = ({
  id,
  severity,
  worker,
  expected,
  discovered,
  action,
  impact,
}: RecordedDeviation): string =>
  `${id} (${severity}${worker ? `, ${worker}` : ''}): expected ${plain(expected)}; discovered ${plain(discovered)}. Done about it: ${plain(action)}. Impact: ${plain(impact)}.`;

/** Without the full stop that the sentence around it has. */
const plain = (text: string): string => text.trim().replace(/\.$/, '');

function planInShort({ plan }: MissionState): string {
  if (!plan) return '';
  const { workers, phases, limits } = plan;
  const money = limits.usd === null ? 'no limit of its own on money' : `at most ${formatUsd(limits.usd)}`;
  return `${workers.length} ${workers.length === 1 ? 'worker' : 'workers'} in ${phases.join(', ')}; ${money}.`;
}
