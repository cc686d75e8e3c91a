import type { Levels, Sight } from './detail.ts';
import type { GraphNode, Places, Point } from './graph.ts';
import { heightOf, NODE_WIDTH } from './node-box.ts';

const COLUMN = NODE_WIDTH + 56;
const BETWEEN_ROWS = 36;
/** More levels than this beside each other could not be read. */
const MOST_COLUMNS = 9;

/**
 * Places for what is seen of a large graph, made at once: a jump must not wait for a layout. Few levels
 * of several things stand beside each other, as everywhere; else it is written like a text, line by line.
 */
export function sightPlaces(sight: Sight, { placeOf }: Levels, nodes: readonly GraphNode[]): Places {
  const things = [
    ...sight.groups.map(({ id, first, members }) => ({
      id,
      level: first,
      at: placeOf.get(members[0] ?? '')?.at ?? 0,
    })),
    ...[...sight.nodes].map((id) => {
      const { level = 0, at = 0 } = placeOf.get(id) ?? {};
      return { id, level, at };
    }),
  ].sort((a, b) => a.level - b.level || a.at - b.at);
  const height = BETWEEN_ROWS + Math.max(0, ...nodes.map(heightOf));
  const levels = new Set(things.map(({ level }) => level));
  const down = Math.max(4, Math.ceil(Math.sqrt((things.length * COLUMN) / height)));
  return levels.size <= MOST_COLUMNS && things.length >= 2 * levels.size
    ? inColumns(things, down, height)
    : inLines(
        things.map(({ id }) => id),
        Math.ceil(things.length / down),
        height,
      );
}

function inLines(ids: readonly string[], across: number, height: number): Places {
  return new Map(
    ids.map((id, at) => [id, { x: (at % across) * COLUMN, y: Math.floor(at / across) * height }] as const),
  );
}

/** A level that is too long for one column goes on in the next. */
function inColumns(
  things: readonly { readonly id: string; readonly level: number }[],
  down: number,
  height: number,
): Places {
  const places = new Map<string, Point>();
  let column = -1;
  let row = 0;
  let level: number | null = null;
  for (const thing of things) {
    if (thing.level !== level || row === down) {
      // A wider gap where the next level begins.
      column += level !== null && thing.level !== level ? 1.5 : 1;
      row = 0;
      level = thing.level;
    }
    places.set(thing.id, { x: Math.round(column * COLUMN), y: row * height });
    row += 1;
  }
  return places;
}
