import type { Settings } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { judgeReturn } from '../../src/policy/handoff.ts';
import { itemAs } from './stands.ts';

const MEND = 'mend it in its chamber, then `symphony retry A`';

const RETURNS: readonly (readonly [
  returns: number,
  handoff: Partial<Settings['handoff']>,
  why: 'conflict' | 'failed-on-target',
  verdict: { readonly outcome: string; readonly reason: string },
])[] = [
  [0, {}, 'conflict', { outcome: 'none', reason: 'conflicts with main; back to its author (1 of 3)' }],
  [
    2,
    {},
    'failed-on-target',
    { outcome: 'none', reason: 'fails the checks once merged with main; back to its author (3 of 3)' },
  ],
  [3, {}, 'conflict', { outcome: 'closed', reason: `conflicts with main after 3 tries to mend it; ${MEND}` }],
  [0, { maxReturns: 0 }, 'conflict', { outcome: 'closed', reason: `conflicts with main; ${MEND}` }],
  [
    0,
    { followUp: false },
    'failed-on-target',
    { outcome: 'closed', reason: `fails the checks once merged with main; ${MEND}` },
  ],
];

test.each(RETURNS)('C19 returned %i times before, with %j, for %s', (returns, change, why, verdict) => {
  const settings = { ...SETTINGS, handoff: { ...SETTINGS.handoff, ...change } };
  expect(judgeReturn(itemAs({ returns }), settings, why, settings.target)).toEqual(verdict);
});
