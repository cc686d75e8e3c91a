import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Json, JsonSchema, Tool } from '@symphony/domain';

/** Recorded tool use of BFCL (see its README): what a person asked, which calls are right, what came of them. */
export interface Task {
  readonly id: string;
  readonly tools: readonly string[];
  readonly turns: readonly { readonly user: readonly string[]; readonly calls: readonly GoldCall[] }[];
}

export interface GoldCall {
  readonly name: string;
  readonly class: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly result: Json;
  readonly changes_state: boolean;
}

const ROOT = dirname(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))));
const DATA = join(ROOT, '..', 'shared', 'data', 'tool-traces');

/** Why there is nothing to replay; null when there is. */
export const ABSENT = existsSync(join(DATA, 'bfcl-base.jsonl')) ? null : `${DATA} is not there`;

const linesOf = (bytes: Buffer): readonly Task[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Task);

export const baseTasks = (): readonly Task[] => linesOf(readFileSync(join(DATA, 'bfcl-base.jsonl')));
export const longTasks = (): readonly Task[] =>
  linesOf(gunzipSync(readFileSync(join(DATA, 'bfcl-long-context.jsonl.gz'))));

export const nameOf = (call: GoldCall): string => `${call.class}.${call.name}`;

interface Described {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** All 128, each run by `run`. What was ever seen to change something takes its turn. */
export function recordedTools(
  tasks: readonly Task[],
  run: (name: string, input: Readonly<Record<string, Json>>) => Promise<Json> | Json,
  more: Partial<Tool> = {},
): readonly Tool[] {
  const calls = tasks.flatMap(({ turns }) => turns.flatMap((turn) => turn.calls));
  const changing = new Set(calls.filter((call) => call.changes_state).map(nameOf));
  const classes = JSON.parse(readFileSync(join(DATA, 'bfcl-tools.json'), 'utf8')) as Record<
    string,
    Described[]
  >;
  return Object.entries(classes).flatMap(([service, tools]) =>
    tools.map(({ name, description, parameters }): Tool => {
      const whole = `${service}.${name}`;
      return {
        name: whole,
        description,
        input: { ...parameters, additionalProperties: false },
        permissions: service === 'MathAPI' ? [] : [changing.has(whole) ? 'write' : 'read'],
        run: (input) => run(whole, input),
        ...more,
      };
    }),
  );
}

export const keyOf = (name: string, input: Json): string =>
  `${name} ${JSON.stringify(input, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort())
      : each,
  )}`;
