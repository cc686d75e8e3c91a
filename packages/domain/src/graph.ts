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
  const needs = new Map<string, string[]>();
  for (const [node, need] of edges) {
    if (!known.has(node) || !known.has(need)) continue;
    const list = needs.get(node) ?? [];
    if (!list.includes(need)) list.push(need);
    needs.set(node, list);
  }
  for (const list of needs.values()) list.sort();
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
  const dependents = new Map<string, string[]>();
  for (const node of graph.nodes) {
    const needs = graph.needs.get(node) ?? [];
    missing.set(node, needs.length);
    for (const need of needs) dependents.set(need, [...(dependents.get(need) ?? []), node]);
  }
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
