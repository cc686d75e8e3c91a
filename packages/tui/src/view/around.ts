import type {
  Instant,
  MelodyRunView,
  MissionRunView,
  PlayerView,
  StatusView,
  TrainView,
} from '@symphony/domain';
import {
  clockTime,
  costOf,
  duration,
  type Group,
  groupOf,
  missionCounts,
  missionTone,
  missionWhere,
  phaseDots,
} from '@symphony/protocol/words';
import { cut } from '../text/columns.ts';
import type { Paint } from '../text/paint.ts';

/** What is true of the whole board: its counts, its players, its train. */

const COUNT_WORDS: Readonly<Record<Group, string>> = {
  'needs-you': 'need you',
  working: 'working',
  merging: 'merging',
  waiting: 'waiting',
  done: 'done',
};

export function headline(board: StatusView, columns: number): string {
  const counts = new Map<Group, number>();
  for (const item of board.items) {
    const group = groupOf(item, board);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const cap = board.spend.dayCapUsd === null ? '' : ` of $${board.spend.dayCapUsd}`;
  const parts = [
    `${board.slots.used}/${board.slots.total} slots`,
    `${costOf(board.spend.today) || '$0.00'}${cap} today`,
    ...(Object.keys(COUNT_WORDS) as Group[]).flatMap((group) => {
      const count = counts.get(group) ?? 0;
      return count > 0 ? [`${count} ${COUNT_WORDS[group]}`] : [];
    }),
    ...(board.draining ? ['draining'] : []),
    ...(board.idle && !board.draining ? ['idle'] : []),
  ];
  return cut(parts.join(' · '), columns);
}

/** Who plays, and who may not: a player that rests takes no work until its provider lets it. */
export function playerLine(
  players: readonly PlayerView[],
  now: Instant,
  columns: number,
  paint: Paint,
): string[] {
  if (players.length === 0) return [];
  const words = players.map(({ name, running, restingUntil }) => {
    const rests =
      restingUntil !== null && restingUntil > now
        ? `, rests until ${clockTime(restingUntil)} (${duration(restingUntil - now)})`
        : '';
    return `${name} ${running}${rests}`;
  });
  return [paint('dim', cut(`Players: ${words.join(' · ')}`, columns))];
}

export function trainLines(train: TrainView, columns: number, paint: Paint): string[] {
  const parts = [
    ...(train.trying.length > 0 ? [`merging ${train.trying.join(', ')}`] : []),
    ...(train.queue.length > 0 ? [`next ${train.queue.join(', ')}`] : []),
    ...(train.awaitingApproval.length > 0 ? [`to approve ${train.awaitingApproval.join(', ')}`] : []),
  ];
  return [
    ...(parts.length > 0 ? [paint('accent', cut(`Train: ${parts.join(' · ')}`, columns))] : []),
    ...heldLine(train, columns, paint),
  ];
}

export const heldLine = ({ held }: TrainView, columns: number, paint: Paint): string[] =>
  held === null ? [] : [paint('warn', cut(`Train waits: ${held}`, columns))];

const MOST_MELODIES = 2;

/** Melodies that are not over, newest first. */
export function melodyLines(runs: readonly MelodyRunView[], columns: number, paint: Paint): string[] {
  const going = runs.filter(({ endedAt }) => endedAt === null).toReversed();
  const more = going.length - MOST_MELODIES;
  return going.slice(0, MOST_MELODIES).map(({ melody, state, now }, at) => {
    const doing = now.length === 0 ? '' : `: ${now.join(', ')}`;
    const others = at === MOST_MELODIES - 1 && more > 0 ? ` (and ${more} more)` : '';
    return paint('accent', cut(`Melody ${melody} ${state}${doing}${others}`, columns));
  });
}

const MOST_MISSIONS = 2;

/** Missions that are not over. */
export function missionLines(missions: readonly MissionRunView[], columns: number, paint: Paint): string[] {
  const going = missions.filter(({ endedAt }) => endedAt === null);
  const more = going.length - MOST_MISSIONS;
  return going.slice(0, MOST_MISSIONS).map((mission, at) => {
    const counts = missionCounts(mission);
    const others = at === MOST_MISSIONS - 1 && more > 0 ? ` (and ${more} more)` : '';
    const words = `${mission.id} ${phaseDots(mission)} ${missionWhere(mission)}${counts === '' ? '' : ` · ${counts}`}`;
    return paint(missionTone(mission), cut(`Mission ${words}${others}`, columns));
  });
}
