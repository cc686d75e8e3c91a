import type { Backoff, Flow, Recovery } from '@symphony/domain';
import { expect, test } from 'vitest';
import { type Behaviour, data, edges, op, retry, Stage } from './stage.ts';

/** Fails in its first `times` attempts. */
const breaks =
  (path: string, times: number): Behaviour =>
  (start) =>
    start.path === path && start.attempt <= times
      ? { ms: 0, reason: 'It broke.' }
      : { ms: 10, outputs: { out: start.attempt } };

function play(recovery: Recovery, times: number, flow?: Flow): Stage {
  const plain: Flow = { nodes: [op('a', { recovery }), op('b')], edges: [data('a.out', 'b.in')] };
  const stage = new Stage(flow ?? plain, {}, {}, breaks('a', times));
  stage.play();
  return stage;
}

const waits = (backoff: Backoff): number[] => {
  const stage = play({ kind: 'retry', attempts: 5, backoff }, 4);
  expect(stage.run.state).toBe('completed');
  return stage.log.flatMap(({ at, change }) =>
    change.kind === 'node' && change.dueAt ? [change.dueAt - at] : [],
  );
};

test('P2 retry waits: constant, linear, exponential up to its maximum', () => {
  expect(waits({ kind: 'constant', ms: 100 })).toEqual([100, 100, 100, 100]);
  expect(waits({ kind: 'linear', ms: 100, step: 50 })).toEqual([100, 150, 200, 250]);
  expect(waits({ kind: 'exponential', ms: 100, factor: 3, max: 500 })).toEqual([100, 300, 500, 500]);
});

test('P2 retry counts all attempts; then comes what is said for then; a final failure is not tried again', () => {
  const backoff = { kind: 'constant', ms: 10 } as const;
  const used = play({ kind: 'retry', attempts: 3, backoff }, 9);
  expect([used.run.state, used.started.length]).toEqual(['failed', 3]);
  const chained = play(retry(2, backoff, retry(1, backoff, { kind: 'skip', outputs: { out: 8 } })), 9);
  expect([chained.run.state, chained.order(), chained.started.at(-1)?.inputs]).toEqual([
    'completed',
    ['a', 'a', 'a', 'b'],
    { in: 8 },
  ]);

  const stage = new Stage(
    { nodes: [op('a', { recovery: { kind: 'retry', attempts: 3, backoff } })], edges: [] },
    {},
    {},
    () => ({
      ms: 1,
      reason: 'It is hopeless.',
      final: true,
    }),
  );
  expect([stage.play(), stage.started.length]).toEqual(['failed', 1]);
});

test('P2 fallback outputs, and skip with outputs or defaults: what comes after goes on', () => {
  const fallback = play({ kind: 'fallback', outputs: { out: 5 } }, 9);
  expect([fallback.run.state, fallback.run.nodeState('a'), fallback.started.at(-1)?.inputs]).toEqual([
    'completed',
    'completed',
    { in: 5 },
  ]);
  const skipped = play({ kind: 'skip' }, 9, {
    nodes: [
      op('a', { recovery: { kind: 'skip' }, outputs: [{ name: 'out', type: 'any', default: 2 }] }),
      op('b'),
    ],
    edges: [data('a.out', 'b.in')],
  });
  expect([skipped.run.state, skipped.run.nodeState('a'), skipped.started.at(-1)?.inputs]).toEqual([
    'completed',
    'skipped',
    { in: 2 },
  ]);
});

test('P2 fallback node: played with the inputs of the one that failed, and its outputs are used', () => {
  const flow: Flow = {
    nodes: [op('first'), op('a', { recovery: { kind: 'fallback', node: 'plan-b' } }), op('plan-b'), op('b')],
    edges: [data('first.out', 'a.text'), data('a.out', 'b.in')],
  };
  const used = play({ kind: 'fail' }, 9, flow);
  expect(used.run.state).toBe('completed');
  expect(used.started.map(({ path, inputs }) => [path, inputs])).toEqual([
    ['first', {}],
    ['a', { text: 1 }],
    ['plan-b', { text: 1 }],
    ['b', { in: 1 }],
  ]);
  const idle = play({ kind: 'fail' }, 0, flow);
  expect([idle.run.state, idle.run.nodeState('plan-b'), idle.order()]).toEqual([
    'completed',
    'skipped',
    ['first', 'a', 'b'],
  ]);
});

test('P2 fallback node that fails too: so does the one it stands in for', () => {
  const flow: Flow = {
    nodes: [op('a', { recovery: { kind: 'fallback', node: 'other' } }), op('other')],
    edges: edges('a > other'),
  };
  const stage = new Stage(flow, {}, {}, () => ({ ms: 1, reason: 'It broke.' }));
  expect(stage.play()).toBe('failed');
  expect(stage.run.reason).toBe('"a" failed: Its stand-in "other" did not help: It broke.');
});

test('P2 restart: everything from the named node on is played again, at most as often as allowed', () => {
  const flow = (times: number): Flow => ({
    nodes: [
      op('before'),
      op('from'),
      op('between'),
      op('aside'),
      op('a', { recovery: { kind: 'restart', from: 'from', times } }),
    ],
    edges: edges('before > from', 'from > between', 'between > a', 'before > aside'),
  });
  const good = play({ kind: 'fail' }, 2, flow(2));
  expect([good.run.state, good.order().join(' ')]).toEqual([
    'completed',
    'before from aside between a from between a from between a',
  ]);
  const pending = good.log.flatMap(({ change }) =>
    change.kind === 'node' && change.to === 'pending' ? [change.node] : [],
  );
  expect(pending).toEqual(['a', 'from', 'between', 'a', 'from', 'between']);
  const bad = play({ kind: 'fail' }, 9, flow(1));
  expect([bad.run.state, bad.order().filter((path) => path === 'a').length]).toEqual(['failed', 2]);
});

test('P2 restart ends what runs behind the named node', () => {
  const flow: Flow = {
    nodes: [op('from'), op('slow'), op('a', { recovery: { kind: 'restart', from: 'from', times: 1 } })],
    edges: edges('from > slow', 'from > a'),
  };
  const stage = new Stage(flow, {}, {}, ({ path, attempt }) =>
    path === 'a' && attempt === 1
      ? { ms: 5, reason: 'It broke.' }
      : { ms: path === 'slow' ? 50 : 10, outputs: {} },
  );
  expect(stage.play()).toBe('completed');
  expect(stage.stopped).toEqual(['slow']);
  expect(stage.run.node('slow')?.attempt).toBe(2);
});

test('P2 time limits: of a node, with its recovery, and of the whole flow', () => {
  const recovery = { kind: 'retry', attempts: 2, backoff: { kind: 'constant', ms: 10 } } as const;
  const node = new Stage({ nodes: [op('a', { timeoutMs: 100, recovery })], edges: [] }, {}, {}, () => null);
  expect(node.play()).toBe('failed');
  expect([node.now, node.stopped]).toEqual([1_210, ['a', 'a']]);
  expect(node.run.reason).toBe('"a" failed: It took longer than the 100 ms it may take.');

  const whole = new Stage({ nodes: [op('a'), op('b')], edges: edges('a > b') }, { timeoutMs: 15 });
  expect(whole.play()).toBe('failed');
  expect([whole.now, whole.stopped, whole.states()]).toEqual([
    1_015,
    ['b'],
    { a: 'completed', b: 'skipped' },
  ]);
});
