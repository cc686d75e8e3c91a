import type { FieldSpec } from './field-spec.ts';

/** What is typed, and what it stands for. */
export type Typed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly complaint: string };

/** The value as a person edits it. */
export function textOf({ kind }: FieldSpec, value: unknown): string {
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'list':
      return Array.isArray(value) ? value.map((each) => inWords(each)).join('\n') : inWords(value);
    case 'json':
      return JSON.stringify(value, null, 2);
    case 'any':
      // A text that would be read as something else keeps its quotes.
      return typeof value === 'string' && !readsAsJson(value) ? value : JSON.stringify(value, null, 2);
    default:
      return inWords(value);
  }
}

const inWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function readText(spec: FieldSpec, text: string): Typed {
  if (text.trim() === '')
    return spec.required && spec.empty === undefined ? wrong('This is needed.') : value(spec.empty);
  switch (spec.kind) {
    case 'number':
      return readNumber(spec, text);
    case 'scalar':
      return /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? value(Number(text)) : value(text);
    case 'list': {
      const lines = text.split('\n').map((line) => line.trim());
      return value(lines.filter((line) => line !== ''));
    }
    case 'json':
      try {
        return value(JSON.parse(text));
      } catch {
        return wrong('This is no JSON: texts and keys stand in double quotes.');
      }
    case 'any':
      return value(readsAsJson(text) ? JSON.parse(text) : text);
    default:
      return value(text);
  }
}

const value = (given: unknown): Typed => ({ ok: true, value: given });
const wrong = (complaint: string): Typed => ({ ok: false, complaint });

function readNumber({ whole, min }: FieldSpec, text: string): Typed {
  const number = Number(text);
  if (!Number.isFinite(number)) return wrong('This is no number.');
  if (whole && !Number.isInteger(number)) return wrong('Use a whole number.');
  return min !== undefined && number < min ? wrong(`Use ${min} or more.`) : value(number);
}

/** What is wrong with the value a field has; null when nothing is. */
export function complaintOf(spec: FieldSpec, given: unknown): string | null {
  if (given === undefined || given === '') return spec.required ? 'This is needed.' : null;
  // What a placeholder will stand for is known only when it is played.
  if (typeof given !== 'string' || spec.pattern === undefined || given.includes('{{')) return null;
  return new RegExp(spec.pattern, 'u').test(given) ? null : (spec.hint ?? 'This is not of the right form.');
}

function readsAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
