import { describe, expect, test } from 'vitest';
import { levelsOf } from '../../../src/graph/detail.ts';
import { findNodes } from '../../../src/graph/find-nodes.ts';
import type { GraphEdge, GraphNode } from '../../../src/graph/graph.ts';
import { layoutGraph } from '../../../src/graph/layout.ts';
import { endOf, heightOf, NODE_WIDTH, portName, portsOf } from '../../../src/graph/node-box.ts';
import { dotsOf, frameAround, nearestDot } from '../../../src/graph/overview-dots.ts';
import { boundsOf, nodeAt } from '../../../src/graph/paint.ts';

const node = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  label: id,
  kind: 'operator',
  ...more,
});
const edge = (from: string, to: string): GraphEdge => ({ id: `e ${from} ${to}`, from, to, kind: 'control' });

describe('the box of a node', () => {
  const ports = node('a', {
    inputs: [{ name: 'x', type: 'text' }],
    outputs: [
      { name: 'ok', type: 'boolean' },
      { name: 'code', type: 'number' },
    ],
  });

  test('grows with its ports, and every port is inside it', () => {
    expect(heightOf(ports)).toBeGreaterThan(heightOf(node('b')));
    for (const { y } of portsOf(ports)) expect(y).toBeLessThan(heightOf(ports));
    expect(portsOf(ports).map(({ id }) => id)).toEqual(['in', 'out', 'in:x', 'out:ok', 'out:code']);
  });

  test('an edge ends at its port if that is drawn, else at the node', () => {
    expect(endOf(ports, 'in', 'x')).toBe('in:x');
    expect(endOf(ports, 'in', 'gone')).toBe('in');
    expect(endOf(ports, 'out', undefined)).toBe('out');
    expect(portName('out:a:b')).toBe('a:b');
    expect(portName('out')).toBeNull();
  });
});

describe('the layout', () => {
  test('flows from left to right, and no two nodes overlap', () => {
    const nodes = ['a', 'b', 'c', 'd', 'e', 'loose', 'free'].map((id) => ({ id, height: 60 }));
    const edges = [edge('a', 'b'), edge('a', 'c'), edge('b', 'd'), edge('c', 'd'), edge('d', 'e')];
    const places = layoutGraph({ nodes, edges });
    const x = (id: string): number => places.get(id)?.x ?? Number.NaN;
    for (const { from, to } of edges) expect(x(to)).toBeGreaterThan(x(from));
    const all = [...places.values()];
    for (const [at, a] of all.entries())
      for (const b of all.slice(at + 1))
        expect(Math.abs(a.x - b.x) >= NODE_WIDTH || Math.abs(a.y - b.y) >= 60).toBe(true);
    expect(places.size).toBe(nodes.length);
  });

  test('bears edges to nowhere and from a node to itself', () => {
    const places = layoutGraph({
      nodes: [{ id: 'a', height: 40 }],
      edges: [edge('a', 'a'), edge('a', 'ghost')],
    });
    expect([...places.keys()]).toEqual(['a']);
  });
});

describe('what is painted from afar', () => {
  const nodes = [node('a'), node('b', { state: 'failed' })];
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 400, y: 100 }],
  ]);

  test('the node under a point is found, and the box around all of them', () => {
    expect(nodeAt(nodes, places, { x: 10, y: 10 })).toBe('a');
    expect(nodeAt(nodes, places, { x: 401, y: 101 })).toBe('b');
    expect(nodeAt(nodes, places, { x: 300, y: 50 })).toBeNull();
    const height = 100 + heightOf(node('b'));
    expect(boundsOf(nodes, places)).toEqual({ x: 0, y: 0, width: 400 + NODE_WIDTH, height });
    expect(boundsOf([], places)).toBeNull();
  });
});

describe('the search for nodes', () => {
  const nodes = [
    node('tests', { label: 'Run the tests' }),
    node('run'),
    node('fix', { sub: 'mends the run' }),
  ];
  test('what begins with the words comes first, then what holds them', () => {
    expect(findNodes(nodes, 'RUN').map(({ id }) => id)).toEqual(['tests', 'run', 'fix']);
    expect(findNodes(nodes, 'mend').map(({ id }) => id)).toEqual(['fix']);
    expect(findNodes(nodes, 'nothing')).toEqual([]);
  });
  test('at most twelve of many', () => {
    expect(
      findNodes(
        Array.from({ length: 100 }, (_, at) => node(`n${at}`)),
        'n',
      ),
    ).toHaveLength(12);
  });
});

describe('the overview', () => {
  const nodes = ['a', 'b', 'c', 'd'].map((id) => node(id));
  const dots = dotsOf(levelsOf(nodes, [edge('a', 'b'), edge('a', 'c'), edge('b', 'd')]), 200, 100);

  test('every node has a dot inside it, further right the deeper its level', () => {
    expect(dots.places.size).toBe(4);
    const [a, b, d] = ['a', 'b', 'd'].map((id) => dots.places.get(id));
    expect(a && b && d && a.x < b.x && b.x < d.x).toBe(true);
    for (const { x, y } of dots.places.values()) expect(x > 0 && x < 200 && y > 0 && y < 100).toBe(true);
  });

  test('a click finds the nearest dot, and the frame holds what is drawn', () => {
    const at = dots.places.get('c');
    expect(at && nearestDot(dots, { x: at.x + 2, y: at.y - 2 })).toBe('c');
    const frame = frameAround(dots, ['b', 'c']);
    const b = dots.places.get('b');
    expect(frame && b && frame.x < b.x && frame.y < b.y && frame.x + frame.width > b.x).toBe(true);
    expect(frameAround(dots, ['a', 'b', 'c', 'd'])).toBeNull();
  });
});
