import { duration } from '@symphony/protocol/words';
import { asksOf } from '../model/asks.ts';
import { missionsOf } from '../model/missions.ts';
import { type Model, VIEWS, type View } from '../model/model.ts';
import { cut, wrapUpTo } from '../text/columns.ts';
import type { Paint } from '../text/paint.ts';
import { headline } from './around.ts';
import { helpRows } from './help.ts';
import { inboxRows } from './inbox.ts';
import { itemRows } from './item.ts';
import { keyRow, remarkRows } from './last-lines.ts';
import { logRows } from './logs.ts';
import { missionRows } from './missions.ts';
import { overviewRows } from './overview.ts';
import type { Room } from './room.ts';

/** Smaller than this nothing can be chosen; what matters most is said all the same. */
const NARROWEST = 40;
const LOWEST = 10;

/** The whole screen: exactly as many rows as it has, none wider. */
export function screenRows(model: Model, paint: Paint): string[] {
  const { columns, rows } = model.size;
  const room: Room = { columns, rows, paint };
  if (columns < NARROWEST || rows < LOWEST) return tinyRows(model, room);
  const top = [tabRow(model, room), ...alertRows(model, room)];
  if (model.board) top.splice(1, 0, headline(model.board, columns));
  const bottom = [...remarkRows(model, room), keyRow(model, room)];
  const body = { ...room, rows: Math.max(0, rows - top.length - bottom.length) };
  return [...filled([...top, ...bodyRows(model, body).slice(0, body.rows)], rows - bottom.length), ...bottom];
}

function bodyRows(model: Model, room: Room): string[] {
  if (model.helping) return helpRows(model, room);
  if (model.board === null) return [];
  switch (model.view) {
    case 'overview':
      return overviewRows(model, room);
    case 'item':
      return itemRows(model, room);
    case 'logs':
      return logRows(model, room);
    case 'inbox':
      return inboxRows(model, room);
    case 'missions':
      return missionRows(model, room);
  }
}

const TITLES: Readonly<Record<View, string>> = {
  overview: 'board',
  item: 'item',
  logs: 'logs',
  inbox: 'inbox',
  missions: 'missions',
};

function tabRow(model: Model, { columns, paint }: Room): string {
  const waiting = asksOf(model.board).length;
  const played = missionsOf(model.board).filter(({ endedAt }) => endedAt === null).length;
  const tabs = VIEWS.map((view, at) => {
    const counted = view === 'inbox' ? waiting : view === 'missions' ? played : 0;
    const count = counted > 0 ? ` (${counted})` : '';
    const text = `${at + 1} ${TITLES[view]}${count}`;
    return view === model.view ? `[${text}]` : text;
  });
  const target = model.board ? ` · ${model.board.target}` : '';
  return paint('strong', cut(`${tabs.join(' ')}${target}`, columns));
}

/** What a person must know whatever is looked at: the connection first, then what is broken. */
function alertRows(model: Model, { columns, rows, paint }: Room): string[] {
  const problems = model.board?.problems ?? [];
  const most = rows < 16 ? 1 : 3;
  const shown = problems.slice(0, problems.length > most ? most - 1 : most);
  const link = linkWords(model);
  return [
    ...(link === null ? [] : wrapUpTo(link, columns, 2).map((line) => paint('bad', line))),
    ...shown.map((problem) => paint('bad', cut(`! ${problem}`, columns))),
    ...(problems.length > shown.length
      ? [paint('bad', cut(`! ${problems.length - shown.length} problems: see \`symphony status\``, columns))]
      : []),
  ];
}

function linkWords({ link, now }: Model): string | null {
  const since = duration(now - link.since);
  switch (link.state) {
    case 'live':
      return null;
    case 'connecting':
      return 'Looking for the conductor.';
    case 'lost':
      return `The conductor has not answered for ${since}; waiting for it. What is shown is from before.`;
    case 'stopped':
      return `The conductor stopped ${since} ago. \`symphony up\` starts it again, and this comes back by itself.`;
  }
}

function tinyRows(model: Model, room: Room): string[] {
  const { columns, rows, paint } = room;
  const waiting = asksOf(model.board).length;
  const link = linkWords(model);
  const lines = [
    ...(link === null ? [] : [paint('bad', cut(link, columns))]),
    ...(model.board ? [headline(model.board, columns)] : []),
    ...(waiting > 0 ? [paint('bad', cut(`${waiting} in the inbox`, columns))] : []),
    cut(`${NARROWEST}x${LOWEST} shows more`, columns),
    paint('dim', cut('q leave', columns)),
  ];
  return filled(lines.slice(0, rows), rows);
}

const filled = (rows: string[], length: number): string[] => [
  ...rows,
  ...Array.from({ length: Math.max(0, length - rows.length) }, () => ''),
];
