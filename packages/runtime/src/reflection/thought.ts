/** The shape of pondering, and how it is read from what a model wrote between tags. */

export type Thought = {
  /** 1 is the first. */
  readonly depth: number;
  readonly pattern: string;
  readonly observation: string;
  readonly analysis: string;
  readonly synthesis: string;
  readonly implication: string;
  readonly metacognition: string;
  readonly insights: readonly string[];
  readonly confidence: number;
  readonly context: { readonly query: string; readonly parent: string | null };
};

export type Conclusion = {
  readonly summary: string;
  readonly keyInsights: readonly string[];
  readonly implications: string;
  readonly uncertainties: string;
  readonly nextSteps: readonly string[];
  readonly confidence: number;
};

export type MetaAnalysis = {
  readonly patternsCovered: readonly string[];
  readonly depthReached: number;
  readonly insightCount: number;
  readonly confidenceDistribution: readonly number[];
  readonly thinkingEvolution: readonly {
    readonly depth: number;
    readonly pattern: string;
    readonly keyInsight: string;
  }[];
};

export interface Pattern {
  readonly name: string;
  readonly way: string;
}

const PATTERNS: readonly [Pattern, ...Pattern[]] = [
  { name: 'first-principles', way: 'take it apart into what is certainly true and build up from there' },
  { name: 'lateral', way: 'look for connections and possibilities nobody would think of first' },
  { name: 'systems', way: 'look at how the parts act on each other and what comes of the whole' },
  { name: 'dialectical', way: 'set the opposing views against each other and find what both miss' },
  { name: 'metacognitive', way: 'look at the thinking itself: its assumptions, its gaps, its habits' },
];

export const patternAt = (depth: number): Pattern => PATTERNS[(depth - 1) % PATTERNS.length] ?? PATTERNS[0];

/** Everything between tags of that name, piece by piece on a line of its own. */
export const tagged = (text: string, tag: string): string => piecesOf(text, tag).join('\n');

export const insightsIn = (text: string): readonly string[] => piecesOf(text, 'insight');

function piecesOf(text: string, tag: string): readonly string[] {
  return [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'gi'))]
    .map(([, piece = '']) => piece.trim())
    .filter((piece) => piece !== '');
}

export function confidenceIn(text: string, insights: number, depth: number): number {
  const evidence = piecesOf(text, 'evidence').length > 0 ? 0.2 : 0;
  const doubt = piecesOf(text, 'uncertainty').length > 0 ? 0.05 : 0;
  const sure = 0.3 + evidence - doubt + Math.min(0.3, 0.1 * insights) + 0.05 * depth;
  return Math.min(0.95, Math.max(0.1, Math.round(sure * 1e6) / 1e6));
}

/** At most so many questions come of a thought, and so many of them are followed. */
const GENERATED = 3;
export const FOLLOWED = 2;

/** From what it doubts and realised; there are always enough to go on, because the question itself can be turned. */
export function deeperQueries(text: string, query: string): readonly string[] {
  const doubts = piecesOf(text, 'uncertainty').map((doubt) => `How could this be settled: ${cut(doubt)}`);
  const insights = insightsIn(text).map((insight) => `What follows if this is so: ${cut(insight)}`);
  const turned = [`What does this take for granted: ${cut(query)}`, `What speaks against it: ${cut(query)}`];
  return [...new Set([...doubts.slice(0, 1), ...insights, ...turned])].slice(0, GENERATED);
}

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
