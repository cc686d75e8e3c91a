import type { MissionRunView, StatusView } from '@symphony/domain';
import {
  collisionWith,
  costOf,
  duration,
  missionCounts,
  missionTone,
  missionWhere,
  phaseDots,
  toneOf,
  whereabouts,
} from '@symphony/protocol/words';
import { asksOf, chosenAsk } from '../model/asks.ts';
import { chosenMission, missionsOf } from '../model/missions.ts';
import type { Model } from '../model/model.ts';
import { cut, fit, wrapUpTo } from '../text/columns.ts';
import { plain } from '../text/paint.ts';
import { questionRows } from './inbox.ts';
import { type Room, sliceAround } from './room.ts';

/** The missions, and below them all that is known here of the chosen one. */
export function missionRows(model: Model, room: Room): string[] {
  const { board } = model;
  const chosen = chosenMission(model);
  if (board === null) return [];
  if (chosen === null) return emptyRows(room);
  const missions = missionsOf(board);
  const at = missions.findIndex(({ id }) => id === chosen.id);
  const most = Math.max(1, Math.min(missions.length, Math.floor(room.rows / 3)));
  const { from, to } = sliceAround(missions.length, at, most);
  const list = missions.slice(from, to).map((each) => listRow(each, each.id === chosen.id, model, room));
  const rest = { ...room, rows: room.rows - list.length - 1 };
  return [...list, '', ...wholeRows(chosen, board, model, rest).slice(0, rest.rows)];
}

const emptyRows = ({ columns, paint }: Room): string[] =>
  wrapUpTo('No mission is played. `symphony mission start "what is wanted"` plans one.', columns, 2).map(
    (line) => paint('dim', line),
  );

const NAME = 20;
const DOTS = 7;

function listRow(mission: MissionRunView, chosen: boolean, { now }: Model, room: Room): string {
  const paint = chosen ? plain : room.paint;
  const name = Math.min(NAME, Math.max(8, Math.floor(room.columns / 4)));
  const time = duration((mission.endedAt ?? now) - mission.startedAt);
  const tail = room.columns < 60 ? '' : `${fit(time, 8, 'right')}${fit(costOf(mission.spend), 9, 'right')}`;
  const width = room.columns - 2 - name - DOTS - 4 - tail.length;
  const counts = missionCounts(mission);
  const where = `${missionWhere(mission)}${counts === '' ? '' : ` · ${counts}`}`;
  const cells = [
    paint('strong', fit(mission.id, name)),
    paint('dim', fit(phaseDots(mission), DOTS)),
    paint(missionTone(mission), fit(where, Math.max(1, width))),
  ];
  const row = `${chosen ? '> ' : '  '}${cells.join('  ')}${paint('dim', tail)}`;
  return chosen ? room.paint('chosen', row) : row.trimEnd();
}

/** What a person has to answer is never pushed off the screen by what they only read. */
function wholeRows(mission: MissionRunView, board: StatusView, model: Model, room: Room): string[] {
  const { columns, paint } = room;
  const ask = chosenAsk(model);
  const facts = [
    paint('strong', cut(mission.title, columns)),
    ...wrapUpTo(trackWords(mission), columns, 2).map((line) => paint('dim', line)),
    ...(ask?.kind === 'question' ? [] : wrapUpTo(mission.now, columns, 3)),
  ];
  const question =
    ask?.kind === 'question'
      ? [
          ...questionRows(ask, model, { ...room, rows: Math.max(4, room.rows - facts.length) }),
          ...moreAsked(mission, board, room),
        ]
      : [];
  const parts = partRows(mission, board, model, {
    ...room,
    rows: room.rows - facts.length - question.length - 1,
  });
  return [...facts, ...question, ...(parts.length === 0 ? [] : ['', ...parts])];
}

const SIGNS = { over: '●', now: '◐', ahead: '○' } as const;

const trackWords = ({ phases }: MissionRunView): string =>
  phases.map(({ name, state }) => `${SIGNS[state]} ${name}`).join('  ');

function moreAsked({ id }: MissionRunView, board: StatusView, { columns, paint }: Room): string[] {
  const others = asksOf(board).filter((ask) => ask.kind === 'question' && ask.view.item === id).length - 1;
  return others > 0 ? [paint('dim', cut(`It asks ${others} more; 4 opens the inbox.`, columns))] : [];
}

/** Its parts as they are on the board now. */
function partRows({ id }: MissionRunView, board: StatusView, { now }: Model, room: Room): string[] {
  const { columns, paint, rows } = room;
  const parts = board.items.filter((item) => item.mission === id);
  if (rows < 1 || parts.length === 0) return [];
  const shown = parts.length > rows ? parts.slice(0, Math.max(0, rows - 1)) : parts;
  const name = Math.min(24, Math.max(8, ...shown.map(({ identifier }) => identifier.length)));
  const lines = shown.map((item) => {
    const says = collisionWith(item.identifier, board.collisions) ?? item.run?.lastMessage ?? '';
    const where = paint(toneOf(item), fit(whereabouts(item, { ...board, at: now }), 12));
    return `${fit(item.identifier, name)}  ${where}  ${cut(says || item.title, Math.max(1, columns - name - 16))}`;
  });
  return shown.length < parts.length
    ? [...lines, paint('dim', cut(`… and ${parts.length - shown.length} more parts`, columns))]
    : lines;
}
