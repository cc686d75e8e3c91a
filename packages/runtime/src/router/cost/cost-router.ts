import { type Logistic, learnLogistic, probability } from '../classifier/logistic.ts';
import { promptEvidence } from './prompt-evidence.ts';

/** A prompt that two models answered, and which of them rightly. */
export interface TwoAnswers {
  readonly prompt: string;
  readonly weak: boolean;
  readonly strong: boolean;
}

/** JSON as it stands. */
export interface CostModel {
  readonly weak: Logistic;
  readonly strong: Logistic;
}

/** Strong against being sure of what few answers show. */
const RIDGE = 20;

/** Learns how likely each model is right from what can be counted in a prompt. Null: nothing to learn from. */
export function learnCosts(answers: readonly TwoAnswers[]): CostModel | null {
  if (answers.length === 0) return null;
  const evidence = answers.map(({ prompt }) => promptEvidence(prompt));
  const learn = (right: (answer: TwoAnswers) => boolean): Logistic =>
    learnLogistic(
      answers.map((answer, at) => ({ evidence: evidence[at]!, right: right(answer), weight: 1 })),
      RIDGE,
    );
  return { weak: learn(({ weak }) => weak), strong: learn(({ strong }) => strong) };
}

/** How much likelier the strong model is right. */
export function gainOf(model: CostModel, prompt: string): number {
  const evidence = promptEvidence(prompt);
  return probability(model.strong, evidence) - probability(model.weak, evidence);
}

/** `leastGain`: what a strong call must add to be worth its price. */
export const chooseTier = (model: CostModel, prompt: string, leastGain: number): 'weak' | 'strong' =>
  gainOf(model, prompt) >= leastGain ? 'strong' : 'weak';

/** The gain from which on this share of prompts goes to the strong model. */
export function leastGainFor(model: CostModel, prompts: readonly string[], share: number): number {
  const gains = prompts.map((prompt) => gainOf(model, prompt)).sort((a, b) => b - a);
  const strong = Math.round(gains.length * Math.min(1, Math.max(0, share)));
  return strong === 0 ? Number.POSITIVE_INFINITY : (gains[strong - 1] ?? Number.NEGATIVE_INFINITY);
}
