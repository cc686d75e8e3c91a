import {
  type Json,
  REFERENCE,
  referenceOf,
  type StepReference,
  valueAt,
  wholeReference,
} from '@symphony/domain';

/** What a step gave, by its number; undefined: nothing, because it was not completed. */
export type OutputOf = (step: number) => Json | undefined;

export type Resolved =
  | { readonly ok: true; readonly value: Json }
  /** References that stand for nothing, as they are written. */
  | { readonly ok: false; readonly unresolved: readonly string[] };

/**
 * Puts values in the place of references, in objects and lists alike (R11). A text that is one reference and nothing
 * else becomes the value itself, so that numbers stay numbers; within a text a value becomes text. What a value says
 * is never read as a reference again: a web page can ask for nothing.
 */
export function resolveReferences(template: Json, outputOf: OutputOf): Resolved {
  const unresolved: string[] = [];
  const find = (reference: StepReference): Json => {
    const value = valueAt(outputOf(reference.step), reference.path);
    if (value === undefined) unresolved.push(reference.text);
    return value ?? null;
  };
  const value = fill(template, find);
  return unresolved.length > 0 ? { ok: false, unresolved: [...new Set(unresolved)] } : { ok: true, value };
}

function fill(template: Json, find: (reference: StepReference) => Json): Json {
  if (typeof template === 'string') return fillText(template, find);
  if (typeof template !== 'object' || template === null) return template;
  if (Array.isArray(template)) return template.map((each: Json) => fill(each, find));
  return Object.fromEntries(Object.entries(template).map(([key, each]) => [key, fill(each, find)]));
}

function fillText(text: string, find: (reference: StepReference) => Json): Json {
  if (!text.includes('{{')) return text;
  const whole = wholeReference(text);
  if (whole) return find(whole);
  return text.replace(REFERENCE, (...found: unknown[]) =>
    written(find(referenceOf(found.slice(0, 3) as string[]))),
  );
}

/** The same as in the texts of melodies: null is empty, lists and objects are JSON. */
const written = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
