import { expect, test } from 'vitest';
import { formatBytes } from '../src/index.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [1234, '1.2 KB'],
  [123_456, '123 KB'],
  [1_500_000, '1.5 MB'],
  [2e13, '20 TB'],
  [2e16, '20000 TB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
