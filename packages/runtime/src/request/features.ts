import type { Complexity } from '@symphony/domain';
import { actionsIn, clausesOf, wordsIn } from './clauses.ts';

/** What can be counted in a request without understanding it (R13). */
export interface RequestFeatures {
  readonly characters: number;
  readonly words: number;
  readonly clauses: number;
  /** Clauses that want something: orders and questions. */
  readonly actions: number;
  readonly questions: number;
  /** "then", "after that", "finally", numbered lists: one thing before another. */
  readonly sequence: number;
  /** "if", "when", "unless", "until": what is done depends on what is found. */
  readonly conditions: number;
  /** "each", "every", "all of": the same for many. */
  readonly repetitions: number;
  /** Words for work that is large by nature: "design", "migrate", "compare", "investigate", "plan". */
  readonly broad: number;
  /** It asks for a plan in so many words. */
  readonly asksForPlan: boolean;
}

export function features(request: string): RequestFeatures {
  const clauses = clausesOf(request);
  const words = wordsIn(request);
  const count = (pattern: RegExp): number => (request.match(pattern) ?? []).length;
  return {
    characters: request.trim().length,
    words: words.length,
    clauses: clauses.length,
    actions: actionsIn(clauses).length,
    questions: count(/\?/g),
    sequence: count(SEQUENCE),
    conditions: Math.max(0, count(CONDITION) - count(INDIRECT)),
    repetitions: count(REPETITION),
    broad: words.filter((word) => BROAD.has(word)).length,
    asksForPlan: PLAN.test(request),
  };
}

/**
 * `unsure` when the counts do not settle it: whoever has a model may ask it. Nothing here looks for a word inside
 * another ("then" in "authentication").
 */
export function complexityOf(counted: RequestFeatures): Complexity | 'unsure' {
  const { words, actions, clauses, sequence, conditions, repetitions, broad, questions } = counted;
  const steps = Math.max(
    actions,
    Math.min(clauses, questions),
    sequence > 0 ? Math.min(clauses, sequence + 1) : 0,
  );
  if (steps >= 5 || (steps >= 3 && conditions + repetitions > 0) || (steps >= 2 && broad >= 2))
    return 'complex';
  if (steps >= 2 || counted.asksForPlan) return 'multi_step';
  if (broad > 0 || conditions > 0 || repetitions > 0 || words > 40) return 'unsure';
  return 'simple';
}

const SEQUENCE =
  /\b(?:then|afterwards|after that|after which|finally|lastly|followed by|first(?:ly)?|second(?:ly)?|third(?:ly)?|step \d+|once (?:that|this|it)(?:'s| is) done)\b|(?:^|\n)\s*\d{1,2}[.)]\s/giu;
const CONDITION =
  /\b(?:if|unless|until|whenever|depending on|in case|otherwise|when(?:\s+the|\s+it|\s+they|\s+there))\b/giu;
/** "Do you know if …" asks, and "if you can" is polite: neither is a condition. */
const INDIRECT =
  /\b(?:know|see|check|tell(?: me| us)?|idea|sure|wonder(?:ing)?|ask|asking|out) (?:if|when(?= the| it| they| there))\b|\bif (?:you|possible|i (?:may|could|might))\b/giu;
const REPETITION =
  /\b(?:each|every (?:file|one|test|module|package|page|row|item)|all (?:of )?the|for all)\b/giu;
const PLAN =
  /\b(?:make|create|write|draw up|come up with|need) (?:me )?(?:a|the) (?:step[- ]by[- ]step )?plan\b|\bstep[- ]by[- ]step\b/iu;
const BROAD: ReadonlySet<string> = new Set(
  `analyse analyze architect compare design develop evaluate implement integrate investigate migrate orchestrate
  overhaul plan prototype rearchitect redesign refactor research rewrite roadmap strategy`.split(/\s+/),
);
