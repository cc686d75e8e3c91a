import { expect, test } from 'vitest';
import { isKnown, versionIn } from '../../../src/agent/program/index.ts';

test.each([
  ['2.1.325 (Claude Code)', '2.1.325'],
  ['codex-cli 0.166.0\n', '0.166.0'],
  ['v1.18.33', '1.18.33'],
  ['Update to 0.62.0-nightly.20260801+4f1.', '0.62.0-nightly.20260801+4f1'],
  ['listening on 127.0.0.1', '127.0.0'],
  ['version 3', null],
  ['', null],
])('the version in "%s" is %s', (text, version) => {
  expect(versionIn(text)).toBe(version);
});

test('parts of a version are compared as numbers', () => {
  const range = { from: '1.18.4', before: '1.19.0' };
  const versions = ['1.9.99', '1.18.3', '1.18.4', '1.18.33', '1.19.0', '1.19.0-beta.1', '1.100.0', '10.0.0'];
  expect(versions.filter((version) => isKnown(version, range))).toEqual(['1.18.4', '1.18.33']);
});

test('a range may be open at either end', () => {
  expect(isKnown('9.0.0', { from: '2.0.0', before: null })).toBe(true);
  expect(isKnown('1.0.0', { from: '2.0.0', before: null })).toBe(false);
  expect(isKnown('1.0.0', { from: null, before: '2.0.0' })).toBe(true);
  expect(isKnown('unknown', { from: null, before: null })).toBe(true);
});
