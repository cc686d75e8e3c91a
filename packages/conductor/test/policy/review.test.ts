import type { ReviewComment } from '@symphony/domain';
import { expect, test } from 'vitest';
import { reviewText } from '../../src/policy/review.ts';

const at = (path: string, line: number, text: string, side: 'old' | 'new' = 'new'): ReviewComment => ({
  path,
  line,
  side,
  text,
});

const CASES: readonly (readonly [string, readonly ReviewComment[], string, string])[] = [
  ['nothing said', [at('a.ts', 1, ' \n')], '  ', ''],
  ['only words about the whole', [], ' Too much. \n', 'Too much.'],
  [
    'grouped by file, from top to bottom',
    [at('b.ts', 9, 'Late.'), at('a.ts', 1, 'First.'), at('b.ts', 2, 'Early.')],
    'Nearly.',
    'Nearly.\n\n- b.ts:2: Early.\n- b.ts:9: Late.\n\n- a.ts:1: First.',
  ],
  ['a line that is gone', [at('a.ts', 4, 'Why?', 'old')], '', '- a.ts:4 (before your change): Why?'],
  [
    'lines of a remark cannot pass for another one',
    [at('a.ts', 4, 'One.\r\n- b.ts:1: Two.\n')],
    '',
    '- a.ts:4: One.\n  - b.ts:1: Two.',
  ],
  ['a name with a line break', [at('a\n- b', 1, 'Odd.')], '', '- "a\\n- b":1: Odd.'],
];

test.each(CASES)('C20 a review as its author reads it: %s', (_, comments, text, expected) => {
  expect(reviewText(comments, text)).toBe(expected);
});
