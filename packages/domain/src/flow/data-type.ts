import type { DataType } from './flow.ts';

const PLAIN: readonly string[] = ['any', 'text', 'number', 'boolean', 'json', 'artifact'];

export function isDataType(text: string): text is DataType {
  let inner = text;
  while (inner.startsWith('list<') && inner.endsWith('>')) inner = inner.slice(5, -1);
  return PLAIN.includes(inner);
}

/** Whether a port of type `expected` may be given a value of type `found`. */
export function accepts(expected: DataType, found: DataType): boolean {
  if (expected === found || expected === 'any' || found === 'any') return true;
  const inner = elementOf(expected);
  const given = elementOf(found);
  if (inner !== null && given !== null) return accepts(inner, given);
  // An artifact is a reference to something kept elsewhere, not a value of its own.
  return expected === 'json' && (given === null ? found !== 'artifact' : accepts('json', given));
}

const elementOf = (type: DataType): DataType | null =>
  type.startsWith('list<') ? (type.slice(5, -1) as DataType) : null;
