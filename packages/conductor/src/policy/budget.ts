import type { Instant, PlayerName, Settings } from '@symphony/domain';
import { formatUsd, NO_SPEND, tokensOf } from '@symphony/domain';
import { dayOf } from '../fold/fold-money.ts';
import type { ConductorState, ItemState } from '../state.ts';

/**
 * What a run of this player is likely to cost: the p90 of past runs, else the configured estimate
 * (C15). Never more than a cap: a run that passes one is stopped, so one dear run must not keep
 * every later item from starting.
 */
export function estimateRun(state: ConductorState, settings: Settings, player: PlayerName): number {
  const costs = [...(state.runCosts.get(player) ?? [])].sort((a, b) => a - b);
  const likely = costs[Math.ceil(costs.length * 0.9) - 1] ?? settings.budget.estimatePerRun;
  const { maxCostPerItem, maxCostPerDay } = settings.budget;
  return Math.min(likely, maxCostPerItem ?? likely, maxCostPerDay ?? likely);
}

/** Why the run may not start for want of money, or null. `reserved` is what other runs still hold. */
export function refuseReservation(
  state: ConductorState,
  settings: Settings,
  item: ItemState,
  estimate: number,
  reserved: number,
  now: Instant,
): string | null {
  const { maxCostPerItem, maxCostPerDay, maxTokensPerItem } = settings.budget;
  if (maxTokensPerItem !== null && tokensOf(item.spend) >= maxTokensPerItem) {
    return `it has used ${tokensOf(item.spend)} of its ${maxTokensPerItem} tokens (budget.max_tokens_per_item)`;
  }
  if (maxCostPerItem !== null && over(item.spend.usd + estimate, maxCostPerItem, item.spend.usd)) {
    return `it has spent ${formatUsd(item.spend.usd)} and may need ${formatUsd(estimate)} more, over the cap of ${formatUsd(maxCostPerItem)} for an item (budget.max_cost_per_item)`;
  }
  const today = (state.spendByDay.get(dayOf(now)) ?? NO_SPEND).usd;
  if (maxCostPerDay !== null && over(today + reserved + estimate, maxCostPerDay, today)) {
    return `${formatUsd(today)} is spent today and ${formatUsd(reserved)} reserved; ${formatUsd(estimate)} more would pass the cap of ${formatUsd(maxCostPerDay)} a day (budget.max_cost_total)`;
  }
  return null;
}

/** A cap that is used up refuses even what costs nothing by estimate. */
const over = (wanted: number, cap: number, spent: number): boolean => wanted > cap || spent >= cap;

/** Why a running item must stop now, or null. Asked after every usage report. */
export function exceededCap(
  state: ConductorState,
  settings: Settings,
  item: ItemState,
  now: Instant,
): string | null {
  const { maxCostPerItem, maxCostPerDay, maxTokensPerItem } = settings.budget;
  if (maxCostPerItem !== null && item.spend.usd > maxCostPerItem) {
    return `spent ${formatUsd(item.spend.usd)}, over the cap of ${formatUsd(maxCostPerItem)} for an item`;
  }
  if (maxTokensPerItem !== null && tokensOf(item.spend) > maxTokensPerItem) {
    return `used ${tokensOf(item.spend)} tokens, over the cap of ${maxTokensPerItem} for an item`;
  }
  const today = (state.spendByDay.get(dayOf(now)) ?? NO_SPEND).usd;
  if (maxCostPerDay !== null && today > maxCostPerDay) {
    return `${formatUsd(today)} is spent today, over the cap of ${formatUsd(maxCostPerDay)} a day`;
  }
  return null;
}
