import { clockTime } from '@symphony/protocol/words';
import { itemWith } from '../model/board.ts';
import type { Model } from '../model/model.ts';
import { weightWords } from '../model/pane-acts.ts';
import { bottomIndex, logLines } from '../model/scroll.ts';
import { cut } from '../text/columns.ts';
import type { Room } from './room.ts';
import { tableRows } from './story.ts';

export function logRows(model: Model, room: Room): string[] {
  const { columns, paint } = room;
  const lines = logLines(model);
  const { bottom, filter, book } = model.logs;
  const newer = lines.length - 1 - bottomIndex(lines, bottom);
  const place =
    bottom === null
      ? 'following'
      : `stopped at ${clockTime(lines[bottomIndex(lines, bottom)]?.entry.at ?? model.now)}, ${newer} newer`;
  const head = [
    weightWords(model),
    ...(filter.item === null
      ? []
      : [`only ${itemWith(model.board, filter.item)?.identifier ?? filter.item}`]),
    ...(filter.search === '' ? [] : [`with "${filter.search}"`]),
    place,
  ];
  const heading = paint('strong', cut(head.join(' · '), columns));
  if (lines.length > 0) return [heading, ...tableRows(lines, bottom, { ...room, rows: room.rows - 1 })];
  const empty =
    book.lines.length === 0
      ? 'Nothing has been recorded yet.'
      : 'Nothing of what is loaded fits; Esc shows all.';
  return [heading, paint('dim', cut(empty, columns))];
}
