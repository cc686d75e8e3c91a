import { failureOf, type Json, type Values } from '@symphony/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from '../../../src/melody/expression.ts';

const SCOPE: Values = {
  code: 0,
  ratio: 0.5,
  count: 4,
  name: 'main',
  none: null,
  labels: ['bug', 'slow'],
  tests: { output: 'ok', failed: 2, 'odd-name': 1 },
};

const refusal = (expression: string, scope: Values = SCOPE) => {
  try {
    return JSON.stringify(evaluate(expression, scope));
  } catch (error) {
    return failureOf(error);
  }
};

test('P6 numbers from JSON behave as people expect, whole or not', () => {
  const cases: readonly (readonly [string, Json])[] = [
    ['code == 0', true],
    ['count > 3', true],
    ['count > 3.5', true],
    ['count == 4.0', true],
    ['ratio * 2', 1],
    ['2 * ratio == 1', true],
    ['ratio * count + 1', 3],
    ['count - 0.5', 3.5],
    ['count / 8.0', 0.5],
    ['count % 3', 1],
    ['-count', -4],
    ['tests.failed + 1', 3],
    ['tests["odd-name"]', 1],
    ['size(labels)', 2],
    ['uint(3)', 3],
  ];
  for (const [expression, value] of cases)
    expect([expression, evaluate(expression, SCOPE)]).toEqual([expression, value]);
});

test('P6 texts, lists, maps, choices and what is missing', () => {
  const cases: readonly (readonly [string, Json])[] = [
    ['"bug" in labels && !("x" in labels)', true],
    ['name.startsWith("ma") ? "yes" : "no"', 'yes'],
    ['tests.output.contains("k")', true],
    ['has(tests.failed) && !has(tests.passed)', true],
    ['none == null', true],
    ['{"n": count, "l": [1, "a", null]}', { n: 4, l: [1, 'a', null] }],
    ['labels', ['bug', 'slow']],
    ['tests', { output: 'ok', failed: 2, 'odd-name': 1 }],
    ['timestamp("2026-01-01T00:00:00Z")', '2026-01-01T00:00:00.000Z'],
  ];
  for (const [expression, value] of cases)
    expect([expression, evaluate(expression, SCOPE)]).toEqual([expression, value]);
});

test('P6 what cannot be evaluated gives one sentence that names the expression', () => {
  const expressions = [
    'count >',
    'count = 3',
    'nope == 1',
    'tests.nope == 1',
    'constructor',
    'toString == 1',
    '__proto__',
    'tests.constructor',
    'fetch("http://example.test")',
    'code && true',
    'name + 1',
    '1 / 0',
    '1.0 / 0.0',
    'labels[9]',
    'type(1)',
    'b"bytes"',
    '',
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ];
  for (const expression of expressions) {
    const failure = refusal(expression);
    if (typeof failure === 'string') throw new Error(`${expression} gave ${failure}`);
    expect(failure.code).toBe('invalid');
    expect(failure.message).toContain(expression.slice(0, 120));
    expect(failure.message).toMatch(/^The expression `[^\n]*` cannot be evaluated: [^\n]+\.$/);
  }
  expect(refusal('nope == 1', { code: 0, count: 1 })).toMatchObject({
    message:
      'The expression `nope == 1` cannot be evaluated: `nope` stands for nothing (known are code, count).',
  });
});

test('P6 nothing that could take long is available, however deep it is hidden', () => {
  const loops = [
    'labels.map(x, x)',
    'size(labels.filter(x, true)) > 1',
    'labels.exists(x, x == "a")',
    '[labels.all(x, true)]',
    '{"a": labels.exists_one(x, true)}',
    'code == 0 ? name.matches("(a+)+$") : false',
    'has(tests.a) && labels[labels.map(x, 0)[0]] == "a"',
  ];
  for (const expression of loops) expect(refusal(expression)).toMatchObject({ code: 'invalid' });
  expect(refusal(loops[5] ?? '')).toMatchObject({
    message: expect.stringContaining('`matches` is not available'),
  });
  expect(refusal(`"${'x'.repeat(1000)}"`)).toMatchObject({
    message: expect.stringContaining('longer than 1000'),
  });
});

test('P6 any JSON comes out as it went in, and the same expression gives the same again', () => {
  const json = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(json, (value) => {
      const scope = { value: JSON.parse(JSON.stringify(value)) as Json };
      expect(evaluate('value', scope)).toEqual(scope.value);
      expect(evaluate('[value, value]', scope)).toEqual([scope.value, scope.value]);
    }),
    { numRuns: 300 },
  );
});

test('P6 more expressions than are kept compiled still give their values', () => {
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 1200; n++) expect(evaluate(`count + ${n}`, { count: 1 })).toBe(n + 1);
});
