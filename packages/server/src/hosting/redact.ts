import { hideSecrets } from '../config/secret.ts';

/** Shorter ones would hide ordinary words. */
const SHORTEST = 6;
const HIDDEN = '[hidden]';

/**
 * Takes secrets out of whatever an agent says before anybody records it: those that were given to it,
 * by value, and whatever looks like a token of a well-known kind.
 */
export function redactor(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets.filter((each) => each.length >= SHORTEST))]
    // A secret that holds another one goes first, or its rest would stay.
    .sort((a, b) => b.length - a.length);
  const clean = (text: string, more: readonly string[]): string =>
    hideSecrets([...known, ...more].reduce((left, secret) => left.replaceAll(secret, HIDDEN), text));
  return <T>(value: T, more: readonly string[] = []): T => walk(value, (text) => clean(text, more)) as T;
}

/** `more`: secrets of one run alone. */
export type Redact = <T>(value: T, more?: readonly string[]) => T;

function walk(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((each) => walk(each, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, clean)]));
}

/** Whether a variable of this name is likely to hold a secret. */
export const isSecretName = (name: string): boolean =>
  /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL)/i.test(name);
