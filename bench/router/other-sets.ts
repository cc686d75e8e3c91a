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

/** One label in six is left out, so that there are foreign requests, and one example in four of the others is asked. */
export function split({ examples }: OtherSet): Split {
  const labels = [...new Set(examples.map(({ intent }) => intent))].sort();
  const away = new Set(labels.filter((_, at) => at % 6 === 3));
  const known = examples.filter(({ intent }) => !away.has(intent));
  const seen = new Map<string, number>();
  const learned: IntentExample[] = [];
  const asked: IntentExample[] = [];
  for (const example of known) {
    const at = seen.get(example.intent) ?? 0;
    seen.set(example.intent, at + 1);
    (at % 4 === 3 ? asked : learned).push(example);
  }
  return { learned, asked, foreign: examples.filter(({ intent }) => away.has(intent)) };
}

const read = (path: string): IntentExample[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as IntentExample);
