import type { Flow, FlowNode } from '@symphony/domain';
import { expect, test } from 'vitest';
import { type Behaviour, control, data, edges, op, Stage, way } from './stage.ts';

const failing =
  (...paths: string[]): Behaviour =>
  ({ path }) =>
    paths.includes(path) ? { ms: 10, reason: 'It broke.' } : { ms: 10, outputs: { out: 1 } };

/** Plays the flow and looks at how its nodes ended. */
function check(
  flow: Flow,
  expected: Record<string, string>,
  behave?: Behaviour,
  onError: 'halt' | 'continue' = 'continue',
): Stage {
  const stage = new Stage(flow, { onError }, {}, behave);
  stage.play();
  expect(stage.states()).toMatchObject(expected);
  return stage;
}

test('P2 hard: what needs a failed node is not played; soft: played, and the run says so; optional: played', () => {
  const nodes = ['a', 'hard', 'behind', 'other'].map((id) => op(id));
  const hard = check(
    { nodes, edges: edges('a > hard', 'hard > behind') },
    { a: 'failed', hard: 'skipped', behind: 'skipped', other: 'completed' },
    failing('a'),
  );
  expect(hard.run.state).toBe('failed');
  expect(hard.run.node('hard')?.reason).toBe('It needs "a", which failed.');
  expect(hard.run.node('behind')?.reason).toBe('It needs "hard", which could not be played.');

  const soft = check(
    { nodes: [op('a'), op('b')], edges: edges('a ~ b') },
    { a: 'failed', b: 'completed' },
    failing('a'),
    'halt',
  );
  expect([soft.run.state, soft.run.reason]).toEqual(['completed', 'Without "a".']);

  const optional = check(
    { nodes: [op('a'), op('b')], edges: edges('a ? b') },
    { a: 'failed', b: 'completed' },
    failing('a'),
    'halt',
  );
  expect([optional.run.state, optional.run.reason]).toEqual(['completed', '']);
});

test('P2 halt: after a failure what runs finishes, nothing new starts, then the flow has failed', () => {
  const behave: Behaviour = ({ path }) =>
    path === 'a' ? { ms: 5, reason: 'It broke.' } : { ms: path === 'b' ? 50 : 10, outputs: {} };
  const stage = new Stage(
    { nodes: [op('a'), op('b'), op('c'), op('d')], edges: edges('b > c') },
    { parallel: 2 },
    {},
    behave,
  );
  expect(stage.play()).toBe('failed');
  expect(stage.order()).toEqual(['b', 'a']);
  expect(stage.states()).toMatchObject({ a: 'failed', b: 'completed', c: 'pending' });
  expect(stage.now).toBe(1_050);
  expect(stage.run.reason).toBe('"a" failed: It broke.');
});

test('P2 a way that is not taken skips what only it leads to; a join waits for those that were', () => {
  const nodes = [
    op('a'),
    control('choice', 'branch'),
    op('yes'),
    op('no'),
    op('deeper'),
    control('join', 'join'),
    op('end'),
  ];
  const flow: Flow = {
    nodes,
    edges: [
      data('a.out', 'choice.out'),
      way('choice', 'yes', 'out === 1'),
      way('choice', 'no', 'out !== 1'),
      ...edges('no > deeper', 'deeper > join', 'yes > join', 'join > end'),
    ],
  };
  const stage = check(flow, {
    yes: 'completed',
    no: 'skipped',
    deeper: 'skipped',
    join: 'completed',
    end: 'completed',
  });
  expect(stage.run.state).toBe('completed');
  expect(stage.run.node('no')?.reason).toBe('The way from "choice" was not taken.');
  expect(stage.log.filter(({ change }) => change.kind === 'way').map(({ change }) => change)).toEqual([
    { kind: 'way', from: 'choice', to: 'yes', taken: true },
    { kind: 'way', from: 'choice', to: 'no', taken: false },
  ]);
});

test('P2 a condition holds a node back although its data is there', () => {
  const flow: Flow = {
    nodes: [op('a'), op('b', { inputs: [{ name: 'in', type: 'any' }] }), op('c')],
    edges: [way('a', 'b', 'out > 5'), data('a.out', 'b.in'), ...edges('b > c')],
  };
  check(flow, { a: 'completed', b: 'skipped', c: 'skipped' });
});

test('P2 a condition that cannot be decided fails the node it leads to', () => {
  const flow: Flow = { nodes: [op('a'), op('b')], edges: [way('a', 'b', 'nowhere.at.all')] };
  const stage = check(flow, { a: 'completed', b: 'failed' });
  expect(stage.run.node('b')?.reason).toMatch(/^The condition "nowhere.at.all" could not be decided: /);
});

test('P2 merge goes on with the first that arrives, join with the last', () => {
  const behave: Behaviour = ({ path }) => ({ ms: path === 'slow' ? 100 : 10, outputs: {} });
  const flow = (kind: 'merge' | 'join'): Flow => ({
    nodes: [op('quick'), op('slow'), control('meet', kind), op('end')],
    edges: edges('quick > meet', 'slow > meet', 'meet > end'),
  });
  const startOf = (stage: Stage) => stage.run.node('end')?.startedAt;
  expect(startOf(check(flow('merge'), { end: 'completed', slow: 'completed' }, behave))).toBe(1_010);
  expect(startOf(check(flow('join'), { end: 'completed' }, behave))).toBe(1_100);
});

test('P2 a merge none of whose ways is taken is skipped; one lost way does not stop it', () => {
  const untaken: Flow = {
    nodes: [op('a'), op('b'), control('meet', 'merge')],
    edges: [way('a', 'meet', 'false'), way('b', 'meet', 'false')],
  };
  check(untaken, { meet: 'skipped' });
  const lost: Flow = {
    nodes: [op('a'), op('b'), control('meet', 'merge')],
    edges: edges('a > meet', 'b > meet'),
  };
  check(lost, { a: 'failed', meet: 'completed' }, failing('a'));
});

test('P2 data: transforms, defaults, values of the way that was taken', () => {
  const nodes: FlowNode[] = [
    { id: 'in', kind: 'input', parameter: 'count' },
    op('a', {
      inputs: [
        { name: 'n', type: 'number' },
        { name: 'more', type: 'number', default: 7 },
        { name: 'maybe', type: 'number', required: false },
      ],
    }),
    op('never'),
    { id: 'out', kind: 'output', result: 'answer' },
  ];
  const flow: Flow = {
    nodes,
    edges: [
      data('in.value', 'a.n', 'value * 10'),
      way('a', 'never', 'false'),
      data('never.out', 'out.value'),
      data('a.n', 'out.value', 'value + 2'),
    ],
  };
  const stage = new Stage(flow, {}, { count: 4 });
  expect(stage.play()).toBe('completed');
  expect(stage.started[0]?.inputs).toEqual({ n: 40, more: 7 });
  expect(stage.run.results()).toEqual({ answer: 42 });
  expect(stage.log.at(-1)?.change).toMatchObject({ kind: 'flow', to: 'completed', results: { answer: 42 } });
});

test('P2 a missing input, a broken transform and a missing parameter fail with a sentence', () => {
  const port = [{ name: 'in', type: 'any' as const }];
  const reasonOf = (flow: Flow, path: string) => check(flow, { [path]: 'failed' }).run.node(path)?.reason;
  expect(
    reasonOf({ nodes: [op('a'), op('b', { inputs: port })], edges: [data('a.nothing', 'b.in')] }, 'b'),
  ).toBe('The input "in" is missing, and it has no default.');
  expect(
    reasonOf(
      { nodes: [op('a'), op('b', { inputs: port })], edges: [data('a.out', 'b.in', 'value.x.y')] },
      'b',
    ),
  ).toMatch(/^The input "in" could not be made from "a": value.x.y cannot be evaluated/);
  expect(reasonOf({ nodes: [{ id: 'p', kind: 'input', parameter: 'who' }], edges: [] }, 'p')).toBe(
    'There is no value for the parameter "who".',
  );
});

test('P2 a node that is switched off is skipped, and what needs it goes on with its defaults', () => {
  const nodes = [
    op('off', { enabled: false, outputs: [{ name: 'out', type: 'number', default: 3 }] }),
    op('b'),
  ];
  const stage = check({ nodes, edges: [data('off.out', 'b.in')] }, { off: 'skipped', b: 'completed' });
  expect(stage.started.map(({ path, inputs }) => [path, inputs])).toEqual([['b', { in: 3 }]]);
});
