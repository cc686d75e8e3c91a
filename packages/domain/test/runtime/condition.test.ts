import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, type Json, readCondition } from '../../src/index.ts';
import { conditionSteps } from '../../src/runtime/condition.ts';
import type { Condition } from '../../src/runtime/condition-parser.ts';

const OUTPUTS: Readonly<Record<number, Json>> = {
  1: { rain: 0.7, days: ['mon', 'tue'], title: 'Summer holiday', ok: true, none: null, 'wind-speed': 3 },
  2: 5,
};

const decide = (text: string): boolean | string => {
  const read = readCondition(text);
  if (!read.ok) return `unreadable: ${read.problem}`;
  try {
    return holds(read.condition, (step) => OUTPUTS[step]);
  } catch (error) {
    return `undecidable: ${(error as Error).message}`;
  }
};

describe('R11 conditions', () => {
  test.each<[string, boolean | RegExp]>([
    ['step_1_output.rain > 0.5', true],
    ['{{step_1_output.rain}} > 0.5', true],
    ['{{ step_1_output.days[1] }} == "tue"', true],
    ["step_1_output.days.0 == 'mon'", true],
    ['step_1_output.days contains "wed"', false],
    ['step_1_output contains "title"', true],
    ['step_1_output.title contains "holiday" and not step_1_output.none', true],
    ['step_1_output.wind-speed <= 3', true],
    ['!(step_2_output >= 5) || step_1_output.ok === true', true],
    ['not step_1_output.ok or step_2_output != 5', false],
    ['step_1_output.absent == null', true],
    ['step_1_output.absent > 1', false],
    ['step_3_output', false],
    ['step_1_output.days', true],
    ['step_1_output.days.length', false],
    ['step_1_output.constructor', false],
    ['step_1_output.rain > "a"', /undecidable.*cannot be compared/],
    ['true and (false or TRUE)', true],
    ['-1.5e1 < 0', true],
    ['"a\\"b" == \'a"b\'', true],
    ['', /unreadable: it ends where a value/],
    ['step_1_output.rain >', /unreadable: it ends/],
    ['step_1_output rain', /unreadable: `rain` means nothing/],
    ['(true', /unreadable: a parenthesis/],
    ['true true', /unreadable: nothing is expected/],
    ['and true', /unreadable: a value is expected/],
    ['process.exit(1)', /unreadable: `process` means nothing/],
    ['a = 1; b', /unreadable/],
    ['"open', /unreadable/],
    [`${'('.repeat(60)}true${')'.repeat(60)}`, /unreadable: it is nested/],
    [`${'not '.repeat(60)}true`, /unreadable: it is nested/],
    [`${'true or '.repeat(300)}true`, /unreadable: it is longer/],
  ])('%s', (text, expected) => {
    if (typeof expected === 'boolean') expect(decide(text)).toBe(expected);
    else expect(decide(text)).toMatch(expected);
  });

  test('R11 the steps a condition looks at', () => {
    expect(conditionSteps('step_3_output.a == step_12_output and not {{step_1_output}}')).toEqual([3, 12, 1]);
  });
});

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string())
    .map((value): Condition => ({ kind: 'literal', value })),
  fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.constantFrom('a', 'b', '0', 'c_d', 'e-f'), { maxLength: 3 }),
    )
    .map(([step, path]): Condition => ({ kind: 'path', step, path })),
);

const conditions = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    tie('node').map((inner): Condition => ({ kind: 'not', inner })),
    fc
      .tuple(
        fc.constantFrom('and', 'or', '==', '!=', '<', '<=', '>', '>=', 'contains' as const),
        tie('node'),
        tie('node'),
      )
      .map(([kind, left, right]) => ({ kind, left, right }) as Condition),
  ),
})).node;

const written = (condition: Condition): string => {
  switch (condition.kind) {
    case 'literal':
      return typeof condition.value === 'string' ? quoted(condition.value) : String(condition.value);
    case 'path':
      return [`step_${condition.step}_output`, ...condition.path].join('.');
    case 'not':
      return `not (${written(condition.inner)})`;
    default:
      return `(${written(condition.left)}) ${condition.kind} (${written(condition.right)})`;
  }
};

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, (each) => `\\${each}`)}"`;

describe('R11 laws of conditions', () => {
  test('R11 what is written is read back as it was meant', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        const text = written(condition);
        fc.pre(text.length <= 2_000);
        expect(readCondition(text)).toEqual({ ok: true, condition });
      }),
    );
  });

  test('R11 and, or, not keep their laws whatever the values', () => {
    const json = fc.jsonValue().map((value) => value as Json);
    const truth = (text: string, values: readonly Json[]): boolean => {
      const read = readCondition(text);
      if (!read.ok) throw new Error(read.problem);
      return holds(read.condition, (step) => values[step - 1]);
    };
    fc.assert(
      fc.property(json, json, (a, b) => {
        const [p, q] = ['step_1_output', 'step_2_output'];
        expect(truth(`not (${p} and ${q})`, [a, b])).toBe(truth(`not ${p} or not ${q}`, [a, b]));
        expect(truth(`${p} == ${q}`, [a, b])).toBe(!truth(`${p} != ${q}`, [a, b]));
        expect(truth(`${p} == ${p}`, [a, b])).toBe(true);
        expect(truth(`not not ${p}`, [a, b])).toBe(truth(p, [a, b]));
      }),
    );
  });

  test('R11 whatever is written is read or refused, and never throws', () => {
    const words = fc.constantFrom(
      'step_1_output',
      '.a',
      '[0]',
      '(',
      ')',
      'and',
      'not',
      '==',
      '<',
      '"x',
      '"y"',
      '7',
      '{{',
      '}}',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((each) => each.join(' ')),
        ),
        (text) => {
          const read = readCondition(text);
          if (!read.ok) expect(read.problem).not.toBe('');
        },
      ),
    );
  });
});
