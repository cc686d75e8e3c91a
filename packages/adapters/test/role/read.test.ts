import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRole } from '@symphony/adapters/role';
import { describe, expect, test } from 'vitest';

const read = (text: string) => readRole(text, { name: 'mine' });

describe('R9 a role as people write it', () => {
  test('what is left out has its usual value', () => {
    const { role, problems } = read(
      'description: Waters plants\nprompt: |\n  You water plants.\nexamples: [water the ficus, a, b]\n',
    );
    expect(problems).toEqual([]);
    expect(role).toEqual({
      name: 'mine',
      description: 'Waters plants',
      fast: true,
      tools: [],
      parameters: [],
      tier: 'default',
      examples: ['water the ficus', 'a', 'b'],
      prompt: 'You water plants.',
      priority: 10,
    });
  });

  test('everything that can be said', () => {
    const { role } = read(`
name: plants
description: d
fast: false
tools: [home.call, my-server.water_x2e_now]
parameters:
  - { name: plant, description: which, type: text, required: true, choices: [ficus, fern] }
  - { name: amount, description: how much }
tier: weak
priority: 2
prompt: p
`);
    expect(role).toMatchObject({
      name: 'plants',
      fast: false,
      tier: 'weak',
      priority: 2,
      tools: ['home.call', 'my-server.water_x2e_now'],
      parameters: [
        { name: 'plant', description: 'which', type: 'text', required: true, choices: ['ficus', 'fern'] },
        { name: 'amount', description: 'how much', type: 'text', required: false },
      ],
    });
  });

  const good = 'description: d\nprompt: p\nexamples: [a, b, c]\n';
  test.each<[string, string, number, RegExp, RegExp?]>([
    ['a key nobody knows', `${good}tolls: [x.y]\n`, 4, /`tolls` is not known/, /Did you mean `tools`/],
    ['a tier that is none', `${good}tier: week\n`, 4, /`tier` must be/, /Did you mean `weak`/],
    [
      'a type that is none',
      `${good}parameters:\n  - name: x\n    description: y\n    type: durations\n`,
      7,
      /type` must be/,
      /duration/,
    ],
    ['a tool that is no name', `${good}tools:\n  - files.read\n  - shell\n`, 6, /name of a tool/],
    ['no prompt', 'description: d\nexamples: [a, b, c]\n', 1, /`prompt` is missing/],
    ['too few examples', 'description: d\nprompt: p\nexamples:\n  - only one\n', 3, /at least 3 examples/],
    ['no examples at all', 'description: d\nprompt: p\n', 1, /at least 3 examples/],
    [
      'an example twice',
      `description: d\nprompt: p\nexamples:\n  - a\n  - b\n  - c\n  - a\n`,
      7,
      /`a` is given twice/,
    ],
    ['a name that is none', `${good}name: my-role\n`, 4, /letters, digits/],
    ['no map', '- a\n', 1, /map of keys/],
    ['no YAML', 'description: "d\n', 2, /not valid YAML/],
    ['a key twice', `${good}prompt: q\n`, 4, /`prompt` is given twice/],
    ['an empty file', '', 1, /`description` is missing/],
  ])('%s is said with its line', (_, text, line, sentence, nextStep) => {
    const { role, problems } = read(text);
    expect(role).toBeNull();
    const found = problems.find((problem) => sentence.test(problem.sentence));
    expect(found, JSON.stringify(problems)).toBeDefined();
    expect(found?.line).toBe(line);
    if (nextStep) expect(found?.nextStep).toMatch(nextStep);
  });
});

test('R9 the example in the reference is a role', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/role-file.md'), 'utf8');
  const example = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(readRole(example, { name: 'plants' })).toMatchObject({
    problems: [],
    role: { name: 'plants', priority: 9 },
  });
});
