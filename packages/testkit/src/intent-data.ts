import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A request and what it is for, of a public collection. */
export interface IntentExample {
  readonly text: string;
  readonly intent: string;
}

/** CLINC150 as published; `foreign` is for none of its intents. */
export interface IntentData {
  readonly train: readonly IntentExample[];
  readonly test: readonly IntentExample[];
  readonly foreign: readonly IntentExample[];
  readonly domains: Readonly<Record<string, readonly string[]>>;
}

/** A prompt and which of two models answered it rightly. */
export interface TwoModelAnswer {
  readonly id: string;
  readonly prompt: string;
  readonly weak: boolean;
  readonly strong: boolean;
}

const SHARED = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
export const NO_PUBLIC_DATA = 'the public data is not beside the project (../shared/data)';

/** Null: the data is not here. It is never copied into the project. */
export function intentData(): IntentData | null {
  if (!existsSync(join(SHARED, 'router'))) return null;
  const read = (name: string): IntentExample[] => lines<IntentExample>(join(SHARED, 'router', name));
  return {
    train: read('clinc150-train.jsonl'),
    test: read('clinc150-test.jsonl'),
    foreign: read('clinc150-oos-test.jsonl'),
    domains: JSON.parse(readFileSync(join(SHARED, 'router/clinc150-domains.json'), 'utf8')),
  };
}

export function twoModelAnswers(): TwoModelAnswer[] | null {
  const path = join(SHARED, 'cost-routing/gsm8k.jsonl');
  if (!existsSync(path)) return null;
  return lines<{
    id: string;
    prompt: string;
    weak_correct: boolean;
    strong_correct: boolean;
    contaminated?: boolean;
  }>(path)
    .filter(({ contaminated }) => !contaminated)
    .map(({ id, prompt, weak_correct: weak, strong_correct: strong }) => ({ id, prompt, weak, strong }));
}

const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
