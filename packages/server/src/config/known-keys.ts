import type { FilePath } from '@symphony/adapters/yaml';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { projectSchema } from './schema.ts';
import { isDuration } from './value.ts';

/** What the schema knows about a place in the file: read from the schema itself, so it is never out of date. */

/** The schema without its wrappers (defaults, "null counts as not given", conversions). */
function unwrap(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (!isDuration(inner)) {
    if (inner instanceof z.ZodDefault || inner instanceof z.ZodNullable) inner = inner.unwrap() as z.ZodType;
    else if (inner instanceof z.ZodPipe && !(inner.out instanceof z.ZodTransform))
      inner = inner.out as z.ZodType;
    else break;
  }
  return inner;
}

function schemaAt(path: FilePath): z.ZodType | null {
  let schema: z.ZodType | null = projectSchema;
  for (const step of path) {
    const here: z.ZodType | null = schema && unwrap(schema);
    if (here instanceof z.ZodObject) schema = (here.shape as Record<string, z.ZodType>)[String(step)] ?? null;
    else if (here instanceof z.ZodRecord) schema = here.valueType as z.ZodType;
    else if (here instanceof z.ZodArray) schema = here.element as z.ZodType;
    else return null;
  }
  return schema && unwrap(schema);
}

/** The keys a map at this place may have; null where any name may stand (`players`, `by_state`). */
export function knownKeys(path: FilePath): readonly string[] | null {
  const schema = schemaAt(path);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : null;
}

export function isDurationAt(path: FilePath): boolean {
  const schema = schemaAt(path);
  return schema !== null && isDuration(schema);
}

/** Every place whose keys are fixed, named entries and list places standing as `*`. */
export function everyMap(
  path: readonly string[] = [],
): { path: readonly string[]; keys: readonly string[] }[] {
  const schema = schemaAt(path);
  if (schema instanceof z.ZodObject) {
    const keys = Object.keys(schema.shape);
    return [{ path, keys }, ...keys.flatMap((key) => everyMap([...path, key]))];
  }
  return schema instanceof z.ZodRecord || schema instanceof z.ZodArray ? everyMap([...path, '*']) : [];
}

/** Letters that changed places are one slip, although two of them differ. */
const slipOf = (name: string, candidate: string): number =>
  name !== candidate && [...name].sort().join('') === [...candidate].sort().join('')
    ? 1
    : distance(name, candidate);

/** Near enough to be a slip of the finger or of memory, and no nearer one before it. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  const allowed = Math.max(2, Math.floor(name.length * 0.4));
  let best: { name: string; far: number } | null = null;
  for (const candidate of candidates) {
    const far = slipOf(name.toLowerCase(), candidate.toLowerCase());
    if (far <= allowed && far < candidate.length && (!best || far < best.far))
      best = { name: candidate, far };
  }
  return best?.name ?? null;
}

/** Where else a key of this name belongs. */
export const homeOf = (key: string): string | null => {
  const home = everyMap().find((each) => each.path.length > 0 && each.keys.includes(key));
  return home ? home.path.join('.').replaceAll('.*', '.<name>') : null;
};
