import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chamberBranch, chamberKey, isChamberKey } from '../../src/chamber/key.ts';

describe('chamber keys', () => {
  test.each([
    ['ENG-12', /^ENG-12--[0-9a-f]{16}$/],
    ['#7 fix: naïve', /^_7_fix__na_ve--[0-9a-f]{16}$/],
    ['..', /^_\.--[0-9a-f]{16}$/],
    ['.', /^_--[0-9a-f]{16}$/],
    ['', /^_--[0-9a-f]{16}$/],
    ['-rf', /^_rf--[0-9a-f]{16}$/],
    ['../../etc/passwd', /^_\.__\._etc_passwd--[0-9a-f]{16}$/],
  ])('M1 svc-D5 %j', (identifier, form) => {
    expect(chamberKey(identifier)).toMatch(form);
  });

  test('M1 svc-D5 the hash is that of the untouched identifier', () => {
    expect(chamberKey('ENG-12')).toBe('ENG-12--6f8d0680e7476953');
  });

  const identifiers = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom('.', '-', '/', 'a', 'A', '~', '@', '{', '.lock', ' '),
      maxLength: 120,
    }),
  );

  test('M1 every key is one short path component', () => {
    fc.assert(
      fc.property(identifiers, (identifier) => {
        const key = chamberKey(identifier);
        expect(key).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/);
        expect(key.length).toBeLessThanOrEqual(80);
        expect(isChamberKey(key)).toBe(true);
      }),
    );
  });

  test('M1 two identifiers never share a key, whatever the case', () => {
    fc.assert(
      fc.property(identifiers, identifiers, (a, b) => {
        fc.pre(a !== b && a.isWellFormed() && b.isWellFormed());
        expect(chamberKey(a).toLowerCase()).not.toBe(chamberKey(b).toLowerCase());
      }),
    );
  });

  test('M1 git takes every key as a branch name', () => {
    const hard = [
      '..',
      '.',
      'a.lock',
      'a.',
      'a..b',
      '.a',
      '@',
      '@{x',
      'a//b',
      'a\\b',
      '~^:?*[',
      'x'.repeat(300),
      '-',
      'ab.lock/',
    ];
    for (const identifier of [...hard, ...fc.sample(identifiers, 40)])
      execFileSync('git', ['check-ref-format', '--branch', chamberBranch(chamberKey(identifier))]);
  });

  test.each(['', '.', '..', '../x', 'a/b', '.hidden', '-x', 'a\0b'])('%j is no key', (text) => {
    expect(isChamberKey(text)).toBe(false);
  });
});
