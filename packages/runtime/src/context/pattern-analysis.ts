import type { Instant } from '@symphony/domain';
import type { Learned } from '../learning/experience.ts';
import { percent } from '../learning/suggest.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_MS = 30 * DAY_MS;

export type PatternAnalysis = {
  readonly totalPatterns: number;
  readonly filteredPatterns: number;
  readonly averageConfidence: number;
  readonly topPerformers: readonly PatternFigures[];
  readonly underPerformers: readonly (PatternFigures & { readonly issues: readonly string[] })[];
  readonly trends: { readonly usedLastWeek: number; readonly idle: number };
  readonly recommendations: readonly string[];
};

export type PatternFigures = {
  readonly toolName: string;
  readonly trigger: string;
  readonly confidence: number;
  readonly successRate: number;
};

export interface PatternFilter {
  readonly toolName?: string;
  readonly timeframe?: number;
  readonly minConfidence?: number;
}

export function analyzePatterns(
  learned: readonly Learned[],
  { toolName, timeframe, minConfidence = 0 }: PatternFilter,
  now: Instant,
): PatternAnalysis {
  const wanted = learned.filter(
    ({ choice, confidence, counts }) =>
      (toolName === undefined || choice === toolName) &&
      (timeframe === undefined || now - counts.lastUsed <= timeframe) &&
      confidence >= minConfidence,
  );
  const sum = wanted.reduce((total, { confidence }) => total + confidence, 0);
  const under = wanted
    .filter((each) => each.confidence < 0.5 || successRateOf(each) < 50)
    .sort((a, b) => a.confidence - b.confidence);
  return {
    totalPatterns: learned.length,
    filteredPatterns: wanted.length,
    averageConfidence: wanted.length === 0 ? 0 : sum / wanted.length,
    topPerformers: [...wanted]
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, 5)
      .map(figuresOf),
    underPerformers: under.map((each) => ({ ...figuresOf(each), issues: issuesOf(each, now) })),
    trends: {
      usedLastWeek: wanted.filter(({ counts }) => now - counts.lastUsed <= 7 * DAY_MS).length,
      idle: wanted.filter(({ counts }) => now - counts.lastUsed > IDLE_MS).length,
    },
    recommendations: under
      .filter(({ counts }) => counts.used >= 3)
      .slice(0, 5)
      .map(({ choice, subject }) => `Use another tool than ${choice} for "${subject}".`),
  };
}

const figuresOf = (learned: Learned): PatternFigures => ({
  toolName: learned.choice,
  trigger: learned.subject,
  confidence: learned.confidence,
  successRate: successRateOf(learned),
});

const successRateOf = ({ counts }: Learned): number => percent(counts.succeeded, counts.used);

export function issuesOf(learned: Learned, now: Instant): readonly string[] {
  const { counts, confidence } = learned;
  return [
    ...(confidence < 0.3 ? ['Very low confidence.'] : []),
    ...(successRateOf(learned) < 30 ? ['It rarely works.'] : []),
    ...(counts.used < 3 ? ['It was hardly used.'] : []),
    ...(now - counts.lastUsed > IDLE_MS ? ['It was not used for more than 30 days.'] : []),
  ];
}
