/**
 * Directed graphs over string ids. One model for dependencies between items, plans, missions and
 * melodies; here only what all of them need. Every operation is deterministic: ties are broken by id.
 */

export interface Graph {
  readonly nodes: ReadonlySet<string>;
  /** `edges.get(a)` are the nodes that `a` waits for. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

/** Edges to nodes that are not in `nodes` are dropped: an unknown blocker is the caller's business. */
export function graphOf(
  nodes: Iterable<string>,
  edges: Iterable<readonly [node: string, needs: string]>,
): Graph {
  const known = new Set(nodes);
  const sets = new Map<string, Set<string>>();
  for (const [node, need] of edges) {
    if (!known.has(node) || !known.has(need)) continue;
    const set = sets.get(node);
    if (set) set.add(need);
    else sets.set(node, new Set([need]));
  }
  const needs = new Map<string, readonly string[]>();
  for (const [node, set] of sets) needs.set(node, [...set].sort());
  return { nodes: known, needs };
}

/** The first cycle found, as the path that closes it (`[a, b, a]`), or null. */
export function findCycle(graph: Graph): readonly string[] | null {
  const done = new Set<string>();
  for (const start of [...graph.nodes].sort()) {
    const cycle = cycleFrom(graph, start, done);
    if (cycle) return cycle;
  }
  return null;
}

/** Iterative, because a chain of ten thousand items must not end the process. */
function cycleFrom(graph: Graph, start: string, done: Set<string>): string[] | null {
  if (done.has(start)) return null;
  const path: { node: string; next: number }[] = [{ node: start, next: 0 }];
  const onPath = new Set([start]);
  for (let frame = path.at(-1); frame; frame = path.at(-1)) {
    const need = graph.needs.get(frame.node)?.[frame.next++];
    if (need === undefined) {
      path.pop();
      onPath.delete(frame.node);
      done.add(frame.node);
    } else if (onPath.has(need)) {
      const from = path.findIndex((each) => each.node === need);
      return [...path.slice(from).map((each) => each.node), need];
    } else if (!done.has(need)) {
      path.push({ node: need, next: 0 });
      onPath.add(need);
    }
  }
  return null;
}

/**
 * Nodes grouped so that each group needs only earlier ones. Nodes on a cycle, or behind one,
 * appear in no level: check `findCycle` first when that matters.
 */
export function levels(graph: Graph): readonly (readonly string[])[] {
  const missing = new Map<string, number>();
  for (const node of graph.nodes) missing.set(node, graph.needs.get(node)?.length ?? 0);
  const dependents = reversed(graph).needs;
  const result: string[][] = [];
  let level = [...graph.nodes].filter((node) => missing.get(node) === 0).sort();
  while (level.length > 0) {
    result.push(level);
    const next: string[] = [];
    for (const node of level) {
      for (const dependent of dependents.get(node) ?? []) {
        const left = (missing.get(dependent) ?? 0) - 1;
        missing.set(dependent, left);
        if (left === 0) next.push(dependent);
      }
    }
    level = next.sort();
  }
  return result;
}

/** A deterministic order in which every node comes after what it needs. */
export const topologicalOrder = (graph: Graph): readonly string[] => levels(graph).flat();

/** The same nodes with every edge turned round: what a node needs there is what waits for it here. */
export function reversed(graph: Graph): Graph {
  const needs = new Map<string, string[]>();
  for (const [node, list] of graph.needs) {
    for (const need of list) {
      const waiting = needs.get(need);
      if (waiting) waiting.push(node);
      else needs.set(need, [node]);
    }
  }
  for (const list of needs.values()) list.sort();
  return { nodes: graph.nodes, needs };
}

/** What `node` needs, directly or through others. Itself only when it is on a cycle. */
export function allDependencies(graph: Graph, node: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const need of graph.needs.get(next) ?? []) {
      if (found.has(need)) continue;
      found.add(need);
      open.push(need);
    }
  }
  return found;
}

/** What waits for `node`, directly or through others. Asking often? Reverse once and use `allDependencies`. */
export const allDependents = (graph: Graph, node: string): ReadonlySet<string> =>
  allDependencies(reversed(graph), node);

/** Whether a cycle would be closed if `node` needed `need` as well. */
export const wouldCreateCycle = (graph: Graph, node: string, need: string): boolean =>
  node === need || allDependencies(graph, need).has(node);

export interface CriticalPath {
  /** From the first to the last; empty when there are no nodes. */
  readonly path: readonly string[];
  readonly length: number;
}

/**
 * The chain that decides how long the whole takes when nothing else holds it up. Among equals the
 * one whose ids come first. Nodes on a cycle, or behind one, do not count.
 */
export function criticalPath(graph: Graph, weightOf: (node: string) => number): CriticalPath {
  const best = new Map<string, { readonly length: number; readonly before: string | null }>();
  let last: string | null = null;
  for (const node of topologicalOrder(graph)) {
    let before: string | null = null;
    for (const need of graph.needs.get(node) ?? []) {
      if (before === null || lengthOf(need) > lengthOf(before)) before = need;
    }
    best.set(node, { length: lengthOf(before) + weightOf(node), before });
    if (last === null || lengthOf(node) > lengthOf(last)) last = node;
  }
  function lengthOf(node: string | null): number {
    return node === null ? 0 : (best.get(node)?.length ?? 0);
  }
  const path: string[] = [];
  for (let at = last; at !== null; at = best.get(at)?.before ?? null) path.push(at);
  return { path: path.reverse(), length: lengthOf(last) };
}

/** A shortest way in playing order, from `from` to something that waits for it; null when there is none. */
export function findPath(graph: Graph, from: string, to: string): readonly string[] | null {
  if (!graph.nodes.has(from) || !graph.nodes.has(to)) return null;
  const next = reversed(graph).needs;
  const cameFrom = new Map<string, string | null>([[from, null]]);
  const line = [from];
  for (let at = 0; at < line.length; at++) {
    const node = line[at] as string;
    if (node === to) return wayBack(cameFrom, to);
    for (const dependent of next.get(node) ?? []) {
      if (cameFrom.has(dependent)) continue;
      cameFrom.set(dependent, node);
      line.push(dependent);
    }
  }
  return null;
}

function wayBack(cameFrom: ReadonlyMap<string, string | null>, to: string): string[] {
  const path: string[] = [];
  for (let at: string | null = to; at !== null; at = cameFrom.get(at) ?? null) path.push(at);
  return path.reverse();
}

/**
 * Every way in playing order that visits no node twice, at most `limit`. Only nodes that lead to `to`
 * are entered, so that in a graph without cycles the work is bounded by what is returned.
 */
export function allPaths(graph: Graph, from: string, to: string, limit: number): readonly string[][] {
  if (!graph.nodes.has(from) || !graph.nodes.has(to)) return [];
  const next = reversed(graph).needs;
  const leading = new Set(allDependencies(graph, to)).add(to);
  const found: string[][] = [];
  const path = [{ node: from, next: 0 }];
  const onPath = new Set([from]);
  for (let frame = path.at(-1); frame && found.length < limit; frame = path.at(-1)) {
    const arrived = frame.node === to;
    if (arrived) found.push(path.map((each) => each.node));
    const node = arrived ? undefined : next.get(frame.node)?.[frame.next++];
    if (node === undefined) {
      path.pop();
      onPath.delete(frame.node);
    } else if (leading.has(node) && !onPath.has(node)) {
      path.push({ node, next: 0 });
      onPath.add(node);
    }
  }
  return found;
}

/** `skip`: not beyond this node; what other ways lead to is still visited. */
export type Visit = 'continue' | 'skip' | 'stop';

/**
 * Visits each node once, starting with those that need nothing and going to what waits for them.
 * `topological` visits a node after all it needs that is visited at all; nodes on a cycle, or behind
 * one, are visited by none of the three when no start leads to them.
 */
export function traverse(
  graph: Graph,
  order: 'breadth' | 'depth' | 'topological',
  visit: (node: string) => Visit,
): void {
  const next = reversed(graph).needs;
  const starts = [...graph.nodes].filter((node) => (graph.needs.get(node)?.length ?? 0) === 0).sort();
  if (order === 'topological') return traverseInOrder(graph, starts, visit);
  const seen = new Set<string>();
  // One line for both: breadth takes from its front, depth from its end (so it is filled backwards).
  const line = order === 'breadth' ? starts : starts.reverse();
  for (let at = 0; at < line.length; ) {
    const node = (order === 'breadth' ? line[at++] : line.pop()) as string;
    if (seen.has(node)) continue;
    seen.add(node);
    const wish = visit(node);
    if (wish === 'stop') return;
    if (wish === 'skip') continue;
    const waiting = next.get(node) ?? [];
    for (const each of order === 'breadth' ? waiting : waiting.toReversed()) line.push(each);
  }
}

function traverseInOrder(graph: Graph, starts: readonly string[], visit: (node: string) => Visit): void {
  const open = new Set(starts);
  for (const node of topologicalOrder(graph)) {
    const reached = open.has(node) || (graph.needs.get(node) ?? []).some((need) => open.has(need));
    // `open` holds what is gone beyond: a skipped node opens nothing behind it.
    open.delete(node);
    if (!reached) continue;
    const wish = visit(node);
    if (wish === 'stop') return;
    if (wish === 'continue') open.add(node);
  }
}
