import type { Values } from '../flow/change.ts';
import type { Json } from '../work-item.ts';

/**
 * `{{ name }}` and `{{ node.port }}` in the texts of a melody stand for values. There is no logic in
 * them: what is to be computed is computed by a node. What a value says is never read as a placeholder
 * again, so that the output of a command or the text of an issue can ask for nothing. A backslash before
 * the braces makes them plain text: `\{{ .Names }}`.
 */
const PLACEHOLDER = /(\\?)\{\{\s*([^{}]*?)\s*\}\}/g;
const NAME = /^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*$/;

/** The names in a text, each once, in order; what stands in braces but is no name is given as it is. */
export const placeholderNames = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, plain, name]) => (plain ? [] : [name ?? '']))),
];

export const isPlaceholderName = (name: string): boolean => NAME.test(name);

export type Filled<T> =
  | { readonly ok: true; readonly value: T }
  /** Names that stand for nothing here. */
  | { readonly ok: false; readonly unknown: readonly string[] };

/** Strict: one unknown name and nothing is filled. Null becomes empty, lists and maps become JSON. */
export function fillPlaceholders(text: string, scope: Values): Filled<string> {
  const unknown = placeholderNames(text).filter((name) => find(scope, name) === undefined);
  if (unknown.length > 0) return { ok: false, unknown };
  const value = text.replace(PLACEHOLDER, (found: string, plain: string, name: string) =>
    plain ? found.slice(1) : written(find(scope, name) ?? null),
  );
  return { ok: true, value };
}

/**
 * The same for every text in a value. A text that is one placeholder and nothing else becomes the
 * value itself, so that numbers stay numbers. Names in `keep` are left for somebody else to fill.
 */
export function fillJson(template: Json, scope: Values, keep: readonly string[] = []): Filled<Json> {
  const unknown = new Set<string>();
  const full: Values = { ...Object.fromEntries(keep.map((name) => [name, `{{${name}}}`])), ...scope };
  const fill = (value: Json): Json => {
    if (typeof value === 'string') {
      const whole = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(value)?.[1];
      const given = whole === undefined ? undefined : find(full, whole);
      if (given !== undefined) return given;
      const filled = fillPlaceholders(value, full);
      if (filled.ok) return filled.value;
      for (const name of filled.unknown) unknown.add(name);
      return value;
    }
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
  };
  const value = fill(template);
  return unknown.size > 0 ? { ok: false, unknown: [...unknown] } : { ok: true, value };
}

function find(scope: Values, name: string): Json | undefined {
  if (!NAME.test(name)) return undefined;
  let value: Json | undefined = scope;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, step) ? (value as Values)[step] : undefined;
  }
  return value;
}

const written = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
