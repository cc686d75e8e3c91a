import type { Json } from '@symphony/domain';
import { z } from 'zod';
import { LONGEST_MS, parseDuration } from './duration.ts';
import { variableOf } from './secret.ts';

/**
 * The kinds of value a key may hold. Every refusal is the end of a sentence that starts with the
 * key ("`max_turns` must be …"), and none repeats the value: it may be a secret in the wrong place.
 */

const DURATION_MARK = { unit: 'duration' } as const;

export const isDuration = (schema: z.ZodType): boolean => schema.meta()?.unit === DURATION_MARK.unit;

/** A key without a value counts as not given, so that a section whose lines are all commented out is fine. */
export const optional = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  z.preprocess((given) => (given === null ? undefined : given), schema.default(value as never));

/** What may be left out, and is null then. */
export const none = <T extends z.ZodType>(schema: T) => optional(schema.nullable(), null as never);

export const section = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((given) => given ?? {}, z.strictObject(shape, { error: 'must be a map of keys and values' }));

export const entry = <T extends z.ZodRawShape>(shape: T) =>
  z.strictObject(shape, { error: 'must be a map of keys and values' });

const notBlank = (value: string): boolean => value.trim() !== '';

export const mapOf = <T extends z.ZodType>(schema: T) =>
  optional(
    z.record(z.string().refine(notBlank), schema, { error: 'must be a map of names and values' }),
    {} as never,
  );

export const listOf = <T extends z.ZodType>(schema: T, value: z.output<T>[] = []) =>
  optional(z.array(schema, { error: 'must be a list' }), value as never);

const missingOr =
  (sentence: string) =>
  (issue: { readonly input?: unknown }): string =>
    issue.input === undefined ? 'is missing' : sentence;

export const text = z
  .string({ error: missingOr('must be text (put it in quotes)') })
  .refine(notBlank, { error: 'must not be empty' });

/** A secret: only its variable is named. */
export const variable = text.refine((value) => variableOf(value) !== null, {
  error: 'must be the name of an environment variable, written `$NAME`',
});

/** What a person may write without quotes although it is meant as text: `3000`, `true`. */
export const plainValue = z
  .union([z.string(), z.number(), z.boolean()], { error: missingOr('must be a single value') })
  .transform(String);

export const flag = z.boolean({ error: 'must be `true` or `false`' });

export const whole = (least: number) => {
  const error = `must be a whole number, ${least} or more`;
  return z.int({ error }).min(least, { error });
};

export const money = z.number({ error: 'must be a number of dollars' });

export const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be ${names.map((name) => `\`${name}\``).join(' or ')}` });

/** `zero`: whether 0 (and less, read as 0) is allowed, where a rule gives it a meaning. */
export const duration = (zero: 'zero' | 'positive') =>
  z
    .unknown()
    .transform((given, context): number => {
      const refuse = (message: string): never => {
        context.issues.push({ code: 'custom', message, input: given });
        return z.NEVER;
      };
      const ms = parseDuration(given);
      if (ms === null) return refuse('must be a duration such as `30s`, `5m` or a number of milliseconds');
      if (ms > LONGEST_MS) return refuse('must not be longer than 24 days');
      if (ms <= 0 && zero === 'positive') return refuse('must be longer than 0');
      return Math.max(0, ms);
    })
    .meta(DURATION_MARK);

/** A branch name git would accept, and that can never be read as an option. */
export const branch = text.refine(
  (name) => !/^[-/.]|[\s~^:?*[\\\p{Cc}]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/u.test(name) && name !== '@',
  { error: 'must be a branch name' },
);

/** A path that stays inside the folder it is relative to. */
export const innerPath = text.refine(
  (path) => !/^(?:[/\\~]|[A-Za-z]:[\\/])|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/.test(path),
  {
    error: 'must be a relative path without `..`',
  },
);

const isJson = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every(isJson);
};

/** What an adapter makes sense of, kept as it is. */
export const json = z.custom<Json>(isJson, { error: 'must be a plain value, list or map' });
