import { SETTINGS } from '@symphony/testkit';
import { expect, test } from 'vitest';
import { nextWake } from '../../src/policy/wake.ts';
import type { ItemState, OpenQuestion } from '../../src/state.ts';
import { itemAs, NOW, runAs, runningAs, stateOf } from './stands.ts';

interface Waiting {
  readonly items?: readonly ItemState[];
  readonly resting?: readonly number[];
  readonly questions?: readonly (readonly [
    askedAt: number,
    defaultAfterMs: number | null,
    answer: string | null,
  ])[];
}

const STALL = NOW + SETTINGS.stallTimeoutMs;

const WAKES: readonly (readonly [rule: string, wake: number | null, waiting: Waiting])[] = [
  ['nothing waits for the clock', null, {}],
  ['a retry is due', NOW + 9, { items: [itemAs({ state: 'queued', dueAt: NOW + 9 })] }],
  ['a retry that is due already', NOW - 9, { items: [itemAs({ state: 'queued', dueAt: NOW - 9 })] }],
  ['a queued item without a time waits for something else', null, { items: [itemAs({ state: 'queued' })] }],
  [
    'a retry whose run still ends waits for that',
    null,
    { items: [itemAs({ state: 'queued', dueAt: NOW + 9, run: runAs({ phase: 'ending' }) })] },
  ],
  ['a silent run stalls', STALL, { items: [runningAs()] }],
  ['a run that cannot stall', null, { items: [runningAs({ suspended: true })] }],
  ['a player has rested', NOW + 5, { resting: [NOW + 5, NOW + 6] }],
  ['a rest that is over wakes nobody', null, { resting: [NOW, NOW - 5] }],
  ['a question answers itself', NOW + 40, { questions: [[NOW - 60, 100, 'yes']] }],
  ['a question without a default', null, { questions: [[NOW, 100, null]] }],
  ['a question without a time', null, { questions: [[NOW, null, 'yes']] }],
  [
    'the first of many',
    NOW + 3,
    {
      items: [runningAs(), itemAs({ state: 'queued', dueAt: NOW + 3 }, 'B')],
      resting: [NOW + 7],
      questions: [[NOW, 4, 'yes']],
    },
  ],
];

test.each(WAKES)(
  'C8 the loop looks again when %s',
  (_rule, wake, { items = [], resting = [], questions = [] }) => {
    const open = questions.map(([askedAt, defaultAfterMs, defaultAnswer], at): [string, OpenQuestion] => [
      `${at}`,
      {
        item: 'Z',
        run: 'z',
        askedAt,
        question: { id: `${at}`, text: '?', choices: [], defaultAnswer, defaultAfterMs },
      },
    ]);
    const state = stateOf(items, {
      resting: new Map(resting.map((until, at) => [`player ${at}`, { until, reason: '' }])),
      questions: new Map(open),
    });
    expect(nextWake(state, SETTINGS, NOW)).toBe(wake);
  },
);
