import type { FilePath } from '@symphony/adapters/yaml';

/**
 * Secrets come from the environment, named by `$VAR` as a whole value. What looks like a secret in
 * the file itself is refused, and no message ever repeats it.
 */
const VARIABLE = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

const TOKENS = [
  /\bgh[opsur]_[A-Za-z0-9]{10,}/,
  /\bgithub_pat_[A-Za-z0-9_]{10,}/,
  /\bglpat-[A-Za-z0-9_-]{10,}/,
  // A digit is asked for, so that a package called sk-something does not count.
  /\bsk-(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{10,}/,
  /\blin_(?:api|oauth)_[A-Za-z0-9]{8,}/,
  /\bxox[a-z]-[A-Za-z0-9-]{8,}/,
  /\bxapp-[A-Za-z0-9-]{8,}/,
  // Whoever has the address of such a hook may speak through it.
  /\bhooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9_/-]{8,}/,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/[A-Za-z0-9_/-]{8,}/,
  /\bwhsec_[A-Za-z0-9+/=]{8,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
] as const;

const ANY_TOKEN = new RegExp(TOKENS.map((each) => each.source).join('|'), 'g');

/** The name in `$NAME`, or null when the value is anything else. */
export const variableOf = (value: unknown): string | null =>
  typeof value === 'string' && VARIABLE.test(value) ? value.slice(1) : null;

export const hideSecrets = (text: string): string => text.replace(ANY_TOKEN, '[hidden]');

/** Every place in the data where a text looks like a token. */
export function findLiteralSecrets(data: unknown, path: FilePath = []): FilePath[] {
  if (typeof data === 'string') return TOKENS.some((each) => each.test(data)) ? [path] : [];
  if (Array.isArray(data)) return data.flatMap((each, at) => findLiteralSecrets(each, [...path, at]));
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, each]) => findLiteralSecrets(each, [...path, key]));
}

export interface MissingVariable {
  readonly path: FilePath;
  readonly name: string;
}

/** A set variable has a value that is not empty; an empty secret is a missing one. */
export const isSet = (env: Environment, name: string): boolean => (env[name] ?? '') !== '';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A copy of `data` with every `$VAR` replaced, telling which are not set. */
export function resolveVariables<T>(
  data: T,
  env: Environment,
  path: FilePath,
): { readonly value: T; readonly missing: readonly MissingVariable[] } {
  const missing: MissingVariable[] = [];
  const resolve = (value: unknown, at: FilePath): unknown => {
    const name = variableOf(value);
    if (name !== null) {
      if (!isSet(env, name)) missing.push({ path: at, name });
      return env[name] ?? '';
    }
    if (Array.isArray(value)) return value.map((each, place) => resolve(each, [...at, place]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, [...at, key])]));
  };
  return { value: resolve(data, path) as T, missing };
}
