import type { Flow, FlowNode } from '@symphony/domain';
import { FlowRun } from '@symphony/pit/dag';
import { expect, test } from 'vitest';
import { type Behaviour, data, edges, op, Stage } from './stage.ts';

const counting = (until: string | undefined, times: number, more: Partial<FlowNode> = {}): FlowNode =>
  ({
    id: 'loop',
    kind: 'loop',
    times,
    ...(until && { until }),
    body: {
      nodes: [
        { id: 'last', kind: 'input', parameter: 'n' },
        op('work'),
        { id: 'n', kind: 'output', result: 'n' },
      ],
      edges: [data('last.value', 'work.n'), data('work.n', 'n.value', 'value + 1')],
    },
    ...more,
  }) as FlowNode;

const around = (loop: FlowNode): Flow => ({
  nodes: [
    { id: 'from', kind: 'input', parameter: 'from' },
    loop,
    { id: 'out', kind: 'output', result: 'end' },
  ],
  edges: [data('from.value', 'loop.n'), data('loop.n', 'out.value')],
});

test('P2 a loop plays its rounds until its condition holds; each round gets what the last one gave', () => {
  const stage = new Stage(around(counting('n >= 3', 10)), { parallel: 1 }, { from: 0 });
  expect(stage.play()).toBe('completed');
  expect(stage.order()).toEqual(['loop/1/work', 'loop/2/work', 'loop/3/work']);
  expect(stage.started.map(({ inputs }) => inputs.n)).toEqual([0, 1, 2]);
  expect(stage.run.results()).toEqual({ end: 3 });
  expect(stage.run.node('loop/3/n')?.outputs).toEqual({ value: 3 });
});

test('P2 a loop is bounded, and says when its condition never held', () => {
  const stage = new Stage(around(counting('n > 100', 4)), {}, { from: 0 });
  expect(stage.play()).toBe('completed');
  expect(stage.run.results()).toEqual({ end: 4 });
  expect(stage.run.node('loop')?.reason).toBe('Round 4 was the last, and "n > 100" does not hold yet.');
  const fixed = new Stage(around(counting(undefined, 2)), {}, { from: 5 });
  fixed.play();
  expect(fixed.run.results()).toEqual({ end: 7 });
});

test('P2 loops within loops', () => {
  const inner: FlowNode = {
    id: 'inner',
    kind: 'loop',
    times: 2,
    body: { nodes: [op('a'), op('b')], edges: edges('a > b') },
  };
  const outer: FlowNode = {
    id: 'outer',
    kind: 'loop',
    times: 2,
    body: { nodes: [inner, op('c')], edges: edges('inner > c') },
  };
  const stage = new Stage({ nodes: [outer, op('end')], edges: edges('outer > end') });
  expect(stage.play()).toBe('completed');
  const round = (n: number) => [
    `outer/${n}/inner/1/a`,
    `outer/${n}/inner/1/b`,
    `outer/${n}/inner/2/a`,
    `outer/${n}/inner/2/b`,
    `outer/${n}/c`,
  ];
  expect(stage.order()).toEqual([...round(1), ...round(2), 'end']);
});

test('P2 a failure in a round is the failure of the loop, which may be tried again from round 1', () => {
  const behave: Behaviour = ({ path, attempt, inputs }) =>
    path === 'loop/2/work' && attempt === 1 ? { ms: 10, reason: 'It broke.' } : { ms: 10, outputs: inputs };
  const plain = new Stage(around(counting(undefined, 2)), {}, { from: 0 }, behave);
  expect(plain.play()).toBe('failed');
  expect(plain.run.node('loop')?.reason).toBe('In round 2 "work" failed: It broke.');

  const recovery = { kind: 'retry', attempts: 2, backoff: { kind: 'constant', ms: 5 } } as const;
  const again = new Stage(around(counting(undefined, 2, { recovery })), {}, { from: 0 }, behave);
  expect(again.play()).toBe('completed');
  expect(again.started.map(({ path, attempt }) => `${path} ${attempt}`)).toEqual([
    'loop/1/work 1',
    'loop/2/work 1',
    'loop/1/work 2',
    'loop/2/work 2',
  ]);

  // A snapshot between the two: attempts go on counting in rounds that are played again.
  const cut = again.log.findIndex(
    ({ change }) =>
      change.kind === 'node' && change.node === 'loop' && change.attempt === 2 && change.to === 'running',
  );
  const half = new Stage(again.flow, {}, again.parameters, behave);
  for (const { at, change } of again.log.slice(0, cut + 1)) half.run.apply(change, at);
  half.run = FlowRun.fromJson(half.flow, half.limits, half.parameters, half.run.toJson());
  expect(half.tell({ kind: 'recovered' }).starts).toMatchObject([{ path: 'loop/1/work', attempt: 2 }]);
});

test('P2 "until" that cannot be decided fails the loop; a time limit ends what runs in it', () => {
  const unclear = new Stage(around(counting('nothing.x', 2)), {}, { from: 0 });
  expect(unclear.play()).toBe('failed');
  expect(unclear.run.reason).toMatch(/"until" could not be decided after round 1/);

  const slow = new Stage(around(counting(undefined, 2, { timeoutMs: 50 })), {}, { from: 0 }, () => null);
  expect(slow.play()).toBe('failed');
  expect(slow.now).toBe(1_050);
  expect(slow.stopped).toEqual(['loop/1/work']);
  expect(slow.states()).toMatchObject({ loop: 'failed', 'loop/1/work': 'skipped' });
});
