import type { Instant } from '@symphony/domain';
import { unusable } from './fault.ts';

/** Looking into answers. What must be there and is not fails the call; the rest is null. */

type Loose = Readonly<Record<string, unknown>>;

/** The value at the end of the path, or undefined as soon as the path ends. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const key of path) here = typeof here === 'object' && here !== null ? (here as Loose)[key] : undefined;
  return here;
}

export const textAt = (value: unknown, ...path: readonly string[]): string | null => {
  const found = at(value, ...path);
  return typeof found === 'string' && found.trim() !== '' ? found : null;
};

export const instantAt = (value: unknown, ...path: readonly string[]): Instant | null => {
  const time = Date.parse(textAt(value, ...path) ?? '');
  return Number.isNaN(time) ? null : time;
};

/** The nodes of a connection that has to be there. */
export function nodesAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const nodes = at(value, ...path, 'nodes');
  if (!Array.isArray(nodes)) throw unusable(`Linear's answer lacks ${path.join('.')}.`);
  return nodes;
}

export function requiredText(value: unknown, ...path: readonly string[]): string {
  const text = textAt(value, ...path);
  if (text === null) throw unusable(`Linear's answer lacks ${path.join('.')}.`);
  return text;
}

/** Mutations answer `success`, and a false one has changed nothing. */
export function requireSuccess(value: unknown, mutation: string): void {
  if (at(value, mutation, 'success') !== true) throw unusable(`Linear did not carry out ${mutation}.`);
}
