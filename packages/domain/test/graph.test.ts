import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCycle, graphOf, levels, topologicalOrder } from '../src/index.ts';

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
