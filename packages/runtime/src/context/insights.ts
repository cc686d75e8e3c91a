import type { Instant } from '@symphony/domain';
import { percent } from '../learning/suggest.ts';
import type { Execution } from './history.ts';

/** What can be said of calls of tools: figures, and a sentence only where something is to be done. */
export type Insights = {
  readonly totalExecutions: number;
  readonly successRate: number;
  readonly avgExecutionTime: number;
  readonly toolBreakdown: readonly ToolFigures[];
  readonly commonFailures: readonly {
    readonly error: string;
    readonly count: number;
    readonly tool: string;
  }[];
  readonly performanceTrends: Trends;
  readonly recommendations: readonly string[];
};

export type ToolFigures = {
  readonly toolName: string;
  readonly calls: number;
  readonly successRate: number;
  readonly avgExecutionTime: number;
};

type Trend = 'improving' | 'declining' | 'stable';
export type Trends = {
  readonly last24h: { readonly executions: number; readonly successRate: number; readonly trend: Trend };
  readonly last7d: { readonly executions: number; readonly successRate: number; readonly trend: Trend };
};

const DAY_MS = 24 * 60 * 60 * 1000;
const NOTICEABLE = 0.1;

export function insightsOf(
  executions: readonly Execution[],
  now: Instant,
  { includeFailures = true }: { readonly includeFailures?: boolean } = {},
): Insights {
  const toolBreakdown = figuresByTool(executions);
  const commonFailures = includeFailures ? failuresIn(executions) : [];
  const performanceTrends = trendsOf(executions, now);
  return {
    totalExecutions: executions.length,
    successRate: percent(successes(executions), executions.length),
    avgExecutionTime: Math.round(meanTime(executions)),
    toolBreakdown,
    commonFailures,
    performanceTrends,
    recommendations: [
      ...toolBreakdown
        .filter(({ calls, successRate }) => calls >= 3 && successRate < 70)
        .map(
          ({ toolName, calls, successRate }) =>
            `${toolName} worked in ${successRate} % of ${calls} calls: look at why it fails.`,
        ),
      ...commonFailures
        .filter(({ count }) => count >= 3)
        .map(({ tool, error, count }) => `${tool} failed ${count} times in the same way: ${error}`),
      ...(performanceTrends.last24h.trend === 'declining'
        ? ['Calls fail more often in the last day than in the week before it.']
        : []),
    ],
  };
}

/** Most called first. */
export function figuresByTool(executions: readonly Execution[]): readonly ToolFigures[] {
  return [...byTool(executions)]
    .map(([toolName, calls]) => ({
      toolName,
      calls: calls.length,
      successRate: percent(successes(calls), calls.length),
      avgExecutionTime: Math.round(meanTime(calls)),
    }))
    .sort((a, b) => b.calls - a.calls);
}

export function byTool(executions: readonly Execution[]): ReadonlyMap<string, readonly Execution[]> {
  const tools = new Map<string, Execution[]>();
  for (const execution of executions) {
    const calls = tools.get(execution.tool);
    if (calls) calls.push(execution);
    else tools.set(execution.tool, [execution]);
  }
  return tools;
}

export const meanTime = (executions: readonly Execution[]): number =>
  executions.length === 0
    ? 0
    : executions.reduce((sum, { durationMs }) => sum + durationMs, 0) / executions.length;

const successes = (executions: readonly Execution[]): number =>
  executions.filter(({ success }) => success).length;

function failuresIn(executions: readonly Execution[]): Insights['commonFailures'] {
  const counts = new Map<string, { readonly error: string; readonly tool: string; count: number }>();
  for (const { tool, success, error } of executions) {
    if (success) continue;
    const said = (error ?? 'It did not say why.').slice(0, 200);
    const key = JSON.stringify([tool, said]);
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { error: said, tool, count: 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, 5);
}

/** Each stretch against the one of the same length before it: the last day against the six before, the week so too. */
function trendsOf(executions: readonly Execution[], now: Instant): Trends {
  const within = (from: number, to: number): readonly Execution[] =>
    executions.filter(({ at }) => now - at >= from * DAY_MS && now - at < to * DAY_MS);
  const stretch = (recent: readonly Execution[], before: readonly Execution[]) => ({
    executions: recent.length,
    successRate: percent(successes(recent), recent.length),
    trend: trendOf(recent, before),
  });
  return {
    last24h: stretch(within(0, 1), within(1, 7)),
    last7d: stretch(within(0, 7), within(7, 14)),
  };
}

function trendOf(recent: readonly Execution[], before: readonly Execution[]): Trend {
  if (recent.length === 0 || before.length === 0) return 'stable';
  const change = successes(recent) / recent.length - successes(before) / before.length;
  return change > NOTICEABLE ? 'improving' : change < -NOTICEABLE ? 'declining' : 'stable';
}
