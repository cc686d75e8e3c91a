import type { MissionRunView, StatusView } from '@symphony/domain';
import {
  costOf,
  duration,
  missionCounts,
  missionRemedy,
  missionTone,
  missionWhere,
  phaseDots,
} from '@symphony/protocol/words';
import { type Cell, type Column, cut, table, wrap } from './columns.ts';
import type { Frame } from './frame.ts';
import { oneLine } from './harmless.ts';

/** Where there is little room, only what is typed and what is going on. */
const NARROW = 60;

const columnsIn = (width: number): readonly Column[] => [
  // What is typed is shown whole: no name is longer than 40.
  { max: Math.min(40, Math.floor(width / 2)) },
  ...(width < NARROW ? [] : [{ max: 7 }]),
  { max: 'rest' },
  ...(width < NARROW
    ? []
    : ([
        { max: 8, align: 'right' },
        { max: 9, align: 'right' },
      ] as const)),
];

/** How many that ended are still shown. */
const ENDED = 3;

type Seen = Pick<StatusView, 'missions' | 'inbox' | 'items'>;

/** The missions on the status screen: those that are played, and the last few that ended. */
export function missionLines(view: Seen, frame: Frame): string[] {
  const active = view.missions.filter(({ endedAt }) => endedAt === null);
  const ended = view.missions.filter(({ endedAt }) => endedAt !== null).slice(-ENDED);
  if (active.length + ended.length === 0) return [];
  const inner = { ...frame, columns: frame.columns - 2 };
  const asks = new Set(view.inbox.map(({ item }) => item));
  // What it asks is told whole below, with everything else that is asked.
  const shown = [...active, ...ended].map((each) => (asks.has(each.id) ? { ...each, now: '' } : each));
  const lines = missionRows(shown, view, inner);
  return ['', frame.paint('strong', 'Missions'), ...lines.map((line) => `  ${line}`)];
}

/** One line each, and under those that wait for a person why, and the command that helps. */
export function missionRows(missions: readonly MissionRunView[], view: Seen, frame: Frame): string[] {
  const { columns, paint, now } = frame;
  const rows = missions.map((mission): Cell[] => {
    const counts = missionCounts(mission);
    const time = duration((mission.endedAt ?? now) - mission.startedAt);
    const where = `${missionWhere(mission)}${counts === '' ? '' : ` · ${counts}`}`;
    const cells: Cell[] = [
      { text: mission.id, style: 'strong' },
      { text: phaseDots(mission), style: 'dim' },
      { text: where, style: missionTone(mission) },
      { text: time, style: 'dim' },
      { text: costOf(mission.spend), style: 'dim' },
    ];
    return columns < NARROW ? [cells[0] as Cell, cells[2] as Cell] : cells;
  });
  return table(rows, columnsIn(columns), columns, paint).flatMap((line, at) => {
    const mission = missions[at];
    return mission?.needsYou ? [line, ...waitLines(mission, view, frame)] : [line];
  });
}

function waitLines(mission: MissionRunView, view: Seen, { columns, paint }: Frame): string[] {
  const remedy = missionRemedy(mission, view);
  return [
    ...(mission.now === ''
      ? []
      : wrap(oneLine(mission.now), columns - 2).map((line) => `  ${paint('dim', line)}`)),
    ...(remedy ? [`  ${cut(`→ ${remedy}`, columns - 2)}`] : []),
  ];
}

/** One line for each mission that is played, for where there is little room. */
export function missionRunLines(missions: readonly MissionRunView[], most: number, frame: Frame): string[] {
  const active = missions.filter(({ endedAt }) => endedAt === null);
  const shown = active.length > most ? active.slice(0, Math.max(0, most - 1)) : active;
  const { columns, paint } = frame;
  const lines = shown.map((mission) => {
    const counts = missionCounts(mission);
    const parts = [
      `${mission.id} ${phaseDots(mission)}`.trim(),
      missionWhere(mission),
      ...(counts === '' ? [] : [counts]),
      ...(mission.needsYou ? [mission.now] : []),
    ];
    return paint(missionTone(mission), cut(`Mission ${parts.join(' · ')}`, columns));
  });
  return shown.length < active.length && most > 0
    ? [...lines, paint('dim', `… and ${active.length - shown.length} more missions`)]
    : lines;
}
