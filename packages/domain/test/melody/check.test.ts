import { describe, expect, test } from 'vitest';
import { checkMelody, type FlowNode, type Melody, playableFlow } from '../../src/index.ts';

const say: FlowNode = {
  id: 'say',
  kind: 'operator',
  operator: 'command',
  config: { run: 'echo {{ word }}' },
};

const sound: Melody = {
  name: 'greet',
  title: 'Greet',
  description: '',
  version: '1.0.0',
  tags: [],
  parameters: [{ name: 'word', type: 'text', default: 'hello' }],
  triggers: [],
  limits: { parallel: 1, timeoutMs: null, runs: 1, usd: null },
  permissions: { commands: true, agents: true },
  onError: 'halt',
  flow: { nodes: [say], edges: [] },
};

const found = (change: Partial<Melody>): string[] =>
  checkMelody({ ...sound, ...change }).map(({ where, sentence }) => `${where.join('.')}: ${sentence}`);

const playing = (...nodes: FlowNode[]): Partial<Melody> => ({ flow: { nodes, edges: [] } });
const agent = (description: string, rehearsal?: string[]): FlowNode => ({
  id: 'work',
  kind: 'agent',
  work: { title: 'Work', description, ...(rehearsal ? { rehearsal } : {}) },
});
const fromOutside = (word: string): Partial<Melody> => ({
  triggers: [{ on: 'webhook', hook: 'go', parameters: { word } }],
});

describe('P7 melody validation', () => {
  test('P7 a sound one has no problems', () => {
    expect(found({})).toEqual([]);
  });

  test.each<[string, Partial<Melody>, string[]]>([
    ['a name in capitals', { name: 'Greet' }, ['name: `Greet` cannot be the name of a melody.']],
    ['no title', { title: ' ' }, ['title: The melody has no title.']],
    ['a version of two numbers', { version: '1.0' }, ['version: `1.0` is not a version.']],
    ['nothing to do', playing(), ['flow: The melody does nothing.']],
    [
      'a parameter twice',
      { parameters: [...sound.parameters, ...sound.parameters] },
      ['parameters.1.name: The parameter `word` is there twice.'],
    ],
    [
      'a parameter with a name that means something else',
      { parameters: [...sound.parameters, { name: 'verify', type: 'json' }] },
      ['parameters.1.name: `verify` has a meaning of its own in every melody.'],
    ],
    [
      'a default against its own rule',
      { parameters: [{ name: 'word', type: 'text', default: 'x', minLength: 2 }] },
      ['parameters.0.default: The default of `word` must be at least 2 characters long.'],
    ],
    [
      'a default that speaks of another parameter',
      { parameters: [{ name: 'word', type: 'text', default: '{{ other }}' }] },
      ['parameters.0.default: The default of `word` speaks of `other`, which is not known there.'],
    ],
    [
      'a pattern that is none',
      { parameters: [{ name: 'word', type: 'text', pattern: '(' }] },
      ['parameters.0.pattern: The pattern of `word` is not a regular expression.'],
    ],
    [
      'nothing to choose from',
      { parameters: [{ name: 'word', type: 'choice', options: [] }] },
      ['parameters.0.options: The parameter `word` has nothing to choose from.'],
    ],
    [
      'bounds that exclude each other',
      { parameters: [{ name: 'word', type: 'number', min: 2, max: 1 }] },
      ['parameters.0: No value of `word` can be 2 or more and 1 or less.'],
    ],
    [
      'a trigger that gives what is not taken',
      { triggers: [{ on: 'git', branch: 'main', parameters: { x: 1 } }] },
      ['triggers.0.parameters: The trigger gives `x`, which is not a parameter.'],
    ],
    [
      'a trigger that leaves out what is required',
      { parameters: [{ name: 'word', type: 'text' }], triggers: [{ on: 'git', branch: 'main' }] },
      ['triggers.0.parameters: The trigger does not give `word`, which is required.'],
    ],
    [
      'a schedule of four fields',
      { triggers: [{ on: 'schedule', cron: '0 6 * *' }] },
      ['triggers.0.cron: `0 6 * *` does not have five fields.'],
    ],
    [
      'a trigger for every item',
      { triggers: [{ on: 'item' }] },
      ['triggers.0.on: The trigger would match every work item.'],
    ],
    [
      'a trigger by itself',
      { triggers: [{ on: 'melody', melody: 'greet', ended: 'any' }] },
      ['triggers.0.melody: The melody would start itself for ever.'],
    ],
    [
      'no files to watch',
      { triggers: [{ on: 'files', paths: [] }] },
      ['triggers.0.paths: The trigger watches no files.'],
    ],
    [
      'no place to play',
      { limits: { ...sound.limits, parallel: 0 } },
      ['limits.parallel: `limits.parallel` is 0.'],
    ],
    [
      'no time to play',
      { limits: { ...sound.limits, timeoutMs: 0 } },
      ['limits.timeout: `limits.timeout` is 0.'],
    ],
    [
      'a command where none may run',
      { permissions: { commands: false, agents: true } },
      ['flow.nodes.0: `say` runs a command, which this melody may not.'],
    ],
    [
      'an agent where none may work',
      { ...playing(agent('x')), permissions: { commands: true, agents: false } },
      ['flow.nodes.0: `work` gives work to an agent, which this melody may not.'],
    ],
    [
      'a word that stands for nothing',
      playing(agent('say {{ wrod }}')),
      ['flow.nodes.0.work.description: `{{ wrod }}` in `work` stands for nothing.'],
    ],
    [
      'a step named like a parameter',
      playing({ ...say, id: 'word' }),
      ['flow.nodes.0.id: `word` is the id of a step and the name of a value that is known everywhere.'],
    ],
    ['a script that speaks of its answer', playing(agent('x', ['{{ answer }} {{ word }}'])), []],
    [
      'a text that speaks of an answer',
      playing(agent('{{ answer }}')),
      ['flow.nodes.0.work.description: `{{ answer }}` in `work` stands for nothing.'],
    ],
    [
      'an input that carries nothing',
      playing({ id: 'in', kind: 'input', parameter: 'x' }),
      ['flow.nodes.0.parameter: `in` carries the parameter `x`, which is not there.'],
    ],
    [
      'a loop bounded by a word',
      playing({ id: 'l', kind: 'loop', times: 5, timesFrom: 'word', body: { nodes: [say], edges: [] } }),
      [
        'flow.nodes.0.timesFrom: The loop `l` takes its bound from `word`, which is not a parameter of type number.',
      ],
    ],
    [
      'words in a loop: its round and its inputs',
      playing({
        id: 'l',
        kind: 'loop',
        times: 5,
        inputs: [{ name: 'seen', type: 'text', default: '' }],
        body: { nodes: [agent('{{ round }} {{ seen }} {{ unseen }}')], edges: [] },
      }),
      ['flow.nodes.0.body.nodes.0.work.description: `{{ unseen }}` in `work` stands for nothing.'],
    ],
    ['a flow that is wrong', playing({ ...say, id: '!' }), ['flow.nodes.0.id: `!` cannot be an id.']],
    ['a trigger that says a fixed word to a shell', fromOutside('hello'), []],
    [
      'a trigger that lets others speak to a shell',
      fromOutside('{{ body.word }}'),
      [
        'flow.nodes.0.config.run: `{{ word }}` in the command of `say` is filled by a trigger: a shell would run what comes from outside.',
      ],
    ],
    [
      'a trigger that lets others speak within a pattern',
      {
        ...fromOutside('{{ body.word }}'),
        parameters: [{ name: 'word', type: 'text', default: 'x', pattern: '\\w+' }],
      },
      [],
    ],
  ])('P7 %s', (_name, change, wanted) => {
    expect(found(change)).toEqual(wanted);
  });

  test('P7 the output of a step never reaches a shell', () => {
    const edge = { kind: 'data', from: 'say', fromPort: 'output', to: 'run', toPort: 'said' } as const;
    const run = (text: string): FlowNode => ({
      id: 'run',
      kind: 'operator',
      operator: 'command',
      config: { run: text },
      inputs: [{ name: 'said', type: 'text' }],
    });
    for (const text of ['{{ say.output }}', '{{ said }}']) {
      const [first, ...more] = found({ flow: { nodes: [say, run(text)], edges: [edge] } });
      expect(first).toContain('is the output of a step: a shell would run what it says.');
      expect(more).toEqual([]);
    }
    const asked: FlowNode = {
      id: 'run',
      kind: 'gate',
      question: '{{ say.output }}',
      inputs: [{ name: 'said', type: 'text' }],
    };
    expect(found({ flow: { nodes: [say, asked], edges: [edge] } })).toEqual([]);
  });

  test('P7 a loop whose bound is a parameter plays as often as it says, within its bound', () => {
    const body = { nodes: [say], edges: [] };
    const loop: FlowNode = { id: 'l', kind: 'loop', times: 5, timesFrom: 'n', body };
    const times = (n: number): unknown =>
      playableFlow(
        { ...sound, flow: { nodes: [{ ...loop, body: { nodes: [loop], edges: [] } }], edges: [] } },
        { n },
      ).nodes[0];
    expect(times(3)).toMatchObject({ times: 3, body: { nodes: [{ times: 3 }] } });
    expect(times(9)).toMatchObject({ times: 5 });
    expect(times(0)).toMatchObject({ times: 1 });
  });
});
