import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { IntentExample } from '@symphony/testkit';

/** A collection of requests that the router was not built with. */
export interface OtherSet {
  readonly name: string;
  readonly examples: readonly IntentExample[];
}

/** What is learned, what is asked of it, and what is for none of the labels it learned. */
export interface Split {
  readonly learned: readonly IntentExample[];
  readonly asked: readonly IntentExample[];
  readonly foreign: readonly IntentExample[];
}

/**
 * Every `NAME.jsonl` in the folder that `SYMPHONY_INTENT_SETS` names, one `{"text", "intent"}` a line. Such sets have
 * licences and owners of their own, so the project carries none.
 */
export function otherSets(folder = process.env.SYMPHONY_INTENT_SETS): readonly OtherSet[] {
  if (!folder) return [];
  if (!existsSync(folder)) throw new Error(`SYMPHONY_INTENT_SETS names ${folder}, which is not there.`);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => ({ name: basename(name, '.jsonl'), examples: read(join(folder, name)) }));
}

/** As CLINC150 is asked: every label is learned, and one example in five is kept back to be asked. */
export function keepBack(examples: readonly IntentExample[]): Omit<Split, 'foreign'> {
  const seen = new Map<string, number>();
  const learned: IntentExample[] = [];
  const asked: IntentExample[] = [];
  for (const example of examples) {
    const at = seen.get(example.intent) ?? 0;
    seen.set(example.intent, at + 1);
    (at % 5 === 3 ? asked : learned).push(example);
  }
  return { learned, asked };
}

/** Harder: one label in six is not learned at all, and what is asked for under it is foreign. */
export function leaveLabelsOut(examples: readonly IntentExample[]): Split {
  const labels = [...new Set(examples.map(({ intent }) => intent))].sort();
  const away = new Set(labels.filter((_, at) => at % 6 === 3));
  return {
    ...keepBack(examples.filter(({ intent }) => !away.has(intent))),
    foreign: examples.filter(({ intent }) => away.has(intent)),
  };
}

const read = (path: string): IntentExample[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as IntentExample);
