import { features } from '../../request/features.ts';
import { numbersIn } from '../parameters/plain-values.ts';

/**
 * What can be counted in a prompt that makes it hard: how long it is, how many numbers and relations it holds, how
 * many sentences have to be kept in mind. Nothing here knows a subject.
 */
export function promptEvidence(prompt: string): number[] {
  const { words, clauses, conditions, sequence, repetitions, questions } = features(prompt);
  const numbers = numbersIn(prompt).map(({ value }) => Math.abs(value));
  const count = (pattern: RegExp): number => (prompt.match(pattern) ?? []).length;
  const sentences = Math.max(1, count(/[.!?](?:\s|$)/g));
  const largest = numbers.length > 0 ? Math.log10(1 + Math.max(...numbers)) : 0;
  return [
    Math.log(1 + words),
    Math.sqrt(numbers.length),
    new Set(numbers).size,
    largest,
    Math.sqrt(sentences),
    words / sentences / 10,
    clauses / sentences,
    count(FRACTION),
    count(COMPARISON),
    count(RATE),
    conditions + sequence + repetitions,
    questions,
    count(/\b(?:remain|left|rest|total|altogether|difference|average)\w*/gi),
    numbers.filter((value) => !Number.isInteger(value)).length,
    count(/[{}();=<>`]|\b(?:function|class|proof|prove|theorem|algorithm|complexity)\b/gi),
  ];
}

const FRACTION = /\b(?:half|third|quarter|fifth|percent|\d+\/\d+)\w*\b|%/gi;
const COMPARISON =
  /\b(?:more|less|fewer|twice|thrice|times|as (?:many|much)|than|older|younger|longer|shorter)\b/gi;
const RATE = /\b(?:per|each|every|an? (?:hour|day|week|month|year|minute|dozen|pound|mile))\b/gi;
