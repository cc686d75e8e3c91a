import type { Json } from '@symphony/domain';

/** One line of a form: where its value stands and what it may be. Forms are made of lists of these. */
export interface FieldSpec {
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: FieldKind;
  readonly required?: boolean;
  readonly hint?: string;
  readonly choices?: readonly string[];
  readonly min?: number;
  readonly whole?: boolean;
  /** A regular expression over the whole text. */
  readonly pattern?: string;
  /** What stands there when nothing is typed; without it the key is taken out. */
  readonly empty?: Json;
}

/**
 * `words`: text of several lines. `scalar`: a number where it is one, else text. `any`: JSON where it is
 * some, else text. `list`: texts, one a line. `flag`: yes or no.
 */
export type FieldKind = 'text' | 'words' | 'number' | 'scalar' | 'flag' | 'choice' | 'list' | 'json' | 'any';

type Holder = Readonly<Record<string, unknown>>;

export function valueAt(holder: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Holder)[key] : undefined),
    holder,
  );
}

/** Undefined takes the key out, and what holds nothing any more goes with it. */
export function withValueAt<T>(holder: T, path: readonly string[], value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  const { [key]: before, ...others } = (holder ?? {}) as Holder;
  const after = rest.length === 0 ? value : withValueAt(before, rest, value);
  if (after === undefined || (rest.length > 0 && isEmpty(after))) return others as T;
  return { ...(holder as object), [key]: after } as T;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
