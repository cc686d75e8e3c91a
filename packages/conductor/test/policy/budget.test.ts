import type { BudgetCaps, Spend } from '@symphony/domain';
import { NO_SPEND } from '@symphony/domain';
import { SETTINGS } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { estimateRun, exceededCap, refuseReservation } from '../../src/policy/budget.ts';
import { itemAs, NOW, stateOf } from './stands.ts';

const DAY = String(Math.floor(NOW / 86_400_000));
const usd = (amount: number): Spend => ({ ...NO_SPEND, usd: amount });
const tokens = (inputTokens: number, outputTokens: number): Spend => ({
  ...NO_SPEND,
  inputTokens,
  outputTokens,
});
const settingsWith = (caps: Partial<BudgetCaps>) => ({
  ...SETTINGS,
  budget: { ...SETTINGS.budget, estimatePerRun: 0.25, ...caps },
});

test.each<readonly [why: string, costs: readonly number[] | null, estimate: number]>([
  ['nobody played yet: as configured', null, 0.25],
  ['no run of this player cost anything: as configured', [], 0.25],
  ['one run', [3], 3],
  ['the dearer of two', [5, 1], 5],
  ['the ninth of ten, whatever their order', [10, 2, 3, 4, 5, 6, 7, 8, 9, 1], 9],
  ['the eighteenth of twenty', Array.from({ length: 20 }, (_, at) => at + 1), 18],
])('C15 the estimate is the p90 of past runs, else the configured one: %s', (_why, costs, estimate) => {
  const runCosts = new Map([['second', [99] as readonly number[]]]);
  if (costs) runCosts.set('first', costs);
  expect(estimateRun(stateOf([], { runCosts }), settingsWith({}), 'first')).toBe(estimate);
});

interface Reservation {
  readonly caps: Partial<BudgetCaps>;
  readonly spent?: Spend;
  readonly today?: number;
  readonly yesterday?: number;
  readonly reserved?: number;
  readonly estimate?: number;
}

const RESERVATIONS: readonly (readonly [rule: string, refusal: RegExp | null, asked: Reservation])[] = [
  ['no caps', null, { caps: {}, spent: usd(1_000), today: 1_000, estimate: 1_000 }],
  ['within the item cap, to the cent', null, { caps: { maxCostPerItem: 2 }, spent: usd(1), estimate: 1 }],
  [
    'spent and estimate pass the item cap',
    /^it has spent \$1\.00 and may need \$1\.01 more, over the cap of \$2\.00 for an item \(budget\.max_cost_per_item\)$/,
    { caps: { maxCostPerItem: 2 }, spent: usd(1), estimate: 1.01 },
  ],
  [
    'a used-up item cap refuses even what costs nothing by estimate',
    /over the cap of \$2\.00 for an item/,
    { caps: { maxCostPerItem: 2 }, spent: usd(2) },
  ],
  [
    'within the day cap, to the cent',
    null,
    { caps: { maxCostPerDay: 6 }, today: 3, reserved: 2, estimate: 1 },
  ],
  [
    'what other runs hold counts',
    /^\$3\.00 is spent today and \$2\.00 reserved; \$1\.01 more would pass the cap of \$6\.00 a day \(budget\.max_cost_total\)$/,
    { caps: { maxCostPerDay: 6 }, today: 3, reserved: 2, estimate: 1.01 },
  ],
  ['a used-up day refuses everything', /the cap of \$6\.00 a day/, { caps: { maxCostPerDay: 6 }, today: 6 }],
  ['yesterday is over', null, { caps: { maxCostPerDay: 6 }, yesterday: 100 }],
  ['tokens are left', null, { caps: { maxTokensPerItem: 10 }, spent: tokens(4, 5) }],
  [
    'input and output tokens are used up',
    /^it has used 10 of its 10 tokens \(budget\.max_tokens_per_item\)$/,
    { caps: { maxTokensPerItem: 10 }, spent: tokens(4, 6) },
  ],
];

describe('C15 before dispatch the estimate is reserved, or the item waits', () => {
  test.each(RESERVATIONS)('%s', (_rule, refused, asked) => {
    const spendByDay = new Map([
      [DAY, usd(asked.today ?? 0)],
      [String(Number(DAY) - 1), usd(asked.yesterday ?? 0)],
    ]);
    const item = itemAs({ spend: asked.spent ?? NO_SPEND });
    const state = stateOf([item], { spendByDay });
    const settings = settingsWith(asked.caps);
    const reason = refuseReservation(state, settings, item, asked.estimate ?? 0, asked.reserved ?? 0, NOW);
    if (refused === null) expect(reason).toBeNull();
    else expect(reason).toMatch(refused);
  });
});

const CROSSINGS: readonly (readonly [
  rule: string,
  caps: Partial<BudgetCaps>,
  spent: Spend,
  today: number,
  exceeded: string | null,
])[] = [
  ['no caps', {}, usd(1e6), 1e6, null],
  ['the item cap reached', { maxCostPerItem: 2 }, usd(2), 2, null],
  [
    'the item cap crossed',
    { maxCostPerItem: 2 },
    usd(2.5),
    2.5,
    'spent $2.50, over the cap of $2.00 for an item',
  ],
  ['the token cap reached', { maxTokensPerItem: 10 }, tokens(5, 5), 0, null],
  [
    'the token cap crossed',
    { maxTokensPerItem: 10 },
    tokens(5, 6),
    0,
    'used 11 tokens, over the cap of 10 for an item',
  ],
  ['the day cap reached', { maxCostPerDay: 9 }, usd(1), 9, null],
  [
    'the day cap crossed',
    { maxCostPerDay: 9 },
    usd(1),
    9.5,
    '$9.50 is spent today, over the cap of $9.00 a day',
  ],
  [
    'unknown prices: tokens still count',
    { maxCostPerItem: 1, maxTokensPerItem: 10 },
    { ...tokens(9, 9), unpriced: true },
    0,
    'used 18 tokens, over the cap of 10 for an item',
  ],
];

test.each(CROSSINGS)(
  'C15 a running item stops when it passes a cap: %s',
  (_rule, caps, spend, today, exceeded) => {
    const item = itemAs({ spend });
    const state = stateOf([item], { spendByDay: new Map([[DAY, usd(today)]]) });
    expect(exceededCap(state, settingsWith(caps), item, NOW)).toBe(exceeded);
  },
);
