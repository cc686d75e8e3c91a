import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allDependencies,
  allDependents,
  allPaths,
  criticalPath,
  findCycle,
  findPath,
  type Graph,
  graphOf,
  levels,
  reversed,
  topologicalOrder,
  traverse,
  type Visit,
  wouldCreateCycle,
} from '../src/graph.ts';

const nodes = ['a', 'b', 'c', 'd', 'e', 'f'];
const anyGraph = fc
  .array(fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes)), { maxLength: 12 })
  .map((edges) => graphOf(nodes, edges));

describe('graph', () => {
  test('a cycle is given as the path that closes it', () => {
    const graph = graphOf(
      ['a', 'b', 'c'],
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
    );
    expect(findCycle(graph)).toEqual(['a', 'b', 'c', 'a']);
    expect(findCycle(graphOf(['a'], [['a', 'a']]))).toEqual(['a', 'a']);
    expect(findCycle(graphOf(['a', 'b'], [['a', 'b']]))).toBeNull();
  });

  test('levels need only earlier ones', () => {
    const graph = graphOf(
      ['a', 'b', 'c', 'd'],
      [
        ['b', 'a'],
        ['c', 'a'],
        ['d', 'b'],
        ['d', 'c'],
      ],
    );
    expect(levels(graph)).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  test('edges to unknown nodes are dropped', () => {
    expect(topologicalOrder(graphOf(['a'], [['a', 'z']]))).toEqual(['a']);
  });

  test('a chain of 50,000 is no trouble', () => {
    const ids = Array.from({ length: 50_000 }, (_, at) => String(at).padStart(6, '0'));
    const graph = graphOf(
      ids,
      ids.slice(1).map((id, at) => [id, ids[at] as string] as const),
    );
    expect(findCycle(graph)).toBeNull();
    expect(topologicalOrder(graph)).toEqual(ids);
  });

  test('law: an order covers all nodes exactly when there is no cycle, and respects every edge', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const order = topologicalOrder(graph);
        const cycle = findCycle(graph);
        expect(order.length === graph.nodes.size).toBe(cycle === null);
        const place = new Map(order.map((node, at) => [node, at]));
        for (const [node, needs] of graph.needs) {
          for (const need of needs) {
            if (place.has(node)) expect(place.get(need)).toBeLessThan(place.get(node) as number);
          }
        }
        if (cycle) {
          expect(cycle[0]).toBe(cycle.at(-1));
          for (let at = 1; at < cycle.length; at++) {
            expect(graph.needs.get(cycle[at - 1] as string)).toContain(cycle[at]);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The ways of doing it that are plain and slow. */
const edgesOf = (graph: Graph): [string, string][] =>
  [...graph.needs].flatMap(([node, needs]) => needs.map((need): [string, string] => [node, need]));

function everyWay(graph: Graph, from: string, to: string, seen: readonly string[] = []): string[][] {
  const path = [...seen, from];
  if (from === to) return [path];
  return nodes
    .filter((next) => graph.needs.get(next)?.includes(from) && !path.includes(next))
    .flatMap((next) => everyWay(graph, next, to, path));
}

/** Edges lead from later letters to earlier ones: no cycles. */
const anyOrder = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 12 }).map((pairs) =>
  graphOf(
    nodes,
    pairs.flatMap(([a, b]) =>
      a === b ? [] : [[nodes[Math.max(a, b)], nodes[Math.min(a, b)]] as [string, string]],
    ),
  ),
);

const ends = fc.tuple(fc.constantFrom(...nodes), fc.constantFrom(...nodes));

describe('P6 graph operations', () => {
  test('P6 law: wouldCreateCycle says what adding the edge and looking for a cycle says', () => {
    fc.assert(
      fc.property(anyOrder, ends, (graph, [node, need]) => {
        const grown = graphOf(nodes, [...edgesOf(graph), [node, need]]);
        expect(wouldCreateCycle(graph, node, need)).toBe(findCycle(grown) !== null);
      }),
      { numRuns: 2_000 },
    );
  });

  test('P6 law: what a node needs, and what waits for it, is what ways lead to', () => {
    fc.assert(
      fc.property(anyGraph, fc.constantFrom(...nodes), (graph, node) => {
        const others = nodes.filter((each) => each !== node);
        const before = others.filter((each) => everyWay(graph, each, node).length > 0);
        const after = others.filter((each) => everyWay(graph, node, each).length > 0);
        expect([...allDependencies(graph, node)].filter((each) => each !== node).sort()).toEqual(before);
        expect([...allDependents(graph, node)].filter((each) => each !== node).sort()).toEqual(after);
      }),
      { numRuns: 1_000 },
    );
  });

  test('P6 law: the critical path is a way, and no way is heavier', () => {
    const weights = fc.array(fc.nat(20), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(anyOrder, weights, (graph, each) => {
        const weightOf = (node: string): number => each[nodes.indexOf(node)] ?? 0;
        const sum = (path: readonly string[]): number => path.reduce((all, node) => all + weightOf(node), 0);
        const { path, length } = criticalPath(graph, weightOf);
        const ways = nodes.flatMap((from) => nodes.flatMap((to) => everyWay(graph, from, to)));
        expect(length).toBe(Math.max(...ways.map(sum)));
        expect(sum(path)).toBe(length);
        expect(ways).toContainEqual(path);
      }),
      { numRuns: 500 },
    );
  });

  test('P6 law: all paths are all ways, the found one is among the shortest', () => {
    fc.assert(
      fc.property(anyGraph, ends, (graph, [from, to]) => {
        const ways = everyWay(graph, from, to);
        const found = allPaths(graph, from, to, 1_000);
        expect([...found].sort()).toEqual(ways.sort());
        expect(allPaths(graph, from, to, 1)).toEqual(found.slice(0, 1));
        const path = findPath(graph, from, to);
        expect(path?.length ?? null).toBe(
          ways.length === 0 ? null : Math.min(...ways.map((way) => way.length)),
        );
        if (path) expect(ways).toContainEqual(path);
      }),
      { numRuns: 1_000 },
    );
  });

  test('P6 law: every kind of walk visits each reachable node once; in order, after what it needs', () => {
    fc.assert(
      fc.property(anyOrder, (graph) => {
        for (const order of ['breadth', 'depth', 'topological'] as const) {
          const visited: string[] = [];
          traverse(graph, order, (node) => {
            visited.push(node);
            return 'continue';
          });
          expect([...visited].sort()).toEqual(nodes);
          if (order === 'topological') expect(visited).toEqual(topologicalOrder(graph));
        }
      }),
    );
  });

  const diamond = graphOf(
    ['a', 'b', 'c', 'd', 'e'],
    [
      ['b', 'a'],
      ['c', 'a'],
      ['d', 'b'],
      ['d', 'c'],
      ['e', 'd'],
    ],
  );
  test.each([
    ['breadth', {}, 'abcde'],
    ['depth', {}, 'abdec'],
    ['topological', {}, 'abcde'],
    ['breadth', { b: 'skip' }, 'abcde'],
    ['depth', { b: 'skip', c: 'skip' }, 'abc'],
    ['topological', { b: 'skip', c: 'skip' }, 'abc'],
    ['breadth', { c: 'stop' }, 'abc'],
    ['depth', { d: 'stop' }, 'abd'],
    ['topological', { a: 'skip' }, 'a'],
  ] as const)('P6 a %s walk told %j visits %s', (order, wishes: Readonly<Record<string, Visit>>, wanted) => {
    let visited = '';
    traverse(diamond, order, (node) => {
      visited += node;
      return wishes[node] ?? 'continue';
    });
    expect(visited).toBe(wanted);
  });

  test('P6 a graph turned round twice is itself', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        expect(reversed(reversed(graph))).toEqual(graph);
      }),
    );
  });

  // A quadratic step would need seconds here: all wait for one, one waits for all, and a long chain.
  test('P6 10,000 nodes with one in the middle of all are no trouble', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `n${String(at).padStart(5, '0')}`);
    const edges = ids.flatMap((id, at): [string, string][] => [
      ['last', id],
      [id, 'first'],
      ...(at > 0 ? ([[id, ids[at - 1]]] as [string, string][]) : []),
    ]);
    const started = performance.now();
    const graph = graphOf(['first', 'last', ...ids], edges);
    expect(levels(graph)).toHaveLength(10_002);
    expect(criticalPath(graph, () => 1).length).toBe(10_002);
    expect(findCycle(graph)).toBeNull();
    expect(findPath(graph, 'first', 'last')).toHaveLength(3);
    expect(allPaths(graph, 'first', 'last', 5)).toHaveLength(5);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
