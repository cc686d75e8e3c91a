import type { Flow } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { decodeMelody } from '../../src/melody/index.ts';

const read = (text: string) => decodeMelody(Buffer.from(text), 'yaml', 'm.yaml');

/** What is wrong, each as `line: sentence`. */
const complaints = (text: string): string[] => {
  const reading = read(text);
  if (reading.ok) return [];
  for (const { nextStep } of reading.problems) expect(nextStep).toMatch(/[.?]$/);
  return reading.problems.map(({ line, sentence }) => `${line}: ${sentence}`);
};

function flowOf(steps: string): Flow {
  const reading = read(`name: m\ntitle: M\nparameters:\n  n: { type: number, default: 2 }\nsteps:\n${steps}`);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems, null, 1));
  return reading.melody.flow;
}

describe('P7 steps become a flow', () => {
  test('P7 needs give order, conditions ask the one step waited for', () => {
    const flow = flowOf(`
  - { id: a, run: make, allow_failure: true, timeout: 5m, retry: 2 }
  - { id: b, ask: Go on?, options: ["yes", "no"], needs: [a], when: ok == false }
  - { id: c, control: join, needs: [{ step: b, dependency: soft }, { step: a, when: ok, label: fine }] }
`);
    expect(flow).toEqual({
      nodes: [
        {
          id: 'a',
          kind: 'operator',
          operator: 'command',
          config: { run: 'make', allow_failure: true },
          timeoutMs: 300_000,
          recovery: {
            kind: 'retry',
            attempts: 2,
            backoff: { kind: 'exponential', ms: 1000, factor: 2, max: 60_000 },
          },
        },
        { id: 'b', kind: 'gate', question: 'Go on?', options: ['yes', 'no'] },
        { id: 'c', kind: 'control', control: 'join' },
      ],
      edges: [
        { kind: 'conditional', from: 'a', to: 'b', condition: 'ok == false' },
        { kind: 'control', from: 'b', to: 'c', dependency: 'soft' },
        { kind: 'conditional', from: 'a', to: 'c', condition: 'ok', label: 'fine' },
      ],
    });
  });

  test('P7 a text that speaks of a step gets its value, with its type, and waits for it', () => {
    const flow = flowOf(`
  - { id: a, run: make }
  - { id: b, operator: value, with: { value: ["{{ a.code }}", "of {{ n }}"] }, needs: [a] }
  - { id: c, result: said, from: "{{ b.value }}" }
`);
    expect(flow.nodes[1]).toMatchObject({ inputs: [{ name: 'a_code', type: 'number' }] });
    expect(flow.edges).toEqual([
      { kind: 'data', from: 'a', fromPort: 'code', to: 'b', toPort: 'a_code' },
      { kind: 'data', from: 'b', fromPort: 'value', to: 'c', toPort: 'value' },
    ]);
  });

  test('P7 what may be missing is no hard need', () => {
    const flow = flowOf(`
  - { id: a, run: make }
  - { id: b, ask: "{{ a.output }}", needs: [{ step: a, dependency: optional }] }
`);
    expect(flow.nodes[1]?.inputs).toEqual([
      { name: 'a_output', type: 'text', required: false, default: null },
    ]);
    expect(flow.edges).toMatchObject([{ kind: 'data', dependency: 'optional' }]);
  });

  test('P7 a condition asks the step it names, whatever words stand in quotes', () => {
    const flow = flowOf(`
  - { id: a, run: make }
  - { id: b, ask: "{{ a.output }}" }
  - { id: c, ask: "{{ a.output }} {{ b.answer }}", when: "b.answer == 'a.b'" }
`);
    expect(flow.edges.filter((edge) => edge.kind === 'conditional')).toEqual([
      { kind: 'conditional', from: 'b', to: 'c', condition: "b.answer == 'a.b'" },
    ]);
  });

  test('P7 a loop takes in what its body speaks of, through every loop around it', () => {
    const flow = flowOf(`
  - { id: a, run: make }
  - id: outer
    repeat:
      times: "{{ n }}"
      until: ok == true
      steps:
        - id: inner
          repeat:
            times: 3
            steps:
              - { id: b, ask: "{{ a.output }} {{ round }}" }
        - { id: c, run: make, needs: [inner] }
        - { id: ok, result: ok, from: "{{ c.ok }}" }
  - { id: d, result: d, from: "{{ outer.ok }}" }
`);
    expect(flow.edges).toEqual([
      { kind: 'data', from: 'a', fromPort: 'output', to: 'outer', toPort: 'a_output' },
      { kind: 'data', from: 'outer', fromPort: 'ok', to: 'd', toPort: 'value' },
    ]);
    expect(flow.nodes[1]).toMatchObject({
      times: 1000,
      timesFrom: 'n',
      until: 'ok == true',
      inputs: [{ name: 'a_output', type: 'text' }],
      body: {
        nodes: [{ id: 'inner', body: { nodes: [{ question: '{{ a_output }} {{ round }}' }] } }, {}, {}],
      },
    });
  });
});

const HEAD = 'name: m\ntitle: M\n';
const UNFOLLOWED =
  '1: An alias (`*name`) has no anchor (`&name`), holds itself or grows without bounds, or a merge (`<<`) takes what is no map.';

describe('P7 problems are told with their line', () => {
  test.each<[string, string, string[]]>([
    ['nothing at all', '', ['1: `name` is missing.', '1: `title` is missing.', '1: `steps` is missing.']],
    ['a list', '- a\n', ['1: A melody is a map of keys and values.']],
    [
      'broken YAML',
      `${HEAD}steps: [\n`,
      [
        '4: The file is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
      ],
    ],
    ['a key twice', `${HEAD}title: N\nsteps: []\n`, ['3: `title` is given twice.']],
    ['no steps', HEAD, ['1: `steps` is missing.']],
    [
      'an unknown key',
      `${HEAD}stepz: []\nsteps: [{ id: a, run: x }]\n`,
      ['3: `stepz` is not known at the top.'],
    ],
    ['both forms', `${HEAD}flow: {}\nsteps: []\n`, ['3: `flow` is not known at the top.']],
    [
      'a version without quotes',
      `${HEAD}version: 1.0\nsteps: []\n`,
      ['3: `version` must be text (put it in quotes).'],
    ],
    [
      'a limit that is none',
      `${HEAD}limits:\n  timeout: soon\nsteps: []\n`,
      ['4: `limits.timeout` must be a time such as `30m`, `2h` or a number of milliseconds.'],
    ],
    [
      'a step that does nothing',
      `${HEAD}steps:\n  - id: a\n    runn: x\n`,
      ['4: `steps[0]` does not say what it does.'],
    ],
    [
      'a step that does two things',
      `${HEAD}steps:\n  - id: a\n    run: x\n    ask: y\n`,
      ['4: `steps[0]` does more than one thing: run, ask.'],
    ],
    [
      'a step with a key too many',
      `${HEAD}steps:\n  - id: a\n    run: x\n    options: [a]\n`,
      ['6: `options` is not known in `steps[0]`.'],
    ],
    ['a step without an id', `${HEAD}steps:\n  - run: x\n`, ['4: `steps[0].id` is missing.']],
    ['a step that is a word', `${HEAD}steps:\n  - x\n`, ['4: `steps[0]` must be a map of keys and values.']],
    [
      'a step in a loop',
      `${HEAD}steps:\n  - id: l\n    repeat:\n      times: 2\n      steps:\n        - id: a\n`,
      ['8: `steps[0].repeat.steps[0]` does not say what it does.'],
    ],
    [
      'a parameter of no type',
      `${HEAD}parameters:\n  p:\n    type: word\nsteps: []\n`,
      ['4: `parameters.p` must say in `type` what it is: text, number, boolean, choice, list, json.'],
    ],
    [
      'a trigger of no kind',
      `${HEAD}triggers:\n  - on: moon\nsteps: []\n`,
      ['4: `triggers[0]` must say in `on` what it is: item, schedule, webhook, files, git, melody.'],
    ],
    [
      'a need that is not there',
      `${HEAD}steps:\n  - id: a\n    run: x\n  - id: b\n    run: x\n    needs:\n      - a\n      - c\n`,
      ['10: There is no `c` for the edge from `c` to `b`.'],
    ],
    [
      'an output that is not there',
      `${HEAD}steps:\n  - id: a\n    run: x\n  - id: b\n    ask: |\n      {{ a.words }}\n`,
      ['6: `a` has no output `words`.'],
    ],
    [
      'a word that stands for nothing',
      `${HEAD}steps:\n  - id: a\n    agent:\n      title: T\n      description: |\n        {{ word }}\n`,
      ['7: `{{ word }}` in `a` stands for nothing.'],
    ],
    [
      'a word in a loop',
      `${HEAD}steps:\n  - id: l\n    repeat:\n      times: 2\n      steps:\n        - id: a\n          run: "{{ word }}"\n`,
      ['9: `{{ word }}` in `a` stands for nothing.'],
    ],
    [
      'a circle',
      `${HEAD}steps:\n  - { id: a, run: x, needs: [b] }\n  - { id: b, run: x, needs: [a] }\n`,
      ['5: `a` → `b` → `a` is a circle: each waits for the other.'],
    ],
    [
      'a condition about nobody',
      `${HEAD}steps:\n  - { id: a, run: x }\n  - id: b\n    run: x\n    when: ok\n`,
      ['7: It is not clear which step this condition asks about.'],
    ],
    [
      'a default against its rule',
      `${HEAD}parameters:\n  p:\n    type: number\n    default: 9\n    max: 3\nsteps:\n  - { id: a, run: x }\n`,
      ['6: The default of `p` must be a number, 3 or less.'],
    ],
    [
      'a loop without an end',
      `${HEAD}steps:\n  - id: l\n    repeat:\n      times: 0\n      steps:\n        - { id: a, run: x }\n`,
      ['6: The loop `l` has no usable bound (0).'],
    ],
    [
      'a newer form',
      `schema_version: 9\n${HEAD}`,
      ['1: The melody has schema version 9; this Symphony knows 2 and older.'],
    ],
    [
      'a flow that is wrong',
      `${HEAD}flow:\n  nodes:\n    - id: a\n      kind: gate\n      question: x\n  edges:\n    - { kind: control, from: a, to: z }\n`,
      ['9: There is no `z` for the edge from `a` to `z`.'],
    ],
    [
      'a steep pile of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c]\n`,
      [UNFOLLOWED],
    ],
    ['an alias without an anchor', `${HEAD}steps: *nowhere\n`, [UNFOLLOWED]],
    ['a merge of what is no map', `%YAML 1.1\n---\n${HEAD}<<: 3\n`, [UNFOLLOWED]],
  ])('P7 %s', (_name, text, wanted) => {
    expect(complaints(text)).toEqual(wanted);
  });

  test('P7 several problems are told together', () => {
    const text = `${HEAD}version: 1\nsteps:\n  - { id: a, run: 3 }\n  - { id: b, aks: x }\n`;
    expect(complaints(text)).toEqual([
      '3: `version` must be text (put it in quotes).',
      '5: `steps[0].run` must be text that is not empty.',
      '6: `steps[1]` does not say what it does.',
    ]);
    const reading = read(text);
    expect(reading.ok ? '' : reading.problems[2]?.nextStep).toContain('Did you mean `ask`?');
  });
});
