import type { Flow, FlowNode, NodePath } from '@symphony/domain';
import { FlowRun } from '@symphony/pit/dag';
import { describe, expect, test } from 'vitest';
import { edges, op, Stage } from './stage.ts';

const CHAIN: Flow = {
  nodes: [op('a'), op('b', { name: 'Build it' }), op('c')],
  edges: edges('a > b', 'b > c'),
};

const LOOP: FlowNode = {
  id: 'loop',
  kind: 'loop',
  times: 2,
  body: { nodes: [op('x'), op('y')], edges: edges('x > y') },
};

const begun = (flow: Flow, ...nodes: NodePath[]): Stage => {
  const stage = new Stage(flow);
  stage.tell({ kind: 'breakpoints', nodes });
  stage.tell({ kind: 'start' });
  return stage;
};

/** As another process would find it. */
const reopened = (stage: Stage): Stage => {
  stage.run = FlowRun.fromJson(
    stage.flow,
    stage.limits,
    stage.parameters,
    structuredClone(stage.run.toJson()),
  );
  return stage;
};

const stand = ({ run }: Stage) => [run.state, run.reason];

describe('P9 breakpoints', () => {
  test('the flow pauses before the node, and goes on past it', () => {
    const stage = begun(CHAIN, 'b');
    stage.play();
    expect(stand(stage)).toEqual(['paused', 'stopped before Build it']);
    expect(stage.order()).toEqual(['a']);
    reopened(stage).tell({ kind: 'resume' });
    expect(stage.play()).toBe('completed');
    expect(stage.order()).toEqual(['a', 'b', 'c']);
  });

  test.each(['loop/y', 'loop/1/y', 'loop/7/y'])('%s stops in each round of the loop', (path) => {
    const stage = begun({ nodes: [LOOP], edges: [] }, path);
    const stops: string[] = [];
    for (stage.play(); stage.run.state === 'paused'; stage.play()) {
      stops.push(stage.run.reason);
      reopened(stage).tell({ kind: 'resume' });
    }
    expect(stops).toEqual(['stopped before loop/1/y', 'stopped before loop/2/y']);
    expect([stage.run.state, stage.run.breakpoints]).toEqual(['completed', ['loop/y']]);
  });

  test('what takes no place can be stopped before as well', () => {
    const gate: FlowNode = { id: 'ask', kind: 'gate', question: 'Go on?' };
    const stage = begun(
      { nodes: [op('a'), gate, LOOP], edges: edges('a > ask', 'ask > loop') },
      'ask',
      'loop',
    );
    stage.play();
    expect([stage.run.reason, stage.run.gates()]).toEqual(['stopped before ask', []]);
    stage.tell({ kind: 'resume' });
    stage.tell({ kind: 'provide', node: 'ask', value: 'yes' });
    expect(stand(stage)).toEqual(['paused', 'stopped before loop']);
    stage.tell({ kind: 'resume' });
    expect(stage.play()).toBe('completed');
  });

  test('each of two that are ready stops once, in whatever order they come', () => {
    const flow = { nodes: [op('late', { priority: 9 }), op('a'), op('b')], edges: edges('a > late') };
    const stage = begun(flow, 'late', 'b');
    expect(stage.run.reason).toBe('stopped before b');
    stage.play(); // meanwhile `a` ends, and `late` comes before `b`
    stage.tell({ kind: 'resume' });
    expect(stage.run.reason).toBe('stopped before late');
    stage.tell({ kind: 'resume' });
    expect(stage.play()).toBe('completed');
    expect(stage.order()).toEqual(['a', 'late', 'b']);
  });

  test('a node that is tried again stops again', () => {
    const backoff = { kind: 'constant', ms: 5 } as const;
    const node = op('a', { recovery: { kind: 'retry', attempts: 2, backoff } });
    const stage = new Stage({ nodes: [node], edges: [] }, {}, {}, ({ attempt }) =>
      attempt === 1 ? { ms: 1, reason: 'No luck.' } : { ms: 1, outputs: {} },
    );
    stage.tell({ kind: 'breakpoints', nodes: ['a'] });
    stage.play();
    stage.tell({ kind: 'resume' });
    stage.play();
    expect([stage.run.reason, stage.order()]).toEqual(['stopped before a', ['a']]);
    stage.tell({ kind: 'resume' });
    expect(stage.play()).toBe('completed');
  });

  test('they can be changed on the way; one that names nothing is refused', () => {
    const stage = begun(CHAIN, 'b');
    expect(stage.tell({ kind: 'breakpoints', nodes: ['c', 'd'] }).refusal).toBe(
      'The flow has no node "d" to stop before.',
    );
    stage.tell({ kind: 'breakpoints', nodes: ['c', 'c'] });
    expect(stage.run.breakpoints).toEqual(['c']);
    stage.play();
    expect(stage.run.reason).toBe('stopped before c');
    stage.tell({ kind: 'breakpoints', nodes: [] });
    stage.tell({ kind: 'resume' });
    expect(stage.play()).toBe('completed');
    expect(stage.tell({ kind: 'breakpoints', nodes: ['a'] }).refusal).toMatch(/^The flow is completed/);
  });
});

describe('P9 step', () => {
  test('each step lets one node begin, and the flow pauses again', () => {
    const stage = begun({ nodes: [op('a'), op('b'), op('c')], edges: edges('a > c') }, 'a');
    for (const path of ['a', 'b']) {
      expect(stage.tell({ kind: 'step' }).starts.map((start) => start.path)).toEqual([path]);
      expect(stand(stage)).toEqual(['paused', `stopped after ${path}`]);
    }
    stage.play();
    expect(stage.order()).toEqual(['a', 'b']);
    reopened(stage).tell({ kind: 'step' });
    expect(stage.order()).toEqual(['a', 'b', 'c']);
    expect(stage.play()).toBe('paused');
    stage.tell({ kind: 'step' });
    expect(stage.run.state).toBe('completed');
  });

  test('with nothing ready, the next that is begins; a restart does not make it two', () => {
    const stage = begun({ nodes: [op('a'), op('b'), op('c')], edges: edges('a > b', 'a > c') });
    stage.tell({ kind: 'pause', reason: 'Lunch.' });
    expect(stage.tell({ kind: 'step' }).starts).toEqual([]);
    expect([stage.run.state, stage.run.isStepping]).toEqual(['running', true]);
    expect(stage.tell({ kind: 'step' }).refusal).toBe('The flow is on its way to the next node already.');
    reopened(stage).playing.clear();
    stage.tell({ kind: 'recovered' });
    stage.play();
    expect([stage.order(), stage.run.reason]).toEqual([['a', 'a', 'b'], 'stopped after b']);
  });

  test('cut off between the beginning and the pause, nothing more begins', () => {
    const stage = begun(CHAIN, 'a');
    const parallel = { nodes: [op('a'), op('b')], edges: [] };
    const twin = begun(parallel, 'a');
    const { changes } = twin.ask({ kind: 'step' });
    expect(changes.map(({ kind }) => kind)).toEqual(['flow', 'node', 'flow']);
    for (const change of changes.slice(0, 2)) twin.record(change);
    const recovered = twin.tell({ kind: 'recovered' });
    expect(recovered.starts.map(({ path }) => path)).toEqual(['a']);
    expect(stand(twin)).toEqual(['paused', 'stopped after a']);
    expect(stand(stage)).toEqual(['paused', 'stopped before a']);
  });

  test('a step outlasts waiting for a person', () => {
    const gate: FlowNode = { id: 'ask', kind: 'gate', question: 'Go on?' };
    const stage = begun({ nodes: [gate, op('a'), op('b')], edges: edges('ask > a', 'ask > b') }, 'ask');
    stage.tell({ kind: 'step' });
    stage.tell({ kind: 'step' });
    expect(stage.run.state).toBe('waiting');
    stage.tell({ kind: 'provide', node: 'ask', value: 'yes' });
    expect([stage.order(), stage.run.state]).toEqual([['a'], 'paused']);
  });

  test('resumed on its way to the next node, it runs on', () => {
    const stage = begun(CHAIN);
    stage.tell({ kind: 'pause', reason: 'Lunch.' });
    stage.tell({ kind: 'step' });
    expect(stage.tell({ kind: 'resume' }).refusal).toBeNull();
    expect(stage.play()).toBe('completed');
  });

  test('only a flow that is paused can be stepped', () => {
    const stage = begun(CHAIN);
    expect(stage.tell({ kind: 'step' }).refusal).toBe(
      'The flow is running; pause it, then go on step by step.',
    );
    stage.play();
    expect(stage.tell({ kind: 'step' }).refusal).toMatch(/^The flow is completed, so/);
  });
});
