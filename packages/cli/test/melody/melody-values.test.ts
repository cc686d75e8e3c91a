import type { Json, Parameter } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { readValues } from '../../src/melody-values.ts';

const parameter = (type: string): Parameter => ({ name: 'p', type, options: [] }) as unknown as Parameter;

describe('P7 parameters on the command line', () => {
  test.each<[string, string, Json]>([
    ['text', 'a=b, c', 'a=b, c'],
    ['text', '', ''],
    ['choice', '3', '3'],
    ['number', '1.5', 1.5],
    ['boolean', 'Yes', true],
    ['boolean', 'off', false],
    ['list', 'a, b', ['a', 'b']],
    ['list', '["a,b", 1]', ['a,b', 1]],
    ['json', '{"a": [null]}', { a: [null] }],
  ])('P7 a %s given as %j', (type, text, wanted) => {
    expect(readValues([parameter(type)], [`p=${text}`])).toEqual({ p: wanted });
  });

  test.each([
    ['number', ''],
    ['number', '1e999'],
    ['boolean', 'maybe'],
    ['json', '{'],
    ['list', '[1'],
  ])('P7 a %s given as %j is refused', (type, text) => {
    expect(() => readValues([parameter(type)], [`p=${text}`])).toThrow(/^The parameter p /);
  });
});
