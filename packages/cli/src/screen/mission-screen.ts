import {
  describeMark,
  isAdvice,
  type MissionQuestion,
  type MissionView,
  type PartView,
} from '@symphony/domain';
import {
  choicesWords,
  costOf,
  dayAndTime,
  duration,
  fileWords,
  missionCounts,
  missionTone,
  missionWhere,
  partTone,
  partWhere,
  short,
} from '@symphony/protocol/words';
import { type Cell, cut, table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { harmless, oneLine } from './harmless.ts';
import { mergeLines } from './mission-cycle-screen.ts';
import { deviationRows } from './mission-deviation-screen.ts';

/** All of one mission: where it is, what it waits for, who plays what, what was found and merged. */
export function missionScreenLines(raw: MissionView, frame: Frame): string[] {
  const view = harmless(raw);
  const { columns, paint } = frame;
  const inner = { ...frame, columns: columns - 2 };
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', paint('strong', title), ...lines.map((line) => `  ${line}`)];
  return [
    paint('strong', cut(`${view.id} · ${view.title}`, columns)),
    paint(missionTone(view), cut(missionWhere(view), columns)),
    ...phaseTrack(view, frame),
    ...wrap(factWords(view, frame), columns).map((line) => paint('dim', line)),
    ...(view.questions.length > 0 ? [] : wrap(view.now, columns)),
    ...section(
      'Asked',
      view.questions.flatMap((each) => questionLines(view, each, inner)),
    ),
    ...partSections(view, inner).flatMap(([title, lines]) => section(title, lines)),
    ...section('Deviations', deviationRows(view.recorded, inner)),
    ...section('Collisions', collisionLines(view, inner)),
    ...section(
      'Merged',
      view.merges.flatMap((record) => mergeLines(record, inner)),
    ),
    ...section('Purged', purgeLines(view, inner)),
    ...section('Gates', gateLines(view, inner)),
  ];
}

function phaseTrack({ phases }: MissionView, { columns, paint }: Frame): string[] {
  if (phases.length < 2) return [];
  const track = phases.map(({ name, state }) => SIGNS[state](name)).join(' → ');
  return wrap(track, columns).map((line) => paint('dim', line));
}

const SIGNS = {
  over: (name: string) => `${name} ✓`,
  now: (name: string) => `[${name}]`,
  ahead: (name: string) => name,
} as const;

function factWords(view: MissionView, { now }: Frame): string {
  const counts = missionCounts(view);
  return [
    `branch ${view.branch}`,
    ...(view.proposal ? [`pull request ${view.proposal.url ?? view.proposal.ref}`] : []),
    duration((view.endedAt ?? now) - view.startedAt),
    ...(costOf(view.spend) === '' ? [] : [costOf(view.spend)]),
    ...(counts === '' ? [] : [counts]),
  ].join(' · ');
}

function questionLines(view: MissionView, question: MissionQuestion, { columns, paint }: Frame): string[] {
  const which = view.questions.length > 1 ? ` --question ${question.id}` : '';
  return [
    ...wrap(`${question.text}${choicesWords(question.choices)}`, columns),
    paint('warn', cut(`→ symphony answer ${view.id} "${question.choices[0] ?? '…'}"${which}`, columns)),
  ];
}

/** By phase and cycle in the order they were played; who only gave advice comes last. */
function partSections(view: MissionView, frame: Frame): [string, string[]][] {
  const groups = Map.groupBy(view.chambers, ({ kind, phase, cycle }) =>
    isAdvice(kind) ? 'Advice' : phase === null ? 'Parts' : `${phase}, cycle ${cycle}`,
  );
  const advice = groups.get('Advice');
  groups.delete('Advice');
  return [...groups, ...(advice ? [['Advice', advice] as const] : [])].map(([title, parts]) => [
    title,
    partLines(parts, frame),
  ]);
}

function partLines(parts: readonly PartView[], { columns, paint, now }: Frame): string[] {
  const rows = parts.map((part): Cell[] => [
    { text: part.identifier, style: 'strong' },
    { text: partWhere(part), style: partTone(part) },
    { text: part.held ?? (part.reason || part.lastMessage || oneLine(part.title)) },
    { text: part.playedBy ?? '', style: 'dim' },
    { text: part.startedAt === null ? '' : duration(now - part.startedAt), style: 'dim' },
    { text: costOf(part.spend), style: 'dim' },
  ]);
  const widths = [
    { max: 28 },
    { max: 10 },
    { max: 'rest' },
    { max: 12 },
    { max: 8, align: 'right' },
    { max: 9, align: 'right' },
  ] as const;
  return table(rows, widths, columns, paint);
}

const collisionLines = ({ radar }: MissionView, { columns, paint }: Frame): string[] =>
  radar.flatMap(({ a, b, files, sure, first, rationale }) => {
    const what = sure ? 'will conflict' : 'touch the same files';
    return wrap(
      `${a} and ${b} ${what} in ${fileWords(files)}; ${first} is merged first. ${rationale}`,
      columns,
    ).map((line) => (sure ? paint('warn', line) : line));
  });

const purgeLines = ({ purges }: MissionView, { columns, paint }: Frame): string[] =>
  purges.flatMap(({ removed, commit }) =>
    removed.map((mark) => `${cut(describeMark(mark), columns - 12)} ${paint('dim', short(commit))}`),
  );

const gateLines = ({ gates }: MissionView, { columns, paint }: Frame): string[] =>
  gates.flatMap(({ at, phase, verdict, reasons, by }) =>
    wrap(
      `${phase} ${verdict} (${by}, ${dayAndTime(at)})${reasons.length === 0 ? '' : `: ${reasons.join(' ')}`}`,
      columns,
    ).map((line) => paint(verdict === 'passed' ? 'good' : 'warn', line)),
  );
