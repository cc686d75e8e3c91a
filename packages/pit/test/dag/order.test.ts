import type { FlowNode } from '@symphony/domain';
import { FlowRun } from '@symphony/pit/dag';
import { expect, test } from 'vitest';
import { edges, LIMITS, op, Stage } from './stage.ts';

test('P2 the highest priority goes first, then the longest way still to go, then the name', () => {
  const nodes = [
    op('z'),
    op('b'),
    op('a'),
    op('long'),
    op('after'),
    op('low', { priority: -1 }),
    op('high', { priority: 5 }),
    op('slow', { estimateMs: 50 }),
  ];
  const stage = new Stage({ nodes, edges: edges('long > after') }, { parallel: 1 });
  expect(stage.play()).toBe('completed');
  expect(stage.order()).toEqual(['high', 'slow', 'long', 'a', 'after', 'b', 'z', 'low']);
});

test('P2 what has no place is queued, and the bound can be changed on the way', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'].map((id) => op(id));
  const stage = new Stage({ nodes, edges: [] }, { parallel: 1 });
  stage.tell({ kind: 'start' });
  expect(stage.run.counts()).toMatchObject({ running: 1, queued: 4 });
  expect(stage.tell({ kind: 'limit', parallel: 3 }).starts.map(({ path }) => path)).toEqual(['b', 'c']);
  expect(stage.tell({ kind: 'limit', parallel: 0 }).refusal).toBe(
    'At least one node must be able to run; pause the flow to start nothing.',
  );
  expect(stage.tell({ kind: 'limit', parallel: 1 }).starts).toEqual([]);
  stage.step();
  stage.step();
  expect(stage.run.counts()).toMatchObject({ running: 1, queued: 2 });
  expect(stage.play()).toBe('completed');
});

test('P2 resources: others go on, but nobody passes a large one that waits for the same', () => {
  const nodes = [
    op('first', { resources: { gpu: 1 }, priority: 3 }),
    op('large', { resources: { gpu: 2 }, priority: 2 }),
    op('small', { resources: { gpu: 1 }, priority: 1 }),
    op('plain'),
  ];
  const stage = new Stage({ nodes, edges: [] }, { resources: { gpu: 2 } });
  stage.tell({ kind: 'start' });
  expect(stage.order()).toEqual(['first', 'plain']);
  expect(stage.play()).toBe('completed');
  expect(stage.order()).toEqual(['first', 'plain', 'large', 'small']);
});

test('P2 a node that asks for more than there is fails with a sentence', () => {
  const stage = new Stage(
    { nodes: [op('a', { resources: { gpu: 3 } })], edges: [] },
    { resources: { gpu: 2 } },
  );
  expect(stage.play()).toBe('failed');
  expect(stage.run.reason).toBe('"a" failed: It needs 3 of "gpu", and there are only 2.');
});

test('P2 twelve hundred nodes run at once', () => {
  const nodes: FlowNode[] = [
    op('first'),
    ...Array.from({ length: 1_200 }, (_, at) => op(`n${at}`)),
    op('last'),
  ];
  const between = nodes.slice(1, -1).flatMap(({ id }) => edges(`first > ${id}`, `${id} > last`));
  const stage = new Stage({ nodes, edges: between }, { parallel: 5_000 });
  stage.tell({ kind: 'start' });
  stage.step();
  expect(stage.run.counts().running).toBe(1_200);
  expect(stage.play()).toBe('completed');
  expect(stage.started).toHaveLength(1_202);
});

test('P2 the critical path goes by the estimates, and by what was measured once nodes have run', () => {
  const nodes = [
    op('a', { estimateMs: 5 }),
    op('b', { estimateMs: 100 }),
    op('c', { estimateMs: 20 }),
    op('d', { estimateMs: 5 }),
  ];
  const stage = new Stage(
    { nodes, edges: edges('a > b', 'a > c', 'b > d', 'c > d') },
    {},
    {},
    ({ path }) => ({
      ms: path === 'c' ? 500 : 10,
      outputs: {},
    }),
  );
  expect(stage.run.criticalPath()).toEqual({ path: ['a', 'b', 'd'], ms: 110 });
  stage.play();
  expect(stage.run.criticalPath()).toEqual({ path: ['a', 'c', 'd'], ms: 520 });
});

test('P2 a flow that no validation lets through is not played', () => {
  const nodes = [op('a'), op('b')];
  const make = (flow: { nodes: FlowNode[]; edges: ReturnType<typeof edges> }) => () =>
    new FlowRun(flow, LIMITS, {});
  expect(make({ nodes, edges: edges('a > b', 'b > a') })).toThrow('The flow goes in a circle: a → b → a.');
  expect(make({ nodes, edges: edges('a > c') })).toThrow('An edge leads from "a" to "c"; one is not there.');
  expect(make({ nodes: [op('a'), op('a')], edges: [] })).toThrow('Two nodes of the flow have the same id.');
});
