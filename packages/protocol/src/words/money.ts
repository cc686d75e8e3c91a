import { formatUsd, type Spend, tokensOf } from '@symphony/domain';

/** `$0.12`, `$0.12+` when some of it has no known price, `$?` when none has, nothing when nothing was spent. */
export function costOf(spend: Spend): string {
  if (tokensOf(spend) === 0 && spend.usd === 0) return '';
  if (spend.unpriced && spend.usd === 0) return '$?';
  return `${formatUsd(spend.usd)}${spend.unpriced ? '+' : ''}`;
}

/** The whole truth about a spend in one phrase (C15: an unknown price is said to be unknown). */
export function spendPhrase(spend: Spend): string {
  const tokens = tokensOf(spend);
  if (tokens === 0 && spend.usd === 0) return 'nothing spent';
  if (spend.unpriced && spend.usd === 0)
    return `${tokens.toLocaleString('en-US')} tokens at an unknown price`;
  const counted = `${formatUsd(spend.usd)} for ${tokens.toLocaleString('en-US')} tokens`;
  return spend.unpriced ? `at least ${counted}; some prices are unknown` : counted;
}
