import { readdirSync, readFileSync } from 'node:fs';
import { decodeMelody, openMelodyBook } from '@symphony/adapters/melody';
import {
  type Flow,
  type FlowNode,
  fillJson,
  fillPlaceholders,
  isRequired,
  type Json,
  type Melody,
  REHEARSAL_NAMES,
  resolveParameters,
  textScope,
  type Values,
} from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { readScript } from '../../../../adapters/src/agent/rehearsal/script/script.ts';
import { evaluate } from '../../../src/melody/expression.ts';
import { whyNoExpression } from '../../../src/melody/library/expression-check.ts';
import { builtInMelodies } from '../../../src/melody/library/index.ts';

const NAMES =
  'dependency-upgrade docs-refresh fix-failing-tests flaky-test-hunt implement-issue refactor-safely release-notes review-pull-request security-sweep write-tests';

const melodies = builtInMelodies().map(({ file, text }): readonly [string, Melody] => {
  const reading = decodeMelody(Buffer.from(text), 'yaml', file);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems, null, 1));
  return [reading.melody.name, reading.melody];
});

/** Every node, with the flow it is in and what is known around that. */
function everyNode(flow: Flow, around: Values): { flow: Flow; node: FlowNode; around: Values }[] {
  return flow.nodes.flatMap((node) => {
    const inputs = Object.fromEntries((node.inputs ?? []).map(({ name }) => [name, name]));
    const inner = node.kind === 'loop' ? everyNode(node.body, { ...around, ...inputs, round: 1 }) : [];
    return [{ flow, node, around }, ...inner];
  });
}

function sampleOf(melody: Melody): Values {
  const given = melody.parameters.filter(isRequired).filter((each) => each.default === undefined);
  const values = Object.fromEntries(given.map((each): [string, Json] => [each.name, 'something-to-do']));
  const result = resolveParameters(melody.parameters, values, { verify: 'make test' });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return { ...result.values, verify: 'make test' };
}

const expressionsOf = (flow: Flow): string[] => [
  ...flow.edges.flatMap((edge) => (edge.kind === 'conditional' ? [edge.condition] : [])),
  ...flow.nodes.flatMap((node) =>
    node.kind === 'loop'
      ? [...(node.until === undefined ? [] : [node.until]), ...expressionsOf(node.body)]
      : [],
  ),
];

describe('P7 the ten built-in melodies', () => {
  test('P7 all of them are there and nothing is wrong with them', async () => {
    const book = await openMelodyBook('/nowhere', builtInMelodies());
    expect(book.problems()).toEqual([]);
    expect(book.list().map((each) => each.melody.name)).toEqual(NAMES.split(' '));
  });

  test.each(melodies)('P7 %s: its conditions are expressions', (_name, { flow }) => {
    const scope = { ok: true, reached: false, count: 2, answer: 'none' };
    for (const expression of expressionsOf(flow)) expect(evaluate(expression, scope)).toBeTypeOf('boolean');
  });

  test.each(melodies)('P7 %s: it can be filled in, and every agent can be rehearsed', (_name, melody) => {
    const sample = sampleOf(melody);
    const agents = everyNode(melody.flow, sample).filter(({ node }) => node.kind === 'agent');
    expect(agents.length).toBeGreaterThan(0);
    for (const { flow, node, around } of agents) {
      if (node.kind !== 'agent') continue;
      const inputs = Object.fromEntries((node.inputs ?? []).map(({ name }) => [name, `value of ${name}`]));
      const scope = textScope(flow, node.id, around, inputs);
      const { title, description, rehearsal = null } = node.work;
      const filled = [title, description].map((text) => fillPlaceholders(text, scope));
      expect(filled.every((each) => each.ok && !each.value.includes('{{'))).toBe(true);
      const script = fillJson(rehearsal, scope, REHEARSAL_NAMES);
      if (!script.ok) throw new Error(script.unknown.join(', '));
      const reading = readScript(script.value, 1, { identifier: 'S-1', title: 'x' } as never);
      expect(reading).toMatchObject({ ok: true });
      // It leaves a commit, and never rewrites a file of the repository.
      expect(Object.keys(Object.assign({}, ...(rehearsal as object[])))).toEqual(
        expect.arrayContaining(['append', 'commit']),
      );
      expect(JSON.stringify(rehearsal)).not.toMatch(/"(write|edit|run)":/);
    }
  });

  test.each(melodies)('P7 %s: it says who it is, and no trigger starts it unasked', (_name, melody) => {
    expect(melody.title).toMatch(/^[A-Z]/);
    expect(melody.description.length).toBeGreaterThan(60);
    expect(melody.limits.timeoutMs).not.toBeNull();
    expect(melody.triggers).toEqual([]);
    for (const each of melody.parameters) expect(each.description).toMatch(/\.$/);
  });
});

const EXAMPLES = new URL('../../../../../examples/melodies/', import.meta.url);
const GUIDES = ['guides/melodies.md', 'reference/melody-file.md'];

/** Every whole melody in a document. */
const melodiesIn = (text: string): string[] =>
  [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, yaml = '']) =>
    /^name:/m.test(yaml) ? [yaml] : [],
  );

describe('P7 what the documents show', () => {
  test.each(readdirSync(EXAMPLES))('P7 examples/melodies/%s is sound', (name) => {
    const reading = decodeMelody(readFileSync(new URL(name, EXAMPLES)), 'yaml', name, whyNoExpression);
    expect(reading).toMatchObject({ ok: true });
  });

  test.each(GUIDES)('P7 docs/%s shows melodies that are sound', (name) => {
    const shown = melodiesIn(readFileSync(new URL(`../../docs/${name}`, EXAMPLES), 'utf8'));
    expect(shown.length).toBeGreaterThan(0);
    for (const yaml of shown)
      expect(decodeMelody(Buffer.from(yaml), 'yaml', name, whyNoExpression)).toMatchObject({ ok: true });
  });
});

describe('P7 expressions', () => {
  test.each([
    ['ok == false', true],
    ['tests.ok && count > 3', true],
    ["answer in ['yes', 'sure']", true],
    ['ok ==', false],
    ['(ok', false],
    ['list.all(x, x > 1)', false],
  ])('P7 %s: %s', (expression, fine) => {
    expect(whyNoExpression(expression) === null).toBe(fine);
  });
});
