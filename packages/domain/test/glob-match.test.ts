import { expect, test } from 'vitest';
import { globMatches } from '../src/index.ts';

const rows: readonly (readonly [string, string, boolean])[] = [
  ['src/**', 'src/a/b.ts', true],
  ['src/**', 'src', true],
  ['src/', 'src/a.ts', true],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['**/test/**', 'packages/a/test/b.ts', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['src/a.ts', 'src/b.ts', false],
  ['**', 'anything/at/all', true],
  // A path is taken as it is, whatever it is called.
  ['src/a.ts', 'src/*', false],
  ['src/a.ts', 'src/?.ts', false],
  ['docs/[x].md', 'docs/[x].md', true],
];
test.each(rows)('M6 %s and the path %s: %s', (glob, path, matches) => {
  expect(globMatches(glob, path)).toBe(matches);
});
