import type {
  Backoff,
  Flow,
  FlowEdge,
  FlowNode,
  FlowPort,
  Json,
  Melody,
  Parameter,
  Recovery,
  Trigger,
} from '@symphony/domain';
import fc from 'fast-check';

/**
 * Sound melodies of every shape the model allows, so that a key that one of the forms forgets is found.
 * Texts hold what breaks formats: quotes, colons, line breaks, emoji, what looks like a number or a date.
 */
const awkward = fc.constantFrom(
  '',
  ' x ',
  'a: b',
  '- x',
  '"q" \'s\'',
  'null',
  '1e3',
  '2026-01-01',
  '~',
  'über 🎼',
  'two\nlines\n',
  '#no',
  '\t',
  '\u2028',
  '& *x',
  '0x1f',
  'true',
);
const prose = fc.oneof(awkward, fc.string({ maxLength: 30 })).map((text) => text.replaceAll('{{', '{'));
const filled = prose.map((text) => (text === '' ? 'x' : text));
const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
/** JSON without -0, which JSON itself cannot keep, and without placeholders. */
const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 2 })
  .map(
    (value) =>
      JSON.parse(JSON.stringify(value).replaceAll('{{', '{').replaceAll('"__proto__"', '"proto"')) as Json,
  );

const type: fc.Arbitrary<FlowPort['type']> = fc.constantFrom('any', 'text', 'json', 'list<list<text>>');
const ports: fc.Arbitrary<FlowPort[]> = fc.uniqueArray(
  fc
    .tuple(name, type, json)
    .map(([port, kind, value]): FlowPort => ({ name: `p_${port}`, type: kind, default: value })),
  { selector: (port) => port.name, maxLength: 2 },
);

const ms = fc.nat(100_000);
const backoff: fc.Arbitrary<Backoff> = fc.oneof(
  fc.record({ kind: fc.constant('constant' as const), ms }),
  fc.record({ kind: fc.constant('linear' as const), ms, step: ms }),
  fc.record({
    kind: fc.constant('exponential' as const),
    ms,
    factor: fc.integer({ min: 1, max: 9 }),
    max: ms,
  }),
);
const plainRecovery: fc.Arbitrary<Recovery> = fc.oneof(
  fc.constant<Recovery>({ kind: 'fail' }),
  fc.dictionary(name, json, { maxKeys: 2 }).map((outputs): Recovery => ({ kind: 'fallback', outputs })),
  fc.dictionary(name, json, { maxKeys: 2 }).map((outputs): Recovery => ({ kind: 'skip', outputs })),
  fc.constant<Recovery>({ kind: 'fallback', node: 'n0' }),
  fc.constant<Recovery>({ kind: 'restart', from: 'n0', times: 3 }),
);
const recovery: fc.Arbitrary<Recovery> = fc.oneof(
  plainRecovery,
  fc
    .tuple(backoff, plainRecovery)
    .map(([each, then]): Recovery => ({ kind: 'retry', attempts: 3, backoff: each, then })),
);

const frame = fc.record(
  {
    name: prose,
    description: prose,
    position: fc.record({
      x: fc.integer(),
      y: fc.double({ noNaN: true, noDefaultInfinity: true }).map((y) => y + 0),
    }),
    enabled: fc.constant(true),
    inputs: ports,
    outputs: ports,
    priority: fc.integer(),
    resources: fc.dictionary(name, fc.nat(9), { maxKeys: 2 }),
    timeoutMs: fc.integer({ min: 1, max: 9e6 }),
    estimateMs: fc.integer({ min: 1, max: 9e6 }),
  },
  { requiredKeys: [] },
);

type Deed = FlowNode extends infer N ? (N extends FlowNode ? Omit<N, 'id'> : never) : never;

const deed = (depth: number): fc.Arbitrary<Deed> =>
  fc.oneof(
    fc
      .dictionary(name, json, { maxKeys: 3 })
      .map((config): Deed => ({ kind: 'operator', operator: 'value', config })),
    fc.record({ kind: fc.constant('instrument' as const), instrument: filled }),
    fc
      .record({
        title: filled,
        description: prose,
        labels: fc.array(filled, { maxLength: 2 }),
        player: filled,
        priority: fc.nat(4),
        rehearsal: json,
      })
      .map((work): Deed => ({ kind: 'agent', work })),
    fc.record({
      kind: fc.constant('gate' as const),
      question: filled,
      options: fc.array(filled, { maxLength: 2 }),
    }),
    fc.record({
      kind: fc.constant('control' as const),
      control: fc.constantFrom('branch', 'merge', 'parallel', 'join'),
    }),
    fc.constant<Deed>({ kind: 'input', parameter: 'given' }),
    ...(depth > 0
      ? [
          fc.tuple(anyFlow(depth - 1), fc.integer({ min: 1, max: 1000 })).map(
            ([body, times]): Deed => ({
              kind: 'loop',
              body,
              times,
              timesFrom: 'given',
              until: 'ok == true',
            }),
          ),
        ]
      : []),
  );

/** Everything waits for the first, so that nothing is an orphan. */
function anyFlow(depth: number): fc.Arbitrary<Flow> {
  const first: FlowNode = { id: 'n0', kind: 'operator', operator: 'command', config: { run: 'true' } };
  return fc
    .array(fc.tuple(frame, deed(depth), recovery, fc.nat(2)), { minLength: 1, maxLength: 4 })
    .map((parts) => {
      const nodes: FlowNode[] = [first];
      const edges: FlowEdge[] = [];
      for (const [looks, does, saved, link] of parts) {
        const id = `n${nodes.length}`;
        if (does.kind === 'input') {
          nodes.push({ id, ...looks, ...does } as FlowNode);
          const taker = `n${nodes.length}`;
          nodes.push({ id: taker, kind: 'output', result: taker });
          edges.push({
            kind: 'data',
            from: id,
            fromPort: 'value',
            to: taker,
            toPort: 'value',
            transform: 'value',
          });
          continue;
        }
        nodes.push({ id, ...looks, ...does, recovery: saved } as FlowNode);
        edges.push(
          link === 0
            ? { kind: 'control', from: 'n0', to: id, dependency: 'soft' }
            : {
                kind: 'conditional',
                from: 'n0',
                to: id,
                condition: 'ok',
                ...(link === 1 ? { label: 'if it went well' } : {}),
              },
        );
      }
      nodes.push({ id: 'end', kind: 'output', result: 'ok' });
      edges.push({ kind: 'data', from: 'n0', fromPort: 'ok', to: 'end', toPort: 'value' });
      return { nodes, edges };
    });
}

const trigger: fc.Arbitrary<Trigger> = fc.constantFrom<Trigger>(
  { on: 'item', label: 'flaky', state: 'Todo', title: 'x: y', parameters: { given: 3 } },
  { on: 'schedule', cron: '0 6 * * 1', timezone: 'Europe/Berlin', parameters: { given: '{{ time }}' } },
  { on: 'webhook', hook: 'go', parameters: { given: 1 } },
  { on: 'files', paths: ['docs/**'], parameters: { given: 1 } },
  { on: 'git', branch: 'main', parameters: { given: 1 } },
  { on: 'melody', melody: 'other-one', ended: 'any', parameters: { given: 1 } },
);

const given: Parameter = { name: 'given', type: 'number', min: 0, max: 9, whole: true };
const others: fc.Arbitrary<Parameter> = fc.constantFrom<Parameter>(
  {
    name: 'a',
    type: 'text',
    minLength: 0,
    maxLength: 90,
    pattern: '[^x]*',
    default: 'no: "way"',
    description: 'A #1',
  },
  { name: 'b', type: 'choice', options: ['yes', 'no'], required: false },
  { name: 'c', type: 'list', minLength: 1, maxLength: 3, default: [1, '2', null] },
  { name: 'd', type: 'json', default: { '1': ['on', 'off'] } },
  { name: 'e', type: 'boolean', default: false },
);

export const anyMelody: fc.Arbitrary<Melody> = fc
  .record({
    name: fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?$/),
    title: filled.map((text) => `${text}.`),
    description: prose,
    version: fc.constantFrom('1.0.0', '0.12.3-beta.1'),
    tags: fc.array(filled, { maxLength: 3 }),
    parameters: fc.uniqueArray(others, { selector: (each) => each.name }).map((each) => [given, ...each]),
    triggers: fc.array(trigger, { maxLength: 2 }),
    limits: fc.record({
      parallel: fc.integer({ min: 1, max: 99 }),
      timeoutMs: fc.option(fc.integer({ min: 1, max: 9e6 })),
      runs: fc.integer({ min: 1, max: 9 }),
      usd: fc.option(fc.integer({ min: 1, max: 99 })),
    }),
    permissions: fc.constant({ commands: true, agents: true }),
    onError: fc.constantFrom('halt' as const, 'continue' as const),
    flow: anyFlow(1),
    author: fc.option(prose),
  })
  .map(({ author, ...melody }) => ({ ...melody, ...(author === null ? {} : { author }) }))
  .filter((melody) => melody.parameters.every((each) => each.name !== melody.name));
