import type { Learned } from './experience.ts';
import { isNear, matchStrength, namesTool } from './wording.ts';

export type Suggestion = {
  readonly toolName: string;
  readonly confidence: number;
  /** Per cent, of all uses. */
  readonly successRate: number;
  readonly totalUsage: number;
  readonly lastUsed: number | null;
  readonly reason: string;
  readonly matchStrength: number;
};

export interface SuggestionRequest {
  readonly task: string;
  /** Tools that were tried for this and failed: not suggested again. */
  readonly failed?: readonly string[];
  /** Of those that score alike, the ones used more often go first. */
  readonly usedBy?: (tool: string) => number;
  /** Tools there are; those nothing is known of are suggested when the request names them. */
  readonly tools?: readonly string[];
}

const MOST = 5;
const UNKNOWN_CONFIDENCE = 0.5;

/** What was seen to work for such words, best first, each tool once, at most five. */
export function suggestTools(request: SuggestionRequest, learned: readonly Learned[]): readonly Suggestion[] {
  const { task, failed = [], usedBy = () => 0, tools } = request;
  const known = learned
    .filter(({ subject, choice }) => isNear(task, subject) || namesTool(task, choice))
    .map((each) => suggestionOf(task, each));
  const unknown = (tools ?? [])
    .filter((tool) => namesTool(task, tool) && !learned.some(({ choice }) => choice === tool))
    .map(neverUsed);
  const best = new Map<string, Suggestion>();
  for (const suggestion of [...known, ...unknown]) {
    const { toolName } = suggestion;
    if (failed.includes(toolName) || (tools && !tools.includes(toolName))) continue;
    const other = best.get(toolName);
    if (!other || scoreOf(suggestion) > scoreOf(other)) best.set(toolName, suggestion);
  }
  return [...best.values()]
    .sort((a, b) => scoreOf(b) - scoreOf(a) || usedBy(b.toolName) - usedBy(a.toolName))
    .slice(0, MOST);
}

const scoreOf = ({ confidence, matchStrength: strength }: Suggestion): number => confidence * strength;

function suggestionOf(task: string, { subject, choice, counts, confidence }: Learned): Suggestion {
  const { used, succeeded, lastUsed } = counts;
  return {
    toolName: choice,
    confidence,
    successRate: percent(succeeded, used),
    totalUsage: used,
    lastUsed,
    reason: isNear(task, subject) ? `It was used for "${subject}".` : 'The request names it.',
    matchStrength: matchStrength(task, subject, choice),
  };
}

const neverUsed = (tool: string): Suggestion => ({
  toolName: tool,
  confidence: UNKNOWN_CONFIDENCE,
  successRate: 0,
  totalUsage: 0,
  lastUsed: null,
  reason: 'The request names it; it was never used.',
  matchStrength: 0.8,
});

export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);
