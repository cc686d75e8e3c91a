import { type Demand, isMet, waitWords } from '@symphony/domain';
import { expect, test } from 'vitest';

const reviews = (needed: number | null, given: number, met = false): Demand => ({
  kind: 'approvals',
  needed,
  given,
  met,
});

const SAID: readonly (readonly [readonly Demand[], string])[] = [
  [[], ''],
  [[{ kind: 'check', name: 'build', state: 'missing' }], 'the check build, which has not begun'],
  [[{ kind: 'check', name: 'build', state: 'failed' }], 'the check build, which fails'],
  [[reviews(1, 0)], 'an approving review'],
  [[reviews(null, 0)], 'an approving review'],
  [[reviews(null, 1)], 'an approving review'],
  [[reviews(2, 0)], '2 approving reviews'],
  [[reviews(2, 1)], '1 more approving review'],
  [[reviews(1, 1)], 'an approving review of a code owner or of its newest commit'],
  [[{ kind: 'conversations', open: 1 }], 'an open conversation'],
  [[reviews(1, 0), { kind: 'conversations', open: 1 }], 'an approving review and an open conversation'],
  [
    [{ kind: 'check', name: 'a', state: 'pending' }, reviews(1, 0), { kind: 'conversations', open: 2 }],
    'the check a, which runs, an approving review, and 2 open conversations',
  ],
];
for (const [demands, words] of SAID)
  test(`what is waited for in words: ${words || 'nothing'}`, () => expect(waitWords(demands)).toBe(words));

test('a demand is met by what the host says of it', () => {
  const demands: readonly Demand[] = [
    { kind: 'check', name: 'build', state: 'passed' },
    reviews(1, 5),
    reviews(2, 0, true),
    { kind: 'conversations', open: 0 },
  ];
  expect(demands.map(isMet)).toEqual([true, false, true, true]);
});
