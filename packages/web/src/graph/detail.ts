import { graphOf, levels } from '@symphony/domain';
import type { GraphEdge, GraphNode } from './graph.ts';

/**
 * Graphs that are too large to be drawn whole. Their nodes are put in levels (the longest way to each)
 * and neighbouring levels into groups; drawn are the groups, or what is inside the one that is open
 * together with the groups it has to do with. However large the graph, at most `MOST_DRAWN` things are.
 */
export interface Levels {
  readonly levels: readonly (readonly string[])[];
  readonly placeOf: ReadonlyMap<string, { readonly level: number; readonly at: number }>;
  /** All nodes, level by level. */
  readonly all: readonly string[];
}

export interface Group {
  /** Where it begins and how large it is: the same while the shape is, and another for the one around it. */
  readonly id: string;
  readonly first: number;
  readonly last: number;
  /** Of a level that was cut into parts: which of its nodes these are, from 1. */
  readonly part: { readonly from: number; readonly to: number } | null;
  readonly members: readonly string[];
}

export const MOST_DRAWN = 200;
/** What an open group may hold to be drawn node by node. */
const MOST_OPEN = 100;
const FEWEST_IN_GROUP = 40;
/** As many as can be read at once; shapes with levels of all widths make up to twice as many. */
const GROUPS_WANTED = 36;

export function levelsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Levels {
  const graph = graphOf(
    nodes.map(({ id }) => id),
    edges.map(({ from, to }) => [to, from] as const),
  );
  const found = levels(graph).map((level) => [...level]);
  // What stands on a circle has no level; it must be seen all the same.
  const placed = new Set(found.flat());
  const rest = nodes.flatMap(({ id }) => (placed.has(id) ? [] : [id]));
  if (rest.length > 0) found.push(rest);
  const placeOf = new Map<string, { level: number; at: number }>();
  for (const [level, ids] of found.entries())
    for (const [at, id] of ids.entries()) placeOf.set(id, { level, at });
  return { levels: found, placeOf, all: found.flat() };
}

/** Grouping looks at every node; whoever opens a group asks for the same ones again and again. */
const known = new WeakMap<readonly string[], readonly Group[]>();

/** `members`: all of the graph, or those of one of its groups. */
export function groupsOf(levels: Levels, members: readonly string[]): readonly Group[] {
  const groups = known.get(members) ?? makeGroups(levels, members);
  known.set(members, groups);
  return groups;
}

/** Wide levels are cut into parts, narrow ones next to each other are put together. */
function makeGroups({ levels: all, placeOf }: Levels, members: readonly string[]): readonly Group[] {
  const size = Math.max(FEWEST_IN_GROUP, Math.ceil(members.length / GROUPS_WANTED));
  const byLevel = new Map<number, string[]>();
  for (const id of members) {
    const level = placeOf.get(id)?.level ?? all.length;
    const ids = byLevel.get(level);
    if (ids) ids.push(id);
    else byLevel.set(level, [id]);
  }
  const groups: Group[] = [];
  let open: string[] = [];
  let first = 0;
  let last = 0;
  const close = (): void => {
    const start = open[0];
    if (start === undefined) return;
    const whole = first !== last || open.length === all[first]?.length;
    const from = (placeOf.get(start)?.at ?? 0) + 1;
    const part = whole ? null : { from, to: from + open.length - 1 };
    groups.push({ id: `group ${start} ${open.length}`, first, last, part, members: open });
    open = [];
  };
  for (const [level, ids] of [...byLevel].sort(([a], [b]) => a - b)) {
    if (open.length + ids.length > size) close();
    if (open.length === 0) first = level;
    last = level;
    const parts = Math.ceil(ids.length / size);
    const each = Math.ceil(ids.length / parts);
    if (parts === 1) open.push(...ids);
    else
      for (let at = 0; at < ids.length; at += each) {
        open = ids.slice(at, at + each);
        close();
      }
  }
  close();
  return groups;
}

/** What is drawn when the groups of `path` are open, each inside the one before it. */
export interface Sight {
  /** Groups and single nodes; the latter are those that `nodes` holds. */
  readonly groups: readonly Group[];
  readonly nodes: ReadonlySet<string>;
  /** Everything inside the open group; all of it when none is. */
  readonly inside: readonly string[];
  /** The open groups, from the outermost. */
  readonly path: readonly Group[];
}

export function sightOf(all: Levels, edges: readonly GraphEdge[], path: readonly string[]): Sight {
  let inside = all.all;
  const opened: Group[] = [];
  const outer: Group[] = [];
  for (const id of path) {
    const groups = groupsOf(all, inside);
    const next = groups.find((group) => group.id === id);
    if (!next) break;
    outer.push(...groups.filter((group) => group !== next));
    opened.push(next);
    inside = next.members;
  }
  const whole = inside.length <= MOST_OPEN;
  const inner = whole ? [] : groupsOf(all, inside);
  const room = MOST_DRAWN - (whole ? inside.length : inner.length);
  return {
    groups: [...inner, ...(opened.length > 0 ? neighbours(outer, new Set(inside), edges, room) : [])],
    nodes: new Set(whole ? inside : []),
    inside,
    path: opened,
  };
}

/** The groups outside with the most edges to what is inside. */
function neighbours(
  outer: readonly Group[],
  inside: ReadonlySet<string>,
  edges: readonly GraphEdge[],
  room: number,
): readonly Group[] {
  const groupOf = new Map(outer.flatMap((group) => group.members.map((id) => [id, group] as const)));
  const counts = new Map<Group, number>();
  for (const { from, to } of edges) {
    const group = inside.has(from) === inside.has(to) ? undefined : groupOf.get(inside.has(from) ? to : from);
    if (group) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, Math.max(0, room))
    .map(([group]) => group);
}

/** The groups to open, one inside the other, until the node itself is drawn. */
export function pathTo(all: Levels, id: string): readonly string[] {
  const path: string[] = [];
  let inside = all.all;
  while (inside.length > MOST_OPEN) {
    const group = groupsOf(all, inside).find(({ members }) => members.includes(id));
    if (!group) break;
    path.push(group.id);
    inside = group.members;
  }
  return path;
}
