import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addSpend, formatUsd, NO_SPEND, spendOf, tokensOf, type Usage, usageGrowth } from '../src/index.ts';

const usage = (inputTokens: number, outputTokens: number, usd: number | null): Usage => ({
  inputTokens,
  outputTokens,
  usd,
});

test('C15 an unknown price is flagged, never counted as zero without a word', () => {
  expect(spendOf(usage(10, 5, null))).toEqual({ inputTokens: 10, outputTokens: 5, usd: 0, unpriced: true });
  expect(spendOf(usage(0, 0, null)).unpriced).toBe(false);
  expect(addSpend(spendOf(usage(1, 1, null)), spendOf(usage(1, 1, 2))).unpriced).toBe(true);
});

test('growth between cumulative reports adds up to the last report', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(100)), { maxLength: 20 }), (deltas) => {
      let last: Usage | null = null;
      let total = NO_SPEND;
      for (const [input, output, cents] of deltas) {
        const now: Usage = usage(
          (last?.inputTokens ?? 0) + input,
          (last?.outputTokens ?? 0) + output,
          (last?.usd ?? 0) + cents / 100,
        );
        total = addSpend(total, usageGrowth(last, now));
        last = now;
      }
      expect(tokensOf(total)).toBe((last?.inputTokens ?? 0) + (last?.outputTokens ?? 0));
      expect(total.usd).toBeCloseTo(last?.usd ?? 0, 6);
    }),
  );
});

test('a report that shrank belongs to a new session and counts whole', () => {
  expect(usageGrowth(usage(100, 100, 5), usage(10, 10, 1)).usd).toBe(1);
});

test('money shows the digits that matter', () => {
  expect([formatUsd(0), formatUsd(0.0123), formatUsd(12.5)]).toEqual(['$0.00', '$0.0123', '$12.50']);
});
