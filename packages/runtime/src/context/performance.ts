import type { Learned } from '../learning/experience.ts';
import { percent } from '../learning/suggest.ts';
import type { Execution } from './history.ts';
import { figuresByTool, meanTime } from './insights.ts';

export type Performance = {
  readonly currentPerformance: {
    readonly totalExecutions: number;
    readonly successRate: number;
    readonly avgExecutionTime: number;
  };
  readonly bottlenecks: readonly Bottleneck[];
  readonly optimizationOpportunities: readonly {
    readonly type: 'caching' | 'pattern_improvement';
    readonly toolName: string;
    readonly description: string;
  }[];
  readonly recommendations: readonly string[];
  /** Per cent. What could be won at most, not what will be. */
  readonly estimatedImpact: { readonly timeReduction: number; readonly successIncrease: number };
};

export type Bottleneck = {
  readonly type: 'slow' | 'unreliable';
  readonly toolName: string;
  readonly description: string;
};

export interface PerformanceQuestion {
  readonly targetTool?: string;
  /** Milliseconds from which a tool counts as slow. Absent: twice the mean. */
  readonly performanceThreshold?: number;
  readonly includeRecommendations?: boolean;
}

const [TIME_EACH, SUCCESS_EACH, MOST_IMPACT] = [30, 15, 95];

/** The mean is taken over all tools, also when one is asked about: no tool is twice as slow as itself. */
export function performanceOf(
  executions: readonly Execution[],
  learned: readonly Learned[],
  { targetTool, performanceThreshold, includeRecommendations = true }: PerformanceQuestion,
): Performance {
  const isWanted = (tool: string): boolean => targetTool === undefined || tool === targetTool;
  const wanted = executions.filter(({ tool }) => isWanted(tool));
  const slowFrom = performanceThreshold ?? 2 * meanTime(executions);
  const figures = figuresByTool(wanted);
  const bottlenecks: Bottleneck[] = figures.flatMap(({ toolName, calls, successRate, avgExecutionTime }) => [
    ...(avgExecutionTime > slowFrom
      ? [{ type: 'slow' as const, toolName, description: `It takes ${avgExecutionTime} ms on average.` }]
      : []),
    ...(successRate < 70 && calls > 5
      ? [{ type: 'unreliable' as const, toolName, description: `${successRate} % of ${calls} calls worked.` }]
      : []),
  ]);
  const count = (type: Bottleneck['type']): number => bottlenecks.filter((each) => each.type === type).length;
  return {
    currentPerformance: {
      totalExecutions: wanted.length,
      successRate: percent(wanted.filter(({ success }) => success).length, wanted.length),
      avgExecutionTime: Math.round(meanTime(wanted)),
    },
    bottlenecks,
    optimizationOpportunities: [
      ...figures
        .filter(({ calls, successRate }) => calls > 10 && successRate > 80)
        .map(({ toolName, calls }) => ({
          type: 'caching' as const,
          toolName,
          description: `It was called ${calls} times and nearly always worked: its answers may be kept.`,
        })),
      ...learned
        .filter(({ choice, counts, confidence }) => isWanted(choice) && counts.used > 5 && confidence < 0.8)
        .map(({ choice, subject }) => ({
          type: 'pattern_improvement' as const,
          toolName: choice,
          description: `"${subject}" often leads to it and it often fails.`,
        })),
    ],
    recommendations: includeRecommendations ? bottlenecks.map(recommendationFor) : [],
    estimatedImpact: {
      timeReduction: Math.min(MOST_IMPACT, TIME_EACH * count('slow')),
      successIncrease: Math.min(MOST_IMPACT, SUCCESS_EACH * count('unreliable')),
    },
  };
}

const recommendationFor = ({ type, toolName }: Bottleneck): string =>
  type === 'slow'
    ? `Call ${toolName} less, or at the same time as others.`
    : `Have another tool ready for when ${toolName} fails.`;
