import type { Instant, LogEvent } from '@symphony/domain';
import { addSpend, NO_SPEND, usageGrowth } from '@symphony/domain';
import type { ConductorState } from '../state.ts';

const DAYS_KEPT = 40;
const COSTS_KEPT = 50;
const DAY_MS = 86_400_000;

/** The UTC day of an instant, as its number since the epoch. Caps per day count by it. */
export const dayOf = (at: Instant): string => String(Math.floor(at / DAY_MS));

/** Must run before the item's own fold: growth is measured against the usage reported before. */
export function foldMoney(state: ConductorState, event: LogEvent, at: Instant): void {
  if (event.type === 'agent-reported' && event.event.type === 'usage') {
    const run = state.items.get(event.item)?.run;
    if (!run || run.id !== event.run) return;
    const growth = usageGrowth(run.usage, event.event.usage);
    const day = dayOf(at);
    state.spendTotal = addSpend(state.spendTotal, growth);
    state.spendByDay.set(day, addSpend(state.spendByDay.get(day) ?? NO_SPEND, growth));
    for (const old of state.spendByDay.keys()) {
      if (state.spendByDay.size <= DAYS_KEPT) break;
      state.spendByDay.delete(old);
    }
  }
  if (event.type === 'run-ended' && event.spend.usd > 0) {
    const player = state.items.get(event.item)?.run?.player;
    if (player === undefined) return;
    const costs = [...(state.runCosts.get(player) ?? []), event.spend.usd];
    state.runCosts.set(player, costs.slice(-COSTS_KEPT));
  }
}
