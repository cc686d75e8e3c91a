import { describe, expect, test } from 'vitest';
import { groupsOf, levelsOf, MOST_DRAWN, pathTo, sightOf } from '../../../src/graph/detail.ts';
import type { GraphEdge, GraphNode } from '../../../src/graph/graph.ts';
import { NODE_WIDTH } from '../../../src/graph/node-box.ts';
import { drawnGraph, levelWords } from '../../../src/graph/sight-graph.ts';
import { sightPlaces } from '../../../src/graph/sight-layout.ts';

const node = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  label: id,
  kind: 'operator',
  ...more,
});
const edge = (from: string, to: string): GraphEdge => ({ id: `e ${from} ${to}`, from, to, kind: 'control' });

interface Shape {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

const chain = (length: number): Shape => ({
  nodes: Array.from({ length }, (_, at) => node(`n${at}`)),
  edges: Array.from({ length: length - 1 }, (_, at) => edge(`n${at}`, `n${at + 1}`)),
});

/** `across` levels of `down` nodes, each waiting for the one beside it. */
const wide = (across: number, down: number): Shape => ({
  nodes: Array.from({ length: across * down }, (_, at) => node(`n${at}`)),
  edges: Array.from({ length: (across - 1) * down }, (_, at) => edge(`n${at}`, `n${at + down}`)),
});

/** A seeded graph without circles, so that a failure can be made to happen again. */
function random(seed: number, size: number): Shape {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const edges: GraphEdge[] = [];
  for (let at = 1; at < size; at += 1)
    for (let count = next(3); count > 0; count -= 1) edges.push(edge(`n${next(at)}`, `n${at}`));
  return { nodes: Array.from({ length: size }, (_, at) => node(`n${at}`)), edges };
}

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['a chain of ten thousand', chain(10_000)],
  ['ten levels of a thousand', wide(10, 1_000)],
  ['ten thousand that wait for nothing', wide(1, 10_000)],
  ['seed 1', random(1, 10_000)],
  ['seed 7', random(7, 3_000)],
  ['a hundred thousand', wide(50, 2_000)],
];

describe('levels of detail', () => {
  test.each(SHAPES)('%s: every node is in one group, and never too much is drawn', (_, { nodes, edges }) => {
    const levels = levelsOf(nodes, edges);
    const groups = groupsOf(levels, levels.all);
    expect(groups.flatMap(({ members }) => members).sort()).toEqual(nodes.map(({ id }) => id).sort());
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    for (const id of ['n0', `n${nodes.length - 1}`, `n${Math.floor(nodes.length / 3)}`]) {
      const way = pathTo(levels, id);
      expect(new Set(way).size).toBe(way.length);
      for (let depth = 0; depth <= way.length; depth += 1) {
        const sight = sightOf(levels, edges, way.slice(0, depth));
        expect(sight.groups.length + sight.nodes.size).toBeLessThanOrEqual(MOST_DRAWN);
        expect(sight.path).toHaveLength(depth);
      }
      expect(sightOf(levels, edges, way).nodes.has(id)).toBe(true);
    }
  });

  test.each(SHAPES)('%s: what is seen stands apart, in a shape that a screen has', (_, { nodes, edges }) => {
    const levels = levelsOf(nodes, edges);
    const way = pathTo(levels, 'n5');
    for (let depth = 0; depth <= way.length; depth += 1) {
      const sight = sightOf(levels, edges, way.slice(0, depth));
      const drawn = drawnGraph(new Map(nodes.map((each) => [each.id, each])), edges, sight);
      const places = [...sightPlaces(sight, levels, drawn.nodes).values()];
      expect(places).toHaveLength(sight.groups.length + sight.nodes.size);
      for (const [at, a] of places.entries())
        for (const b of places.slice(at + 1))
          expect(Math.abs(a.x - b.x) >= NODE_WIDTH || Math.abs(a.y - b.y) >= 60).toBe(true);
      const width = Math.max(...places.map(({ x }) => x)) + NODE_WIDTH;
      const height = Math.max(...places.map(({ y }) => y)) + 60;
      expect(Math.max(width / height, height / width)).toBeLessThan(8);
    }
  });

  test('a level is the longest way to a node, and what stands on a circle is seen too', () => {
    const nodes = ['a', 'b', 'c', 'x', 'y'].map((id) => node(id));
    const edges = [edge('a', 'b'), edge('b', 'c'), edge('a', 'c'), edge('x', 'y'), edge('y', 'x')];
    expect(levelsOf(nodes, edges).levels).toEqual([['a'], ['b'], ['c'], ['x', 'y']]);
  });

  test('edges between the same groups are one, with how many they are', () => {
    const { nodes, edges } = wide(2, 1_000);
    const sight = sightOf(levelsOf(nodes, edges), edges, []);
    const drawn = drawnGraph(new Map(nodes.map((each) => [each.id, each])), edges, sight);
    expect(drawn.nodes.every(({ kind }) => kind === 'group')).toBe(true);
    const total = drawn.edges.reduce((sum, { label }) => sum + Number(label ?? 1), 0);
    expect(total).toBe(1_000);
    expect(drawn.edges.length).toBeLessThan(1_000);
  });

  test('a group says the worst of what is in it', () => {
    const { nodes, edges } = wide(2, 1_000);
    const some = nodes.map((each, at) => ({
      ...each,
      state: at === 1 ? ('failed' as const) : ('completed' as const),
    }));
    const sight = sightOf(levelsOf(some, edges), edges, []);
    const drawn = drawnGraph(new Map(some.map((each) => [each.id, each])), edges, sight);
    expect(drawn.nodes.filter(({ state }) => state === 'failed')).toHaveLength(1);
    expect(drawn.nodes.filter(({ state }) => state === 'completed').length).toBe(drawn.nodes.length - 1);
  });

  test('levels are counted from one', () => {
    expect(levelWords({ first: 0, last: 0, part: null })).toBe('Level 1');
    expect(levelWords({ first: 2, last: 4, part: null })).toBe('Levels 3–5');
    const { nodes, edges } = wide(2, 100);
    const levels = levelsOf(nodes, edges);
    expect(groupsOf(levels, levels.all).map(levelWords)).toEqual([
      'Level 1, 1–34',
      'Level 1, 35–68',
      'Level 1, 69–100',
      'Level 2, 1–34',
      'Level 2, 35–68',
      'Level 2, 69–100',
    ]);
  });
});
