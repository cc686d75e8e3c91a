import { extname } from 'node:path';
import { PortError } from '@symphony/domain';
import { parse } from 'yaml';
import { z } from 'zod';

/** What a set of trials is made of: a file of requests, each with what a good answer must show. */

const words = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const check = z.strictObject({
  /** All of these, in any case. */
  contains: words.optional(),
  /** A regular expression. */
  matches: z.string().optional(),
  /** Tools that were called and succeeded. */
  tool: words.optional(),
});
const trial = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  ask: z.string().min(1),
  check: check.optional(),
});
const set = z.union([z.array(trial).min(1), z.strictObject({ requests: z.array(trial).min(1) })]);

export interface Trial {
  readonly name: string;
  readonly ask: string;
  readonly check: Check | null;
}

export interface Check {
  readonly contains: readonly string[];
  readonly matches: RegExp | null;
  readonly tool: readonly string[];
}

/** Throws PortError `invalid` with the place. */
export function readTrials(text: string, file: string): readonly Trial[] {
  const given = extname(file) === '.jsonl' ? lines(text, file) : whole(text, file);
  const read = set.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw unreadable(
      file,
      `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'it cannot be read'}`,
    );
  }
  const trials = Array.isArray(read.data) ? read.data : read.data.requests;
  return trials.map(({ name, ask, check: wanted }, at) => ({
    name: name ?? `${at + 1}`,
    ask,
    check: wanted
      ? {
          contains: [wanted.contains ?? []].flat(),
          matches: wanted.matches === undefined ? null : pattern(wanted.matches, file),
          tool: [wanted.tool ?? []].flat(),
        }
      : null,
  }));
}

/** What is missing; null when all of it is there. */
export function missedBy(wanted: Check | null, answer: string, tools: readonly string[]): string | null {
  if (wanted === null) return null;
  const said = answer.toLowerCase();
  const unsaid = wanted.contains.find((each) => !said.includes(each.toLowerCase()));
  if (unsaid !== undefined) return `It does not say ${JSON.stringify(unsaid)}.`;
  if (wanted.matches && !wanted.matches.test(answer)) return `It does not match ${wanted.matches}.`;
  const unused = wanted.tool.find((each) => !tools.includes(each));
  return unused === undefined ? null : `${unused} was not used.`;
}

function lines(text: string, file: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        throw unreadable(file, `line ${at + 1} is no JSON`);
      }
    });
}

function whole(text: string, file: string): unknown {
  try {
    return parse(text) as unknown;
  } catch (error) {
    throw unreadable(file, (error as Error).message.split('\n')[0] ?? 'it is no YAML');
  }
}

function pattern(text: string, file: string): RegExp {
  try {
    return new RegExp(text, 'iu');
  } catch {
    throw unreadable(file, `\`${text}\` is no regular expression`);
  }
}

const unreadable = (file: string, why: string): PortError =>
  new PortError({
    code: 'invalid',
    message: `${file} is no set of requests: ${why}.`,
    nextStep: 'Write a list of `ask: …` with optional `check:`, as YAML, or one JSON value a line.',
  });
