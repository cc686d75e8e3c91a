import { globsOverlap } from '@symphony/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyZone } from './material.ts';
import { matchesSegment, sharePath } from './paths.ts';

test('P4 zones overlap exactly when some path is in both (every short path tried)', () => {
  let overlaps = 0;
  fc.assert(
    fc.property(anyZone, anyZone, (a, b) => {
      const shared = sharePath(a, b);
      overlaps += Number(shared);
      expect(globsOverlap(a, b), `${a} and ${b}`).toBe(shared);
      expect(globsOverlap(b, a), `${b} and ${a}`).toBe(shared);
    }),
    { numRuns: 1500 },
  );
  expect(overlaps).toBeGreaterThan(150);
  expect(overlaps).toBeLessThan(1400);
});

test('P4 longer segments overlap exactly when some name fits both', () => {
  const names = Array.from({ length: 126 }, (_, n) => (n + 2).toString(2).slice(1)).map((bits) =>
    bits.replaceAll('0', 'a').replaceAll('1', 'b'),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[ab*?]{1,3}$/), fc.stringMatching(/^[ab*?]{1,3}$/), (a, b) => {
      fc.pre(a !== '**' && b !== '**');
      const shared = names.some((name) => matchesSegment(a, name) && matchesSegment(b, name));
      expect(globsOverlap(a, b), `${a} and ${b}`).toBe(shared);
    }),
    { numRuns: 1500 },
  );
});

test.each<readonly [a: string, b: string, overlap: boolean]>([
  ['src/auth/**', 'src/auth/login.ts', true],
  ['src/auth/**', 'src/author/login.ts', false],
  ['src/*/index.ts', 'src/auth/*.ts', true],
  ['src/*.ts', 'src/auth/login.ts', false],
  ['**/*.md', 'docs/**', true],
  ['./src/a.ts', 'src/a.ts', true],
  ['src/', 'src/deep/down.ts', true],
  ['src/{auth,user}/x.ts', 'src/user/x.ts', true], // what is not understood is never taken for free
  ['app/[id].ts', 'app/i.ts', true],
  ['app/[id].ts', 'src/i.ts', false],
  ['*'.repeat(30), 'a'.repeat(30), true],
])('P4 %s and %s', (a, b, overlap) => {
  expect(globsOverlap(a, b)).toBe(overlap);
  expect(globsOverlap(b, a)).toBe(overlap);
});
