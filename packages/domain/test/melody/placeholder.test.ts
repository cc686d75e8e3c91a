import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillJson, fillPlaceholders, placeholderNames, textScope } from '../../src/index.ts';

const scope = { name: 'Ada', count: 3, empty: null, list: ['a', 1], tests: { output: 'red {{ name }}' } };

describe('P7 placeholders', () => {
  test.each([
    ['no braces', 'no braces'],
    ['{{ name }} has {{count}}', 'Ada has 3'],
    ['{{ tests.output }}', 'red {{ name }}'],
    ['[{{ empty }}] {{ list }}', '[] ["a",1]'],
    ['\\{{ name }} stays', '{{ name }} stays'],
    ['{ { name } }', '{ { name } }'],
  ])('P7 %j becomes %j', (text, wanted) => {
    expect(fillPlaceholders(text, scope)).toEqual({ ok: true, value: wanted });
  });

  test.each([
    ['{{ nobody }} and {{ name }}', ['nobody']],
    ['{{ tests.code }}', ['tests.code']],
    ['{{ name.length }}', ['name.length']],
    ['{{ tests.output.length }}', ['tests.output.length']],
    ['{{ constructor }} {{ __proto__ }}', ['constructor', '__proto__']],
    ['{{ count + 1 }}', ['count + 1']],
    ['{{ }}', ['']],
  ])('P7 %j speaks of what is not known', (text, unknown) => {
    expect(fillPlaceholders(text, scope)).toEqual({ ok: false, unknown });
  });

  test('P7 in a value, a text that is one placeholder becomes the value itself', () => {
    const template = { a: '{{ count }}', b: ['{{ list }}', 'n = {{ count }}'], c: true };
    expect(fillJson(template, scope)).toEqual({ ok: true, value: { a: 3, b: [['a', 1], 'n = 3'], c: true } });
    expect(fillJson({ a: ['{{ x }}', '{{ y }} {{ x }}'] }, scope)).toEqual({
      ok: false,
      unknown: ['x', 'y'],
    });
    expect(fillJson('say {{ answer }}', scope, ['answer'])).toEqual({ ok: true, value: 'say {{answer}}' });
  });

  test('P7 law: what a value says is never filled again', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(fillPlaceholders('{{ a }}|{{ b }}', { a, b })).toEqual({ ok: true, value: `${a}|${b}` });
      }),
    );
  });

  test('P7 law: filling succeeds exactly when every name is known', () => {
    const names = fc.array(fc.constantFrom('name', 'count', 'nobody', 'tests.output', 'tests.x'), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(names, (given) => {
        const text = given.map((name) => `{{ ${name} }}`).join(' ');
        const known = given.every((name) => !['nobody', 'tests.x'].includes(name));
        expect(placeholderNames(text)).toEqual([...new Set(given)]);
        expect(fillPlaceholders(text, scope).ok).toBe(known);
      }),
    );
  });

  test('P7 a node speaks of its inputs by port and by where they come from, and of nothing else', () => {
    const flow = {
      nodes: [],
      edges: [
        { kind: 'data', from: 'tests', fromPort: 'output', to: 'fix', toPort: 'tests_output' },
        { kind: 'data', from: 'other', fromPort: 'x', to: 'elsewhere', toPort: 'x' },
      ],
    } as const;
    expect(textScope(flow, 'fix', { rounds: 3 }, { tests_output: 'red' })).toEqual({
      rounds: 3,
      tests: { output: 'red' },
      tests_output: 'red',
    });
  });
});
