import { closing } from '../written-json.ts';

/**
 * The JSON value in what a model wrote: the whole text, what stands in a code fence, or the first object or list that
 * is complete. Undefined when there is none: a cut-off answer is not guessed at.
 */
export function jsonInText(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/i.exec(text)?.[1];
  for (const candidate of [text, fenced ?? '']) {
    const value = parsed(candidate.trim());
    if (value !== undefined) return value;
  }
  for (let at = text.search(/[[{]/); at >= 0; ) {
    const end = closing(text, at);
    const value = end < 0 ? undefined : parsed(text.slice(at, end + 1));
    if (value !== undefined) return value;
    // What closes but is no JSON is passed over whole, so that the cost stays linear.
    const next = text.slice((end < 0 ? at : end) + 1).search(/[[{]/);
    if (end < 0 || next < 0) return undefined;
    at = end + 1 + next;
  }
  return undefined;
}

function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isShallow(value, DEEPEST) ? value : undefined;
  } catch {
    // Not JSON is an answer, not a failure: the caller looks elsewhere.
    return undefined;
  }
}

/** What is nested without end would end the process where it is walked. */
const DEEPEST = 100;

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)));
