import type { ItemView, StatusView } from '@symphony/domain';
import { collisionWith, costOf, duration, groupOf, toneOf, whereabouts } from '@symphony/protocol/words';
import { GROUP_TITLES, groupsOf, itemWith } from '../model/board.ts';
import type { Model } from '../model/model.ts';
import { cut, fit, widthOf } from '../text/columns.ts';
import { plain, type Style } from '../text/paint.ts';
import { heldLine, melodyLines, missionLines, playerLine, trainLines } from './around.ts';
import { type Room, sliceAround } from './room.ts';

/** Below this many rows the list has them all, but for what holds the train up: a person has to act on it. */
const LOW = 14;

export function overviewRows(model: Model, room: Room): string[] {
  const { board } = model;
  if (board === null) return [];
  if (board.items.length === 0)
    return [...emptyRows(room), ...missionLines(board.missions, room.columns, room.paint)];
  const below =
    room.rows < LOW ? heldLine(board.train, room.columns, room.paint) : belowRows(board, model, room);
  return [...listRows(board, model, { ...room, rows: room.rows - below.length }), ...below];
}

const emptyRows = ({ columns, paint }: Room): string[] =>
  ['Nothing is on the board yet.', 'Press n to put work on it, or use `symphony board add "…"`.'].map(
    (line) => paint('dim', cut(line, columns)),
  );

type Line = { readonly heading: string; readonly style: Style } | { readonly item: ItemView };

function listRows(board: StatusView, model: Model, room: Room): string[] {
  const lines = groupsOf(board).flatMap(({ group, items }): Line[] => [
    {
      heading: `${GROUP_TITLES[group]} (${items.length})`,
      style: group === 'needs-you' ? 'bad' : 'strong',
    },
    ...items.map((item) => ({ item })),
  ]);
  const at = lines.findIndex((line) => 'item' in line && line.item.id === model.chosen);
  // The first item is shown with its heading.
  const { from, to } = sliceAround(lines.length, at <= 1 ? 0 : at, room.rows);
  const shown = lines.slice(from, to);
  const widths = columnWidths(board, room.columns);
  const rows = shown.map((line) =>
    'heading' in line
      ? room.paint(line.style, cut(line.heading, room.columns))
      : itemRow(line.item, board, model, widths, room),
  );
  return withHints(rows, { above: from, below: lines.length - to, chosenFirst: at === from }, room);
}

/** What does not fit is counted, unless that would hide the chosen row. */
function withHints(
  rows: string[],
  { above, below, chosenFirst }: { above: number; below: number; chosenFirst: boolean },
  { columns, paint, rows: room }: Room,
): string[] {
  if (room < 4) return rows;
  if (above > 0 && !chosenFirst) rows[0] = paint('dim', cut(`… ${above + 1} lines above`, columns));
  if (below > 0) rows[rows.length - 1] = paint('dim', cut(`… ${below + 1} lines below`, columns));
  return rows;
}

interface Widths {
  readonly name: number;
  readonly where: number;
  readonly title: number;
  readonly player: number;
  readonly time: number;
  readonly cost: number;
  readonly message: number;
}

const WHERE = 12;
const TIME = 7;
const COST = 8;
const WIDEST_NAME = 24;
const WIDEST_PLAYER = 12;
const WIDEST_TITLE = 44;

/** From all items and not only those in sight, so that nothing jumps while one scrolls. */
function columnWidths({ items }: StatusView, columns: number): Widths {
  const widest = (texts: readonly string[], most: number) =>
    Math.min(most, Math.max(1, ...texts.map((text) => widthOf(text))));
  const name = widest(
    items.map(({ identifier }) => identifier),
    columns < 60 ? 8 : WIDEST_NAME,
  );
  const player =
    columns < 72
      ? 0
      : widest(
          items.map(({ run }) => run?.player ?? ''),
          WIDEST_PLAYER,
        );
  const time = columns < 50 ? 0 : TIME;
  const cost = columns < 60 ? 0 : COST;
  const gaps = 2 * [player, time, cost].filter((each) => each > 0).length + 4;
  const rest = Math.max(1, columns - 2 - name - WHERE - player - time - cost - gaps);
  const title = rest > WIDEST_TITLE + 20 ? WIDEST_TITLE : rest;
  return { name, where: WHERE, title, player, time, cost, message: Math.max(0, rest - title - 2) };
}

function itemRow(item: ItemView, board: StatusView, model: Model, widths: Widths, room: Room): string {
  const chosen = item.id === model.chosen;
  // Styles inside would end the style of the whole row.
  const paint = chosen ? plain : room.paint;
  const around = { ...board, at: model.now };
  const { run } = item;
  const collision = collisionWith(item.identifier, board.collisions);
  const cells = [
    paint('strong', fit(item.identifier, widths.name)),
    paint(
      groupOf(item, board) === 'needs-you' ? 'bad' : toneOf(item),
      fit(whereabouts(item, around), widths.where),
    ),
    // What is foreseen is told where there is room for it, or else in the title's place.
    fit(widths.message > 0 ? item.title : (collision ?? item.title), widths.title),
    ...(widths.message > 0 ? [paint('dim', fit(collision ?? run?.lastMessage ?? '', widths.message))] : []),
    ...(widths.player > 0 ? [paint('dim', fit(run?.player ?? '', widths.player))] : []),
    ...(widths.time > 0
      ? [paint('dim', fit(run ? duration(model.now - run.startedAt) : '', widths.time, 'right'))]
      : []),
    ...(widths.cost > 0 ? [paint('dim', fit(costOf(item.spend), widths.cost, 'right'))] : []),
  ];
  const row = `${chosen ? '> ' : '  '}${cells.join('  ')}`;
  return chosen ? room.paint('chosen', row) : row.trimEnd();
}

function belowRows(board: StatusView, model: Model, room: Room): string[] {
  const { columns, paint } = room;
  const item = itemWith(board, model.chosen);
  const why = item?.reason || item?.run?.lastMessage || '';
  return [
    '',
    ...(item && why ? [cut(`${item.identifier}: ${why}`, columns)] : []),
    ...melodyLines(board.melodies, columns, paint),
    ...missionLines(board.missions, columns, paint),
    ...trainLines(board.train, columns, paint),
    ...playerLine(board.players, model.now, columns, paint),
  ];
}
