import type { Parameter } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { type FieldSpec, valueAt, withValueAt } from '../../../src/screens/harmony/form/field-spec.ts';
import { complaintOf, readText, textOf } from '../../../src/screens/harmony/form/field-text.ts';
import {
  firstValues,
  parameterComplaints,
  parameterField,
} from '../../../src/screens/harmony/form/run-parameters.ts';
import { schemaFields } from '../../../src/screens/harmony/form/schema-fields.ts';

const spec = (kind: FieldSpec['kind'], more: Partial<FieldSpec> = {}): FieldSpec => ({
  path: ['x'],
  label: 'x',
  kind,
  ...more,
});
const read = (kind: FieldSpec['kind'], text: string, more: Partial<FieldSpec> = {}): unknown => {
  const typed = readText(spec(kind, more), text);
  return typed.ok ? typed.value : typed.complaint;
};

describe('values at their place', () => {
  test('are put in and taken out, and nothing empty stays behind', () => {
    expect(withValueAt({ a: 1 }, ['config', 'run'], 'ls')).toEqual({ a: 1, config: { run: 'ls' } });
    expect(withValueAt({ a: 1, config: { run: 'ls' } }, ['config', 'run'], undefined)).toEqual({ a: 1 });
    expect(withValueAt({ work: { title: 'x', player: 'p' } }, ['work', 'player'], undefined)).toEqual({
      work: { title: 'x' },
    });
    expect(valueAt({ config: { run: 'ls' } }, ['config', 'run'])).toBe('ls');
    expect(valueAt({}, ['config', 'run'])).toBeUndefined();
  });
});

describe('what is typed', () => {
  test.each([
    ['text', '007', '007'],
    ['scalar', '30s', '30s'],
    ['scalar', '500', 500],
    ['list', 'a\n\n b ', ['a', 'b']],
    ['json', '{"a":1}', { a: 1 }],
    ['any', '[1]', [1]],
    ['any', 'hello', 'hello'],
    ['number', '1.5', 1.5],
    ['number', 'x', 'This is no number.'],
    ['text', ' ', undefined],
  ] as const)('as %s, %j is %j', (kind, text, value) => {
    expect(read(kind, text)).toEqual(value);
  });

  test('what cannot be is told', () => {
    expect(read('number', '1.5', { whole: true })).toBe('Use a whole number.');
    expect(read('number', '0', { min: 1 })).toBe('Use 1 or more.');
    expect(read('json', '{a:1}')).toContain('no JSON');
    expect(read('number', '', { required: true })).toBe('This is needed.');
    expect(read('text', '', { required: true, empty: '' })).toBe('');
  });

  test.each(['text', 'words', 'scalar', 'list', 'json', 'any', 'number'] as const)(
    'as %s, what is shown reads back as what it was',
    (kind) => {
      const values: Record<string, unknown> = {
        list: ['a', 'b'],
        json: { a: [1] },
        any: '12',
        number: 4,
        scalar: 3,
      };
      const value = values[kind] ?? 'a text';
      expect(read(kind, textOf(spec(kind), value))).toEqual(value);
    },
  );

  test('a pattern holds unless a placeholder stands there', () => {
    const time = spec('scalar', { pattern: '^\\d+s$', hint: 'A time.' });
    expect(complaintOf(time, '5s')).toBeNull();
    expect(complaintOf(time, 'soon')).toBe('A time.');
    expect(complaintOf(time, '{{ when }}')).toBeNull();
    expect(complaintOf(spec('text', { required: true }), undefined)).toBe('This is needed.');
  });
});

describe('fields of a schema', () => {
  test('each has the kind that its values need', () => {
    const fields = schemaFields(
      {
        type: 'object',
        required: ['run'],
        properties: {
          run: { type: 'string', description: 'The command line.' },
          allow_failure: { type: 'boolean' },
          timeout: { anyOf: [{ type: 'string', pattern: '^\\d+s$' }, { type: 'number' }] },
          paths: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
          mode: { enum: ['a', 'b'] },
          count: { type: 'integer', minimum: 1 },
          value: {},
          broken: { type: 'string', pattern: '(' },
        },
      },
      ['config'],
    );
    expect(fields.map(({ kind }) => kind)).toEqual([
      'words',
      'flag',
      'scalar',
      'list',
      'choice',
      'number',
      'any',
      'text',
    ]);
    expect(fields[0]).toMatchObject({ path: ['config', 'run'], required: true, hint: 'The command line.' });
    expect(fields[1]).toMatchObject({ label: 'Allow failure' });
    expect(fields[2]).toMatchObject({ pattern: '^\\d+s$' });
    expect(fields[5]).toMatchObject({ whole: true, min: 1 });
    expect(fields[7]).not.toHaveProperty('pattern');
  });

  test('what is no schema has no fields', () => {
    for (const schema of [null, undefined, {}, 'x']) expect(schemaFields(schema, [])).toEqual([]);
  });
});

describe('parameters of a run', () => {
  const parameters: readonly Parameter[] = [
    { name: 'command', type: 'text', default: '{{ verify }}', required: true, minLength: 1 },
    { name: 'rounds', type: 'number', min: 1, whole: true },
    { name: 'loud', type: 'boolean', default: true },
  ];

  test('what is missing or wrong is told by name; what the daemon fills in is not asked for', () => {
    expect([...parameterComplaints(parameters, {}).keys()]).toEqual(['rounds']);
    expect([...parameterComplaints(parameters, { rounds: 1.5 }).keys()]).toEqual(['rounds']);
    expect(parameterComplaints(parameters, { rounds: 2 }).size).toBe(0);
  });

  test('a field says what happens when it is left empty', () => {
    expect(parameters.map(parameterField)).toMatchObject([
      { label: 'command', hint: 'Left empty: {{ verify }}' },
      { label: 'rounds *', whole: true, min: 1 },
      { kind: 'flag' },
    ]);
    expect(firstValues(parameters)).toEqual({ loud: true });
  });
});
