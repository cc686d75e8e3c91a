import { type FilePath, showPath } from '@symphony/adapters/yaml';
import type { z } from 'zod';
import { homeOf, knownKeys, nearest } from './known-keys.ts';
import { type ConfigProblem, problemAt } from './problem.ts';
import { projectSchema } from './schema.ts';
import type { ConfigSource } from './source.ts';

type Given = z.output<typeof projectSchema>;

export interface SchemaCheck {
  readonly problems: readonly ConfigProblem[];
  /** Places that were refused. */
  readonly refused: readonly FilePath[];
  /** The values, those that were refused left out, so that the other checks can go on. */
  readonly given: Given;
}

/**
 * Checks every key and value. A refused value is taken out and the rest is read again, so that all
 * problems are told together and not one per attempt.
 */
export function checkSchema(source: ConfigSource): SchemaCheck {
  const first = projectSchema.safeParse(source.data);
  if (first.success) return { problems: [], refused: [], given: first.data };
  const problems = first.error.issues.flatMap((issue) => problemsOf(issue, source));
  const refused = first.error.issues.flatMap(refusedPlaces);
  return { problems, refused, given: readWithout(source.data, first.error.issues) };
}

type Issue = z.core.$ZodIssue;

const pathOf = (issue: Issue): FilePath =>
  issue.path.map((step) => (typeof step === 'number' ? step : String(step)));

const refusedPlaces = (issue: Issue): FilePath[] =>
  issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...pathOf(issue), key]) : [pathOf(issue)];

function problemsOf(issue: Issue, source: ConfigSource): ConfigProblem[] {
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      problemAt([...path, key], source.lineNear([...path, key]), describeUnknown(path, key)),
    );
  }
  if (issue.code === 'invalid_key') {
    const sentence = `\`${showPath(path.slice(0, -1))}\` has an entry without a name.`;
    return [problemAt(path, source.lineNear(path), sentence)];
  }
  return [problemAt(path, source.lineNear(path), `\`${showPath(path)}\` ${issue.message}.`)];
}

function describeUnknown(path: FilePath, key: string): string {
  const place = path.length === 0 ? 'at the top level' : `under \`${showPath(path)}\``;
  const keys = knownKeys(path) ?? [];
  const near = nearest(key, keys);
  const home = near === null ? homeOf(key) : null;
  const advice =
    near !== null
      ? `did you mean \`${near}\`?`
      : home !== null
        ? `it belongs under \`${home}\`.`
        : `known there: ${keys.map((each) => `\`${each}\``).join(', ')}.`;
  return `\`${key}\` is not known ${place}; ${advice}`;
}

function readWithout(data: unknown, issues: readonly Issue[]): Given {
  let copy: unknown = structuredClone(data);
  let left = issues;
  // Taking out a required value makes its entry incomplete, so each round may cut one level higher.
  for (let round = 0; round < 10; round++) {
    for (const path of left.flatMap(refusedPlaces)) takeOut(copy, path);
    copy = dropHoles(copy);
    const again = projectSchema.safeParse(copy);
    if (again.success) return again.data;
    left = again.error.issues;
  }
  return projectSchema.parse({});
}

/** Removes the value at `path`, or, where it is already gone, the nearest thing around it. */
function takeOut(data: unknown, path: FilePath): void {
  let holder = data;
  let cut: (() => void) | null = null;
  for (const step of path) {
    if (typeof holder !== 'object' || holder === null || !(step in holder)) break;
    const at = holder as Record<string | number, unknown>;
    // A list keeps its places while it is cut, so that the other paths stay true.
    cut = Array.isArray(at)
      ? () => {
          at[Number(step)] = HOLE;
        }
      : () => delete at[step];
    holder = at[step];
  }
  cut?.();
}

const HOLE = Symbol('taken out');

function dropHoles(data: unknown): unknown {
  if (Array.isArray(data)) return data.filter((each) => each !== HOLE).map(dropHoles);
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, each]) => [key, dropHoles(each)]));
}
