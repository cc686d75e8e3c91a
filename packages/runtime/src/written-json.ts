import type { Json } from '@symphony/domain';

export type FoundObject =
  | { readonly found: true; readonly value: Readonly<Record<string, Json>> | readonly Json[] }
  /** One sentence a model can act on. */
  | { readonly found: false; readonly problem: string };

/**
 * The first JSON object or array of objects in what a model wrote, whatever stands around it: a fence, a greeting,
 * a second thought.
 */
export function firstObject(text: string): FoundObject {
  for (let from = opening(text, 0); from !== -1; from = opening(text, from + 1)) {
    const end = closing(text, from);
    if (end === -1)
      return {
        found: false,
        problem: 'The JSON was cut off: it has no end. Write it again, whole and shorter.',
      };
    try {
      const value = JSON.parse(text.slice(from, end + 1)) as Json;
      if (Array.isArray(value) ? value.length > 0 && value.every(isRecord) : isRecord(value))
        return { found: true, value: value as Readonly<Record<string, Json>> | readonly Json[] };
    } catch (error) {
      // Braces in prose are no JSON; what looks like an object and is none is told.
      if (/^[[{]\s*["{]/.test(text.slice(from, from + 40)))
        return { found: false, problem: `That is no valid JSON: ${(error as Error).message}.` };
    }
  }
  return { found: false, problem: 'There is no JSON object in the answer.' };
}

export const isRecord = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function opening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** Where the bracket at `from` closes; -1: it does not. */
export function closing(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === '{' || letter === '[') depth++;
    else if (letter === '}' || letter === ']') {
      depth--;
      if (depth === 0) return at;
    }
  }
  return -1;
}
