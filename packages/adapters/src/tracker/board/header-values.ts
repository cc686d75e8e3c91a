import type { Json } from '@symphony/domain';
import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';

/** Something is wrong at a place in the front matter; `at` is an offset into its YAML. */
export class HeaderError extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export interface NamedAt {
  readonly name: string;
  readonly at: number;
}

/**
 * Reads typed values out of the front matter. A key without a value counts as absent; a value of
 * the wrong type throws HeaderError with the place. Scalars that YAML takes for numbers are read as
 * they were written, so that `id: 007` and the label `1.0` mean what they say.
 */
export class HeaderValues {
  readonly #pairs = new Map<string, { readonly value: Node; readonly at: number }>();

  constructor(document: Document.Parsed) {
    for (const pair of isMap(document.contents) ? document.contents.items : []) {
      const key: unknown = pair.key;
      const written = pair.value as Node | null;
      const value = isAlias(written) ? written.resolve(document) : written;
      if (!isScalar(key) || !value || (isScalar(value) && value.value === null)) continue;
      this.#pairs.set(String(key.value), { value, at: key.range?.[0] ?? 0 });
    }
  }

  at(key: string): number {
    return this.#pairs.get(key)?.at ?? 0;
  }

  text(key: string): string | null {
    const pair = this.#pairs.get(key);
    if (!pair) return null;
    const text = scalarText(pair.value);
    if (text === null) throw new HeaderError(pair.at, `\`${key}\` must be a single text.`);
    return text.trim();
  }

  integer(key: string): number | null {
    const pair = this.#pairs.get(key);
    if (!pair) return null;
    const value = isScalar(pair.value) ? pair.value.value : null;
    if (Number.isSafeInteger(value)) return value as number;
    throw new HeaderError(pair.at, `\`${key}\` must be a whole number${quote(pair.value)}.`);
  }

  flag(key: string): boolean | null {
    const pair = this.#pairs.get(key);
    if (!pair) return null;
    if (isScalar(pair.value) && typeof pair.value.value === 'boolean') return pair.value.value;
    throw new HeaderError(pair.at, `\`${key}\` must be true or false${quote(pair.value)}.`);
  }

  /** A list of names, or one text with commas. */
  names(key: string, options: { readonly numbers: boolean }): readonly NamedAt[] {
    const pair = this.#pairs.get(key);
    if (!pair) return [];
    const { value, at } = pair;
    const entries = isSeq(value) ? value.items : null;
    if (entries) return entries.flatMap((entry) => this.#entry(key, entry as Node | null, at));
    const text = scalarText(value);
    const typed = isScalar(value) && (options.numbers || typeof value.value === 'string');
    if (text === null || !typed) {
      throw new HeaderError(at, `\`${key}\` must be a list of names${quote(value)}.`);
    }
    const names = text.split(',').map((name) => name.trim());
    return names.filter((name) => name !== '').map((name) => ({ name, at }));
  }

  #entry(key: string, entry: Node | null, at: number): NamedAt[] {
    if (entry === null || (isScalar(entry) && entry.value === null)) return [];
    const text = scalarText(entry);
    if (text === null) throw new HeaderError(at, `\`${key}\` must be a list of plain names.`);
    const name = text.trim();
    return name === '' ? [] : [{ name, at: entry.range?.[0] ?? at }];
  }
}

/** JSON has no infinity and no "not a number"; such a field is null. */
export function jsonOf(value: unknown): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, jsonOf(each)]));
}

function scalarText(node: Node): string | null {
  if (!isScalar(node)) return null;
  return typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
}

const quote = (node: Node): string => (isScalar(node) ? `, not "${scalarText(node)}"` : '');
