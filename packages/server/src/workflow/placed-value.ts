import type { FilePath } from '@symphony/adapters/yaml';

/** A value on its way from the front matter into the configuration. */
export interface PlacedValue {
  /** Where it stands in the configuration. */
  readonly to: FilePath;
  /** Where the front matter gives it; null: the specification's default. */
  readonly from: FilePath | null;
  readonly value: unknown;
}

/** The values as one map in the shape of `.symphony/symphony.yaml`. Later ones win. */
export function assembled(values: readonly PlacedValue[]): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const { to, value } of values) {
    let holder = data;
    for (const step of to.slice(0, -1)) {
      const below = holder[String(step)];
      const next = isMap(below) ? below : {};
      holder[String(step)] = next;
      holder = next;
    }
    holder[String(to.at(-1))] = value;
  }
  return data;
}

/** Where the front matter gives what stands at this place of the configuration; null: nowhere. */
export function originOf(values: readonly PlacedValue[], path: FilePath): FilePath | null {
  const over = values.findLast(({ to, from }) => from !== null && startsWith(path, to));
  return over?.from ? [...over.from, ...path.slice(over.to.length)] : null;
}

const startsWith = (path: FilePath, start: FilePath): boolean => start.every((step, at) => path[at] === step);

/** Maps are followed down to their values, so that each has its own place. */
export function leavesOf(data: unknown, from: FilePath, to: FilePath): PlacedValue[] {
  if (!isMap(data) || Object.keys(data).length === 0) return [{ to, from, value: data }];
  return Object.entries(data).flatMap(([key, each]) => leavesOf(each, [...from, key], [...to, key]));
}

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
