import {
  formatUsd,
  type LogEventOf,
  type MissionEvent,
  type MissionStep,
  type Part,
  type PhaseName,
} from '@symphony/domain';
import type { NameOf } from './name-book.ts';
import { because, counted, evidenceWords, firstLine, short } from './phrase.ts';

/** What happened to a mission. Its name stands in the sentence: it has no column of its own. */
export function missionWords(event: MissionEvent, nameOf: NameOf): string {
  switch (event.type) {
    case 'mission-asked':
      return `${event.mission}: ${event.by} asks for a mission: ${firstLine(event.request)}`;
    case 'mission-planned':
      return `${event.mission} is planned: ${counted(event.plan.workers.length, 'worker')} in ${event.plan.phases.join(', ')}`;
    case 'mission-approved':
      return `${event.mission} was approved by ${event.by}`;
    case 'mission-begun':
      return `${event.mission} begins on branch ${event.branch}, cut at ${short(event.base)}${lessonWords(event.lessons)}`;
    case 'mission-stepped':
      return `${event.mission} ${STEPS[event.step]}${placeWords(event.phase, event.cycle)}${because(event.reason)}`;
    case 'mission-part-made':
      return `${event.mission}: ${partWords(event.part)}`;
    case 'mission-part-carried':
      return `${event.mission}: ${nameOf(event.part)} waits for cycle ${event.cycle}`;
    case 'mission-reviewed':
      return `${event.mission}: reviewed, ${counted(event.marks.length, 'mark')} in the code and ${counted(event.conflicts.length, 'conflict')} foreseen`;
    case 'deviation-told':
      return `${event.mission}: ${event.by} tells a ${event.deviation.severity} deviation: expected ${firstLine(event.deviation.expected)}, found ${firstLine(event.deviation.discovered)}`;
    case 'discovery-told':
      return `${event.mission}: ${event.by} shares a ${event.discovery.critical ? 'critical discovery' : 'discovery'}: ${firstLine(event.discovery.title)}`;
    case 'deviation-decided':
      return decidedWords(event);
    case 'understanding-changed':
      return `${event.mission}: ${event.by} ${CHANGES[event.change.kind]}: ${firstLine(event.change.text)}`;
    case 'mission-merged':
      return mergedWords(event, nameOf);
    case 'marks-surveyed':
      return `${event.mission}: ${counted(event.marks.length, 'mark')} ${event.marks.length === 1 ? 'stands' : 'stand'} in the code at ${short(event.commit)}`;
    case 'mission-purged':
      return `${event.mission}: ${counted(event.removed.length, 'mark')} taken out by ${short(event.commit)}`;
    case 'gate-judged':
      return `${event.mission}: ${event.phase} ${GATES[event.verdict]} (${event.by})${because(event.reasons.join(' '))}`;
    case 'mission-proved':
      return `${event.mission}: on all that is merged, ${evidenceWords(event.evidence)}`;
    case 'mission-judged':
      return `${event.mission}: ${event.by} says that what no command checks is met`;
    case 'mission-offered':
      return event.review
        ? `${event.mission} is handed over as ${event.review.url ?? event.ref} at ${short(event.entry.head)}`
        : `${event.mission} is offered to the merge train at ${short(event.entry.head)}`;
    case 'mission-returned':
      return `${event.mission} ${RETURNS[event.why]}: ${firstLine(event.report)}`;
    case 'advice-taken':
      return `${event.mission}: ${adviceWords(event)}`;
    case 'mission-paused':
      return `${event.mission} is paused by ${event.by}${because(event.reason)}`;
    case 'mission-resumed':
      return `${event.mission} goes on, ${event.by} asked`;
    case 'mission-extended':
      return `${event.mission}: ${event.by} allows ${extraWords(event)} more`;
    case 'mission-ended':
      return `${event.mission} ${event.outcome === 'done' ? 'is done' : 'was aborted'}${because(event.reason)}`;
    case 'context-given':
      return `was told of its mission: ${counted(event.given.length, 'passage')}${event.leftOut.length === 0 ? '' : `, ${event.leftOut.length} left out`}`;
    case 'scope-judged':
      return `${event.granted ? 'may' : 'may not'} work in ${event.paths.join(', ')}: ${firstLine(event.why)}`;
    case 'collision-seen':
      return collisionWords(event, nameOf);
    case 'collision-gone':
      return `${nameOf(event.a)} and ${nameOf(event.b)} no longer touch the same files`;
  }
}

const STEPS: Readonly<Record<MissionStep, string>> = {
  planning: 'is being planned',
  planned: 'waits for its approval',
  beginning: 'gets its branch',
  working: 'is worked on',
  reviewing: 'is being reviewed',
  deciding: 'comes to its decisions',
  merging: 'is being merged',
  purging: 'is looked over for what must go',
  gating: 'is at its gate',
  finishing: 'checks its criteria',
  'handing-off': 'is handed off',
  ended: 'has ended',
};

const placeWords = (phase: PhaseName | null, cycle: number): string =>
  phase === null ? '' : ` (${phase}, cycle ${cycle})`;

const lessonWords = (lessons: readonly string[]): string =>
  lessons.length === 0 ? '' : `, with ${counted(lessons.length, 'lesson')} of earlier missions`;

const PARTS: Readonly<Record<Part['kind'], string>> = {
  worker: 'takes its part',
  rework: 'goes on as was decided',
  refine: 'mends what the gate asks for',
  purge: 'takes out what was rejected',
  sync: 'mends what is against its handoff',
  plan: 'is to write the plan',
  decide: 'is to decide what was found',
  judge: 'is to judge the phase',
};

const partWords = ({ item, kind, worker, title }: Part): string =>
  `${worker ?? item} ${PARTS[kind]}: ${title}`;

const CHANGES = {
  understanding: 'says what it is about',
  requirement: 'adds a requirement',
  rule: 'adds a rule',
} as const;

function decidedWords({ mission, deviation, decision }: LogEventOf<'deviation-decided'>): string {
  const { verdict, by, instruction, rationale } = decision;
  // A rule gives itself as the reason: once is enough.
  const why = rationale.startsWith(by) ? '' : rationale;
  return `${mission}: ${by} decides on ${deviation}: ${verdict}${because(instruction || why)}`;
}

function mergedWords({ mission, record }: LogEventOf<'mission-merged'>, nameOf: NameOf): string {
  const { queued, merged, left } = record;
  const why = left.map(({ item, reason }) => `${nameOf(item)} is left: ${firstLine(reason)}`).join('; ');
  return `${mission}: ${merged.length} of ${queued.length} merged${why === '' ? '' : `; ${why}`}`;
}

const GATES = {
  passed: 'passed its gate',
  refine: 'is sent back',
  back: 'sends the mission back to its architecture',
  escalate: 'is given to a stronger player',
  ask: 'waits for a person at its gate',
} as const;

const RETURNS = {
  conflict: 'conflicts with the target, which is brought in',
  'failed-on-target': 'fails its checks together with the target, which is brought in',
  'pull-request': 'needs to be mended over at the code host',
} as const;

function adviceWords({ advice }: LogEventOf<'advice-taken'>): string {
  switch (advice.kind) {
    case 'plan':
      return `the plan is written, ${counted(advice.plan.workers.length, 'worker')}`;
    case 'decide':
      return `advised on ${advice.decisions.map(({ deviation, verdict }) => `${deviation}: ${verdict}`).join(', ')}`;
    case 'judge':
      return `judged ${advice.verdict}${because(advice.reasons.join(' '))}`;
  }
}

function extraWords({ cycles, usd }: LogEventOf<'mission-extended'>): string {
  const allowed = [cycles > 0 && counted(cycles, 'round'), usd > 0 && formatUsd(usd)].filter(Boolean);
  return allowed.length === 0 ? 'nothing' : allowed.join(' and ');
}

function collisionWords({ collision }: LogEventOf<'collision-seen'>, nameOf: NameOf): string {
  const { a, b, files, sure, first } = collision;
  const what = sure ? 'will conflict' : 'touch the same files';
  return `${nameOf(a)} and ${nameOf(b)} ${what} in ${fileWords(files)}; ${nameOf(first)} is merged first`;
}

const SHOWN = 3;

/** The first few: the radar may see hundreds. */
export const fileWords = (files: readonly string[]): string =>
  files.length <= SHOWN
    ? files.join(', ')
    : `${files.slice(0, SHOWN).join(', ')} and ${files.length - SHOWN} more`;
