import type { FlowNode } from '@symphony/domain';
import { FlowRun } from '@symphony/pit/dag';
import { expect, test } from 'vitest';
import { edges, op, Stage } from './stage.ts';

const gate = (id: string, more: Partial<FlowNode> = {}): FlowNode =>
  ({ id, kind: 'gate', question: 'Go on?', ...more }) as FlowNode;

test('P8 pause lets what runs finish and starts nothing; resume goes on', () => {
  const stage = new Stage({ nodes: [op('a'), op('b')], edges: edges('a > b') });
  stage.tell({ kind: 'start' });
  expect(stage.tell({ kind: 'pause', reason: 'Lunch.' }).refusal).toBeNull();
  stage.step();
  expect([stage.run.state, stage.states()]).toEqual(['paused', { a: 'completed', b: 'pending' }]);
  expect(stage.tell({ kind: 'resume' }).starts.map(({ path }) => path)).toEqual(['b']);
  expect(stage.play()).toBe('completed');
});

test('P8 the time of the flow does not count while it is paused', () => {
  const stage = new Stage({ nodes: [op('a'), op('b')], edges: edges('a > b') }, { timeoutMs: 25 });
  stage.tell({ kind: 'start' });
  stage.tell({ kind: 'pause', reason: 'Lunch.' });
  stage.now += 10_000;
  stage.step();
  stage.tell({ kind: 'resume' });
  expect(stage.play()).toBe('completed');
});

test('P8 cancel ends what runs, and nothing happens after it', () => {
  const stage = new Stage({ nodes: [op('a'), op('b'), gate('c')], edges: edges('a > b') });
  stage.tell({ kind: 'start' });
  expect(stage.tell({ kind: 'cancel', reason: 'Enough.' }).stops).toEqual(['a']);
  expect([stage.run.state, stage.run.reason]).toEqual(['cancelled', 'Enough.']);
  expect(stage.states()).toEqual({ a: 'skipped', b: 'pending', c: 'skipped' });
  expect(stage.tell({ kind: 'node-done', node: 'a', attempt: 1, outputs: {} }).changes).toEqual([]);
  expect(stage.run.nextDue()).toBeNull();
});

test('P8 a flow waits when only gates are left, and goes on with the answer', () => {
  const nodes = [op('a'), gate('ask', { options: ['yes', 'no'] } as Partial<FlowNode>), op('b')];
  const stage = new Stage({
    nodes,
    edges: [
      ...edges('a > ask'),
      { kind: 'conditional', from: 'ask', to: 'b', condition: 'answer === "yes"' },
    ],
  });
  expect(stage.play()).toBe('waiting');
  expect(stage.run.gates()).toMatchObject([{ path: 'ask', since: 1_010 }]);
  expect(stage.tell({ kind: 'provide', node: 'ask', value: 'perhaps' }).refusal).toBe(
    '"ask" can be answered with "yes", "no".',
  );
  expect(stage.tell({ kind: 'provide', node: 'a', value: 'yes' }).refusal).toBe(
    '"a" does not wait for an answer.',
  );
  expect(stage.tell({ kind: 'provide', node: 'ask', value: 'yes' }).refusal).toBeNull();
  expect(stage.play()).toBe('completed');
  expect(stage.log.flatMap(({ change }) => (change.kind === 'flow' ? [change.to] : []))).toEqual([
    'running',
    'waiting',
    'running',
    'completed',
  ]);
});

test('P8 a gate nobody answers in time goes on as its recovery says', () => {
  const nodes = [
    gate('ask', { timeoutMs: 100, recovery: { kind: 'fallback', outputs: { answer: 'no' } } }),
    op('b'),
  ];
  const stage = new Stage({ nodes, edges: edges('ask > b') });
  expect([stage.play(), stage.run.node('ask')?.outputs]).toEqual(['completed', { answer: 'no' }]);
});

test('P8 retry-node: a failed node and what was skipped for it are played again', () => {
  const stage = new Stage(
    { nodes: [op('a'), op('b'), op('c'), op('slow')], edges: edges('a > b', 'b > c') },
    { onError: 'continue' },
    {},
    ({ path, attempt }) =>
      path === 'a' && attempt === 1
        ? { ms: 5, reason: 'It broke.' }
        : { ms: path === 'slow' ? 100 : 10, outputs: {} },
  );
  stage.tell({ kind: 'start' });
  stage.step();
  expect(stage.states()).toEqual({ a: 'failed', b: 'skipped', c: 'skipped', slow: 'running' });
  expect(stage.tell({ kind: 'retry-node', node: 'slow' }).refusal).toBe(
    '"slow" is running; only a node that failed can be tried again.',
  );
  expect(stage.tell({ kind: 'retry-node', node: 'a' }).starts).toMatchObject([{ path: 'a', attempt: 2 }]);
  expect(stage.states()).toEqual({ a: 'running', b: 'pending', c: 'pending', slow: 'running' });
  expect(stage.play()).toBe('completed');
  expect(stage.states()).toEqual({ a: 'completed', b: 'completed', c: 'completed', slow: 'completed' });
});

test('P8 skip-node: of a running, a waiting and a failed node', () => {
  const behave = () => null;
  const running = new Stage({ nodes: [op('a'), op('b')], edges: edges('a > b') }, {}, {}, behave);
  running.tell({ kind: 'start' });
  const decision = running.tell({ kind: 'skip-node', node: 'a', reason: 'Not today.' });
  expect([decision.stops, decision.starts.map(({ path }) => path)]).toEqual([['a'], ['b']]);

  const waiting = new Stage({ nodes: [gate('ask'), op('b')], edges: edges('ask > b') });
  expect(waiting.play()).toBe('waiting');
  waiting.tell({ kind: 'skip-node', node: 'ask', reason: 'Nobody is there.' });
  expect(waiting.play()).toBe('completed');

  const failed = new Stage(
    { nodes: [op('a'), op('b'), op('slow')], edges: edges('a > b') },
    {},
    {},
    ({ path }) => (path === 'a' ? { ms: 5, reason: 'It broke.' } : { ms: 50, outputs: {} }),
  );
  failed.tell({ kind: 'start' });
  failed.step();
  failed.tell({ kind: 'skip-node', node: 'a', reason: 'It does not matter.' });
  expect(failed.play()).toBe('completed');
  expect(failed.states()).toEqual({ a: 'skipped', b: 'completed', slow: 'completed' });
});

test('P8 what the table does not list is refused with a sentence, and changes nothing', () => {
  const stage = new Stage({ nodes: [op('a')], edges: [] });
  const refusals: (string | null)[] = [];
  const ask = (input: Parameters<Stage['ask']>[0]) => {
    const { changes, refusal } = stage.ask(input);
    expect(changes).toEqual([]);
    refusals.push(refusal);
  };
  ask({ kind: 'resume' });
  ask({ kind: 'cancel', reason: '' });
  ask({ kind: 'skip-node', node: 'a', reason: '' });
  stage.play();
  ask({ kind: 'start' });
  ask({ kind: 'pause', reason: '' });
  ask({ kind: 'retry-node', node: 'a' });
  expect(refusals).toEqual([
    'The flow has not been started, so it cannot be resumed.',
    'The flow has not been started, so it cannot be cancelled.',
    'The flow has not been started, so "a" cannot be skipped.',
    'The flow is completed, so it cannot be started.',
    'The flow is completed, so it cannot be paused.',
    'The flow is completed, so "a" cannot be tried again.',
  ]);
  expect(() => stage.run.apply({ kind: 'flow', to: 'running', reason: '' }, 1)).toThrow(
    'A flow that is completed does not become running.',
  );
  expect(() =>
    stage.run.apply({ kind: 'node', node: 'a', to: 'running', attempt: 2, reason: '' }, 1),
  ).toThrow('"a" is completed and does not become running.');
});

test('P8 late and foreign answers are passed over', () => {
  const stage = new Stage({ nodes: [op('a'), op('b')], edges: edges('a > b') });
  stage.tell({ kind: 'start' });
  const nothing = { changes: [], starts: [], stops: [], refusal: null };
  expect(stage.ask({ kind: 'node-done', node: 'a', attempt: 2, outputs: {} })).toEqual(nothing);
  expect(stage.ask({ kind: 'node-done', node: 'nobody/1/x', attempt: 1, outputs: {} })).toEqual(nothing);
  expect(stage.ask({ kind: 'node-failed', node: 'b', attempt: 1, reason: 'It broke.' })).toEqual(nothing);
});

test('P8 after a restart what was running is started again with the same attempt, and its time begins anew', () => {
  const stage = new Stage(
    { nodes: [op('a'), op('b'), op('c', { timeoutMs: 60 })], edges: edges('a > c') },
    { timeoutMs: 1_000 },
    {},
    ({ path }) => ({ ms: path === 'b' ? 90 : 10, outputs: {} }),
  );
  stage.tell({ kind: 'start' });
  stage.step();
  const run = FlowRun.fromJson(stage.flow, stage.limits, {}, JSON.parse(JSON.stringify(stage.run.toJson())));
  stage.run = run;
  stage.playing.clear();
  stage.now += 60_000;
  expect(stage.tell({ kind: 'recovered' }).starts.map(({ path, attempt }) => [path, attempt])).toEqual([
    ['b', 1],
    ['c', 1],
  ]);
  expect(stage.play()).toBe('completed');
  expect(stage.stopped).toEqual([]);
});
