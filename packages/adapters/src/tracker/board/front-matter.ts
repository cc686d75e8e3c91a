/**
 * Where a board file's YAML ends and its Markdown begins. The parts, joined in order, are the text
 * again to the last byte, so that an edit of one part cannot touch another.
 */
export interface FrontMatterParts {
  /** A byte order mark, or nothing. */
  readonly mark: string;
  /** The line that opens the front matter, with its ending; empty when the file has none. */
  readonly opening: string;
  readonly yaml: string;
  readonly closing: string;
  readonly body: string;
}

export type Split =
  | { readonly ok: true; readonly parts: FrontMatterParts }
  | { readonly ok: false; readonly line: number; readonly message: string };

const BYTE_ORDER_MARK = '\uFEFF';
// A fence at the start of a line is never part of a YAML value: YAML itself ends a document there.
const FENCE = /^---[ \t]*(?:\r?\n|$)/;
// Not `^` with the m flag, which takes U+2028 and a lone carriage return for the end of a line too.
const CLOSING_FENCE = /(?<![^\n])---[ \t]*(?:\r?\n|$)/;

export function splitFrontMatter(text: string): Split {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const rest = text.slice(mark.length);
  const opening = FENCE.exec(rest)?.[0];
  if (opening === undefined) {
    return { ok: true, parts: { mark, opening: '', yaml: '', closing: '', body: rest } };
  }
  const inner = rest.slice(opening.length);
  const closing = CLOSING_FENCE.exec(inner);
  if (!closing) {
    return {
      ok: false,
      line: 1,
      message: 'The front matter that starts here is never closed; add a line with `---` after it.',
    };
  }
  return {
    ok: true,
    parts: {
      mark,
      opening,
      yaml: inner.slice(0, closing.index),
      closing: closing[0],
      body: inner.slice(closing.index + closing[0].length),
    },
  };
}

export const joinFrontMatter = (parts: FrontMatterParts): string =>
  parts.mark + parts.opening + parts.yaml + parts.closing + parts.body;

/** The same parts with fences around the YAML, when the file had no front matter yet. */
export function withFences(parts: FrontMatterParts): FrontMatterParts {
  if (parts.opening !== '') return parts;
  const ending = lineEndingOf(parts.body);
  return { ...parts, opening: `---${ending}`, closing: `---${ending}` };
}

/** The ending of the first line decides for the lines we add. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  const end = text.indexOf('\n');
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n';
}
