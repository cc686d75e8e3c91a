import { clockTime } from '@symphony/protocol/words';
import type { LogLine } from '../model/log-book.ts';
import { type Bottom, bottomIndex } from '../model/scroll.ts';
import { cut, fit, wrapUpTo } from '../text/columns.ts';
import type { Room } from './room.ts';

/** `10:30:00` and a blank. */
const CLOCK = 9;
/** One entry never fills the screen: the rest of it is in `symphony logs`. */
const MOST_LINES = 8;

/** What is read like a story: each entry with as many rows as it needs, the last one at the bottom. */
export function storyRows(lines: readonly LogLine[], bottom: Bottom, room: Room): string[] {
  const { columns, paint } = room;
  let rows: string[] = [];
  for (let at = bottomIndex(lines, bottom); at >= 0 && rows.length < room.rows; at -= 1) {
    const line = lines[at];
    if (!line) break;
    const words = wrapUpTo(line.words, columns - CLOCK, Math.min(MOST_LINES, room.rows));
    const block = words.map((text, index) => {
      const when = index === 0 ? clockTime(line.entry.at) : '';
      return `${paint('dim', fit(when, CLOCK))}${line.tone ? paint(line.tone, text) : text}`;
    });
    rows = [...block, ...rows];
  }
  return rows.slice(-room.rows);
}

/** What is read like a table: one row for each entry, with the item it speaks of. */
export function tableRows(lines: readonly LogLine[], bottom: Bottom, room: Room): string[] {
  const { columns, paint } = room;
  const last = bottomIndex(lines, bottom) + 1;
  const name = columns < 60 ? 7 : 10;
  return lines.slice(Math.max(0, last - room.rows), last).map((line) => {
    const head = `${clockTime(line.entry.at)} ${fit(line.name, name)} `;
    const text = cut(line.words, columns - CLOCK - name - 1);
    return `${paint('dim', head)}${line.tone ? paint(line.tone, text) : text}`;
  });
}
