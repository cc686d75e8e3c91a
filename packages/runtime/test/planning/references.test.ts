import { type Json, referencesIn, stepNeeds } from '@symphony/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveReferences } from '../../src/planning/references.ts';
import { step } from './stage.ts';

const OUTPUTS: Readonly<Record<number, Json>> = {
  1: { text: 'sun', count: 3, list: [{ name: 'first' }, 2], none: null, deep: { '{{step_2_output}}': 1 } },
  2: [true, '{{step_1_output.count}}'],
};
const resolve = (template: Json) => resolveReferences(template, (number) => OUTPUTS[number]);

describe('R11 references', () => {
  test.each<[string, Json, Json]>([
    ['a whole output', '{{step_2_output}}', [true, '{{step_1_output.count}}']],
    ['a number stays one', '{{step_1_output.count}}', 3],
    ['null stays null', '{{ step_1_output.none }}', null],
    ['an object stays one', '{{step_1_output.list.0}}', { name: 'first' }],
    ['brackets', '{{step_1_output.list[0].name}}', 'first'],
    ['within a text', 'It is {{step_1_output.text}}, {{step_1_output.count}} times', 'It is sun, 3 times'],
    ['an object within a text', 'got {{step_1_output.list}}!', 'got [{"name":"first"},2]!'],
    ['null within a text', 'a{{step_1_output.none}}b', 'ab'],
    ['texts in lists', ['{{step_1_output.text}}', ['{{step_2_output.0}}']], ['sun', [true]]],
    ['texts in objects', { a: { b: '{{step_1_output.text}}' }, c: 1 }, { a: { b: 'sun' }, c: 1 }],
    ['a value that looks like a reference', '{{step_2_output.1}}', '{{step_1_output.count}}'],
    ['the same within a text', 'x {{step_2_output.1}}', 'x {{step_1_output.count}}'],
    ['other braces', '{{name}} {{step_x}} {step_1_output}', '{{name}} {{step_x}} {step_1_output}'],
    ['a replacement pattern', 'pay $& {{step_1_output.text}}', 'pay $& sun'],
  ])('%s', (_, template, value) => {
    expect(resolve(template)).toEqual({ ok: true, value });
  });

  test.each<[string, Json, string[]]>([
    ['a part that is not there', '{{step_1_output.absent}}', ['{{step_1_output.absent}}']],
    ['a step that gave nothing', ['x {{step_3_output}}'], ['{{step_3_output}}']],
    ['beyond the end of a list', '{{step_1_output.list.9}}', ['{{step_1_output.list.9}}']],
    ['inherited things', '{{step_1_output.constructor}}', ['{{step_1_output.constructor}}']],
    ['the length of a list', '{{step_1_output.list.length}}', ['{{step_1_output.list.length}}']],
    ['through a number', '{{step_1_output.count.a}}', ['{{step_1_output.count.a}}']],
    [
      'several, each once',
      { a: '{{step_9_output}}', b: 'x {{step_9_output}}', c: '{{step_8_output.q}}' },
      ['{{step_9_output}}', '{{step_8_output.q}}'],
    ],
  ])('%s is named', (_, template, unresolved) => {
    expect(resolve(template)).toEqual({ ok: false, unresolved });
  });
});

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => value as Json);

/** Wraps a value as deep in objects and lists as told. */
const wrapped = (value: Json, ways: readonly boolean[]): Json =>
  ways.reduce<Json>((inner, list) => (list ? [0, inner] : { in: inner }), value);

describe('R11 laws of references', () => {
  test('R11 a whole reference gives the very value, however deep it stands', () => {
    fc.assert(
      fc.property(json, fc.array(fc.boolean(), { maxLength: 5 }), (value, ways) => {
        const found = resolveReferences(wrapped('{{step_1_output}}', ways), () => value);
        expect(found).toEqual({ ok: true, value: wrapped(value, ways) });
      }),
    );
  });

  test('R11 values without references stay as they are', () => {
    fc.assert(
      fc.property(json, (value) => {
        fc.pre(referencesIn(value).length === 0);
        expect(resolveReferences(value, () => undefined)).toEqual({ ok: true, value });
      }),
    );
  });

  test('R11 what is referred to is what is needed, and what is missing is what is named', () => {
    const refs = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 30 }), fc.array(fc.boolean(), { maxLength: 3 })),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(refs, fc.array(fc.integer({ min: 1, max: 30 })), (found, dependsOn) => {
        const parameters = {
          all: found.map(([number, ways]) => wrapped(`a {{step_${number}_output}} b`, ways)),
        };
        const wanted = new Set(found.map(([number]) => number));
        const needs = stepNeeds(step(31, 'a.b', { parameters, dependsOn }));
        expect(new Set(needs)).toEqual(new Set([...wanted, ...dependsOn]));
        expect(needs.length).toBe(new Set(needs).size);
        const resolved = resolveReferences(parameters, (number) => (number % 2 === 0 ? 'even' : undefined));
        const odd = [...wanted]
          .filter((number) => number % 2 === 1)
          .map((number) => `{{step_${number}_output}}`);
        expect(resolved.ok ? [] : [...resolved.unresolved].sort()).toEqual(odd.sort());
      }),
    );
  });
});
