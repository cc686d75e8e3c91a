import { Text } from '@codemirror/state';
import type { FindingView } from '@symphony/domain';
import { expect, test } from 'vitest';
import { problemMarks } from '../../../src/editor/problem-marks.ts';
import { beginning, insist, seen, standingOf, untouched } from '../../../src/screens/settings/draft.ts';
import { findingsWords, worstFirst } from '../../../src/screens/settings/findings.ts';
import { hasErrors, inOrder, withoutPlace } from '../../../src/screens/settings/problems.ts';
import { findRows } from '../../../src/screens/settings/values.ts';

test('a draft is the same, edited, or overtaken by somebody else', () => {
  const mine = { base: 'a', text: 'b' };
  expect(standingOf(untouched('a'), 'a')).toBe('same');
  expect(standingOf(mine, 'a')).toBe('edited');
  expect(standingOf(mine, 'c')).toBe('overtaken');
  expect(standingOf(mine, 'b')).toBe('same'); // they wrote the same
  expect(standingOf(insist(mine, 'c'), 'c')).toBe('edited');
});

test('who changed nothing goes along with the file, who did keeps their text', () => {
  expect(seen(untouched('a'), 'c')).toEqual(untouched('c'));
  expect(seen({ base: 'a', text: 'b' }, 'c')).toEqual({ base: 'a', text: 'b' });
});

test('a new file begins with the target as a YAML string', () => {
  expect(beginning('a: "b"')).toContain('target: "a: \\"b\\""\n');
  expect(beginning(undefined)).not.toContain('target');
});

test('problems are marked at their line, and at the nearest when it is gone', () => {
  const text = Text.of(['one', 'two', 'three']);
  const at = (line: number | null) => {
    const [mark] = problemMarks(text, [{ severity: 'error', line, message: 'no' }]);
    return mark && text.sliceString(mark.from, mark.to);
  };
  expect([at(2), at(99), at(null), at(0)]).toEqual(['two', 'three', 'one', 'one']);
});

test('problems: errors keep a text from being saved; the place is not said twice', () => {
  const warning = { severity: 'warning', line: 9, message: 'old' } as const;
  const error = { severity: 'error', line: 2, message: 'wrong' } as const;
  const all = { severity: 'error', line: null, message: 'whole' } as const;
  expect(hasErrors([warning])).toBe(false);
  expect(hasErrors([warning, error])).toBe(true);
  expect(inOrder([warning, error, all])).toEqual([all, error, warning]);
  expect(withoutPlace('`x` is no number. (.symphony/symphony.yaml:3)')).toBe('`x` is no number.');
  expect(withoutPlace('It is (at least) wrong.')).toBe('It is (at least) wrong.');
});

test('values are found by words in any of their parts', () => {
  const rows = [
    { path: 'slots.total', value: '4', source: 'default' },
    { path: 'target', value: 'main', source: '.symphony/symphony.yaml:2' },
  ];
  expect(findRows(rows, 'SLOTS total', false)).toEqual([rows[0]]);
  expect(findRows(rows, 'yaml', false)).toEqual([rows[1]]);
  expect(findRows(rows, '', true)).toEqual([rows[1]]);
  expect(findRows(rows, 'nowhere', false)).toEqual([]);
});

test('what wants doing stands first, and is counted', () => {
  const finding = (name: string, status: FindingView['status']): FindingView => ({
    name,
    status,
    message: '',
    fix: null,
  });
  const findings = [finding('a', 'ok'), finding('b', 'warning'), finding('c', 'problem'), finding('d', 'ok')];
  expect(worstFirst(findings).map(({ name }) => name)).toEqual(['c', 'b', 'a', 'd']);
  expect(findingsWords(findings)).toBe('1 problem, 1 warning');
  expect(findingsWords([finding('a', 'ok')])).toBe('Everything is in order');
});
