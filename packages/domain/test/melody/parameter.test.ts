import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type Parameter, resolveParameters } from '../../src/index.ts';

const parameter = (more: object): Parameter => ({ name: 'p', ...more }) as Parameter;

/** The value, or what is said about it. */
function resolve(given: Parameter, value?: Json): unknown {
  const result = resolveParameters([given], value === undefined ? {} : { p: value }, { verify: 'make test' });
  return result.ok ? result.values.p : result.problems.map((problem) => problem.sentence).join(' ');
}

describe('P7 parameters', () => {
  test.each<[object, Json | undefined, unknown]>([
    [{ type: 'text' }, 'x', 'x'],
    [{ type: 'text' }, undefined, 'The parameter `p` is missing.'],
    [{ type: 'text', required: false }, undefined, null],
    [{ type: 'text' }, 3, 'The parameter `p` must be text.'],
    [{ type: 'text', minLength: 2 }, 'x', 'The parameter `p` must be at least 2 characters long.'],
    [{ type: 'text', maxLength: 2 }, 'xyz', 'The parameter `p` must be at most 2 characters long.'],
    [{ type: 'text', pattern: 'a|b' }, 'b', 'b'],
    [{ type: 'text', pattern: 'a|b' }, 'ab', 'The parameter `p` must be text of the form `a|b`.'],
    [{ type: 'text', default: '{{ verify }}' }, undefined, 'make test'],
    [{ type: 'text', default: '{{ verify }}' }, 'npm t', 'npm t'],
    [{ type: 'text', default: '' }, undefined, ''],
    [{ type: 'number', min: 1, max: 3 }, 3, 3],
    [{ type: 'number', min: 1 }, 0, 'The parameter `p` must be a number, 1 or more.'],
    [{ type: 'number', max: 3, whole: true }, 4, 'The parameter `p` must be a whole number, 3 or less.'],
    [{ type: 'number', whole: true }, 1.5, 'The parameter `p` must be a whole number.'],
    [{ type: 'number', default: 7 }, null, 7],
    [{ type: 'boolean' }, false, false],
    [{ type: 'boolean' }, 'yes', 'The parameter `p` must be `true` or `false`.'],
    [{ type: 'choice', options: ['a', 'b'] }, 'b', 'b'],
    [{ type: 'choice', options: ['a', 'b'] }, 'c', 'The parameter `p` must be one of `a`, `b`.'],
    [{ type: 'list', maxLength: 1 }, ['x', 'y'], 'The parameter `p` must be at most 1 entries long.'],
    [{ type: 'list' }, 'x', 'The parameter `p` must be a list.'],
    [{ type: 'json' }, { a: [1] }, { a: [1] }],
  ])('P7 %j given %j', (shape, value, wanted) => {
    expect(resolve(parameter(shape), value)).toEqual(wanted);
  });

  test('P7 a required default that comes to nothing is missing', () => {
    const given = parameter({ type: 'text', default: '{{ verify }}', required: true });
    expect(resolveParameters([given], {}, { verify: '' }).ok).toBe(false);
    expect(resolveParameters([given], {}, {}).ok).toBe(false);
    expect(resolveParameters([given], {}, { verify: 'x' })).toEqual({ ok: true, values: { p: 'x' } });
  });

  test('P7 all problems are told, unknown names with those there are', () => {
    const result = resolveParameters([parameter({ type: 'text' })], { q: 1 });
    expect(result).toMatchObject({
      ok: false,
      problems: [{ parameter: 'q', nextStep: 'It takes `p`.' }, { parameter: 'p' }],
    });
  });

  test('P7 law: what is accepted is within its constraints', () => {
    const shape = fc.record({ min: fc.integer(), max: fc.integer(), whole: fc.boolean() });
    fc.assert(
      fc.property(shape, fc.oneof(fc.double(), fc.integer(), fc.string()), ({ min, max, whole }, value) => {
        const result = resolveParameters([parameter({ type: 'number', min, max, whole })], {
          p: value as Json,
        });
        const fits =
          typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
        expect(result.ok).toBe(fits);
      }),
    );
  });
});
