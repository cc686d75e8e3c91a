import type { Json } from '../work-item.ts';

/** `.items[0].name` as its parts. */
export const segmentsOf = (path: string): string[] =>
  path
    .replaceAll('[', '.')
    .replaceAll(']', '')
    .split('.')
    .filter((segment) => segment !== '');

/** What lies at the path; undefined when nothing does. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let found = value;
  for (const segment of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, segment)) return undefined;
    // The length of a list is a property of it, not a part.
    if (Array.isArray(found) && !/^\d+$/.test(segment)) return undefined;
    found = (found as { readonly [key: string]: Json })[segment];
  }
  return found;
}
