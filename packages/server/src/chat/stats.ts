import type { Instant, Journal, JournalEntry, NamedRuntimeStats, RuntimeStatsView } from '@symphony/domain';
import { type RuntimeStats, runtimeStats } from '@symphony/runtime/learning';

const PAGE = 5_000;
const USUAL_MS = 30 * 86_400_000;

/** What the runtime did in a time, counted from its journal (R16). */
export function statsOf(
  journal: Pick<Journal, 'readAll'>,
  given: { readonly from?: Instant; readonly to?: Instant },
  now: Instant,
): RuntimeStatsView {
  const to = given.to ?? now + 1;
  const from = given.from ?? to - USUAL_MS;
  return viewOf(runtimeStats(within(journal, from, to)), from, to);
}

function* within(journal: Pick<Journal, 'readAll'>, from: Instant, to: Instant): Generator<JournalEntry> {
  for (let after = 0; ; ) {
    const page = journal.readAll(after, PAGE);
    for (const entry of page) if (entry.at >= from && entry.at < to) yield entry;
    after = page.at(-1)?.seq ?? after;
    if (page.length < PAGE) return;
  }
}

/** Each part of a count in the same columns. */
function viewOf(stats: RuntimeStats, from: Instant, to: Instant): RuntimeStatsView {
  const { sessions, tokens } = stats;
  const times = (latency: { readonly p50: number; readonly p90: number }, count: number) =>
    count === 0 ? { medianMs: null, p90Ms: null } : { medianMs: latency.p50, p90Ms: latency.p90 };
  return {
    from,
    to,
    totals: {
      count: sessions.count,
      succeeded: sessions.succeeded,
      failed: sessions.failed,
      usd: stats.unpricedCalls > 0 ? null : stats.cost,
      tokens: tokens.input + tokens.output,
      ...times(sessions.latency, sessions.succeeded + sessions.failed),
    },
    byRoute: stats.routes.map(({ route, sessions: count, succeeded, latency, tokens: used, cost }) => ({
      name: route,
      count,
      succeeded,
      failed: count - succeeded,
      usd: cost,
      tokens: used,
      ...times(latency, count),
    })),
    byTool: stats.tools.map(
      ({ tool, calls, succeeded, latency }): NamedRuntimeStats => ({
        name: tool,
        count: calls,
        succeeded,
        failed: calls - succeeded,
        usd: 0,
        tokens: 0,
        ...times(latency, calls),
      }),
    ),
    byModel: stats.models.map(({ model, calls, failed, latency, tokens: used, cost, unpricedCalls }) => ({
      name: model,
      count: calls,
      succeeded: calls - failed,
      failed,
      usd: unpricedCalls > 0 ? null : cost,
      tokens: used.input + used.output,
      ...times(latency, calls),
    })),
  };
}
