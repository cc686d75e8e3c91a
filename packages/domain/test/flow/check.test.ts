import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accepts } from '../../src/flow/data-type.ts';
import { checkFlow, type DataType, type Flow, type FlowEdge, type FlowNode } from '../../src/index.ts';

const command = (id: string, more: Partial<FlowNode> = {}): FlowNode =>
  ({ id, kind: 'operator', operator: 'command', config: { run: 'true' }, ...more }) as FlowNode;
const control = (from: string, to: string): FlowEdge => ({ kind: 'control', from, to });
const data = (from: string, fromPort: string, to: string, toPort: string): FlowEdge => ({
  kind: 'data',
  from,
  fromPort,
  to,
  toPort,
});
const flow = (nodes: readonly FlowNode[], edges: readonly FlowEdge[] = []): Flow => ({ nodes, edges });
const takes = (type: DataType, more = {}) => ({ inputs: [{ name: 'in', type, ...more }] });

/** The kinds of problems, with their places. */
const found = (given: Flow): string[] =>
  checkFlow(given).map((problem) => `${problem.kind} ${problem.where.join('.')}`);

const a = command('a');
const b = command('b');

describe('P6 flow validation', () => {
  test.each<[string, Flow, string[]]>([
    ['a lone node', flow([a]), []],
    ['two in order', flow([a, b], [control('a', 'b')]), []],
    ['a value that fits', flow([a, command('b', takes('text'))], [data('a', 'output', 'b', 'in')]), []],
    ['a circle', flow([a, b], [control('a', 'b'), control('b', 'a')]), ['cycle edges.0']],
    ['a node that waits for itself', flow([a], [control('a', 'a')]), ['cycle edges.0']],
    ['one connected to nothing', flow([a, b, command('c')], [control('a', 'b')]), ['orphan nodes.2']],
    [
      'a fallback is connected by being one',
      flow(
        [command('a', { recovery: { kind: 'fallback', node: 'c' } }), b, command('c')],
        [control('a', 'b')],
      ),
      [],
    ],
    [
      'an input without a value',
      flow([a, command('b', takes('text'))], [control('a', 'b')]),
      ['missing-input nodes.1'],
    ],
    [
      'an input with a default',
      flow([a, command('b', takes('text', { default: '' }))], [control('a', 'b')]),
      [],
    ],
    [
      'an input that is optional',
      flow([a, command('b', takes('text', { required: false }))], [control('a', 'b')]),
      [],
    ],
    [
      'an input whose source is switched off',
      flow([command('a', { enabled: false }), command('b', takes('text'))], [data('a', 'output', 'b', 'in')]),
      ['disconnected-input nodes.1'],
    ],
    [
      'a value that does not fit',
      flow([a, command('b', takes('number'))], [data('a', 'output', 'b', 'in')]),
      ['type-mismatch edges.0'],
    ],
    [
      'a value that is made to fit',
      flow(
        [a, command('b', takes('number'))],
        [{ ...data('a', 'output', 'b', 'in'), transform: 'value.size()' } as FlowEdge],
      ),
      [],
    ],
    ['an id twice', flow([a, b, command('a')], [control('a', 'b')]), ['duplicate-id nodes.2.id']],
    ['an id that is none', flow([command('1 a')]), ['bad-id nodes.0.id']],
    [
      'a port twice',
      flow([
        command('a', {
          outputs: [
            { name: 'x', type: 'text' },
            { name: 'x', type: 'text' },
          ],
        }),
      ]),
      ['bad-port nodes.0.outputs.1'],
    ],
    [
      'a type that is none',
      flow([command('a', { outputs: [{ name: 'x', type: 'list<word>' }] })]),
      ['bad-port nodes.0.outputs.0.type'],
    ],
    ['an edge from nowhere', flow([a], [control('x', 'a')]), ['bad-edge edges.0']],
    [
      'an edge from no output',
      flow([a, command('b', takes('text'))], [data('a', 'words', 'b', 'in')]),
      ['bad-edge edges.0.fromPort'],
    ],
    ['an edge to no input', flow([a, b], [data('a', 'output', 'b', 'in')]), ['bad-edge edges.0.toPort']],
    [
      'an operator nobody declared',
      flow(
        [command('a', { operator: 'theirs' } as Partial<FlowNode>), command('b', takes('text'))],
        [data('a', 'whatever', 'b', 'in')],
      ),
      [],
    ],
    [
      'a result that nothing leads to',
      flow(
        [command('a', { enabled: false }), { id: 'r', kind: 'output', result: 'r' }],
        [data('a', 'ok', 'r', 'value')],
      ),
      ['unreachable-output nodes.1'],
    ],
    [
      'waiting for a result',
      flow(
        [a, { id: 'r', kind: 'output', result: 'r' }, b],
        [data('a', 'ok', 'r', 'value'), control('r', 'b')],
      ),
      ['bad-edge edges.1'],
    ],
    [
      'a parameter that waits',
      flow([a, { id: 'i', kind: 'input', parameter: 'p' }], [control('a', 'i')]),
      ['bad-edge edges.0'],
    ],
    [
      'a condition without words',
      flow([a, b], [{ kind: 'conditional', from: 'a', to: 'b', condition: ' ' }]),
      ['empty-expression edges.0.condition'],
    ],
    [
      'a transform without words',
      flow(
        [a, command('b', takes('text'))],
        [{ ...data('a', 'output', 'b', 'in'), transform: '' } as FlowEdge],
      ),
      ['empty-expression edges.0.transform'],
    ],
    [
      'a fallback to nobody',
      flow([command('a', { recovery: { kind: 'fallback', node: 'x' } })]),
      ['bad-recovery nodes.0.recovery'],
    ],
    [
      'a fallback to itself',
      flow([command('a', { recovery: { kind: 'fallback', node: 'a' } })]),
      ['bad-recovery nodes.0.recovery'],
    ],
    [
      'a restart from nowhere',
      flow([command('a', { recovery: { kind: 'restart', from: 'x', times: 1 } })]),
      ['bad-recovery nodes.0.recovery'],
    ],
    [
      'a restart from what comes later',
      flow([command('a', { recovery: { kind: 'restart', from: 'b', times: 1 } }), b], [control('a', 'b')]),
      ['bad-recovery nodes.0.recovery'],
    ],
    [
      'a restart from what comes before',
      flow([a, command('b', { recovery: { kind: 'restart', from: 'a', times: 1 } })], [control('a', 'b')]),
      [],
    ],
  ])('P6 %s', (_name, given, wanted) => {
    expect(found(given)).toEqual(wanted);
    for (const problem of checkFlow(given)) {
      expect(problem.sentence).toMatch(/^[\s\S]+\.$/);
      expect(problem.nextStep).toMatch(/^[\s\S]+\.$/);
    }
  });

  test.each([
    [0, false],
    [1, true],
    [1000, true],
    [1001, false],
    [1.5, false],
    [Number.NaN, false],
  ])('P6 a loop of %d rounds: %s', (times, fine) => {
    const loop: FlowNode = { id: 'l', kind: 'loop', times, body: flow([a]) };
    expect(found(flow([loop]))).toEqual(fine ? [] : ['unbounded-loop nodes.0.times']);
  });

  test('P6 problems in the body of a loop in a loop are told with their place', () => {
    const inner: FlowNode = {
      id: 'in',
      kind: 'loop',
      times: 1,
      until: '',
      body: flow([a, b, a], [control('a', 'b')]),
    };
    const outer: FlowNode = { id: 'out', kind: 'loop', times: 1, body: flow([inner]) };
    expect(found(flow([outer]))).toEqual([
      'empty-expression nodes.0.body.nodes.0.until',
      'duplicate-id nodes.0.body.nodes.0.body.nodes.2.id',
    ]);
    expect(checkFlow(flow([outer]))[1]?.sentence).toBe(
      'In the loop `out`: In the loop `in`: `a` is there twice.',
    );
  });

  test('P6 law: a circle is found exactly when there is one, and the path really is one', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const someEdges = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 9 });
    fc.assert(
      fc.property(someEdges, (pairs) => {
        const given = flow(
          ids.map((id) => command(id)),
          pairs.map(([from, to]) => control(from, to)),
        );
        const cycle = checkFlow(given).find((problem) => problem.kind === 'cycle');
        // Oracle: taking away what nothing waits for, again and again, leaves exactly the circles.
        let left = pairs;
        for (let size = -1; size !== left.length; ) {
          size = left.length;
          left = left.filter(([, to]) => left.some(([from]) => from === to));
        }
        expect(cycle !== undefined).toBe(left.length > 0);
        if (cycle?.kind !== 'cycle') return;
        expect(cycle.path.length).toBeGreaterThan(1);
        expect(cycle.path[0]).toBe(cycle.path.at(-1));
        for (let at = 1; at < cycle.path.length; at++)
          expect(pairs).toContainEqual([cycle.path[at - 1], cycle.path[at]]);
        expect(given.edges[Number(cycle.where[1])]).toMatchObject({ from: cycle.path[0], to: cycle.path[1] });
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[DataType, DataType, boolean]>([
    ['any', 'artifact', true],
    ['text', 'any', true],
    ['text', 'number', false],
    ['json', 'list<text>', true],
    ['json', 'artifact', false],
    ['json', 'list<artifact>', false],
    ['list<json>', 'list<list<number>>', true],
    ['list<text>', 'list<number>', false],
    ['list<any>', 'text', false],
    ['text', 'list<text>', false],
  ])('P6 a port of %s given %s: %s', (expected, given, fine) => {
    expect(accepts(expected, given)).toBe(fine);
  });

  test('P6 10,000 nodes are checked in a moment', () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `n${at}`);
    const given = flow(
      ids.map((id) => command(id, takes('text', { required: false }))),
      ids
        .slice(1)
        .flatMap((id, at) => [control(ids[at] as string, id), data(ids[at] as string, 'output', id, 'in')]),
    );
    const started = performance.now();
    expect(checkFlow(given)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
