/** A Markdown text line by line, knowing which lines are code: a `#` in a code block is no heading. */
export interface MarkdownLine {
  /** Without its ending. */
  readonly text: string;
  readonly start: number;
  /** Behind the line's ending. */
  readonly end: number;
  readonly code: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** A fence that is never closed counts as plain text: what is appended behind it must still be found. */
export function markdownLines(markdown: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let open: { readonly marks: string; readonly line: number } | null = null;
  for (let start = 0; start < markdown.length; start = lines.at(-1)?.end ?? markdown.length) {
    const newline = markdown.indexOf('\n', start);
    const end = newline < 0 ? markdown.length : newline + 1;
    const text = markdown.slice(start, newline < 0 ? end : newline).replace(/\r$/, '');
    const [, marks = '', info = ''] = FENCE.exec(text) ?? [];
    const opens: boolean = open === null && marks !== '' && !(marks.startsWith('`') && info.includes('`'));
    const closes: boolean = open !== null && marks.startsWith(open.marks) && info.trim() === '';
    lines.push({ text, start, end, code: open !== null || opens });
    if (opens) open = { marks, line: lines.length - 1 };
    else if (closes) open = null;
  }
  const unclosed = open?.line ?? lines.length;
  return lines.map((line, index) => (index < unclosed ? line : { ...line, code: false }));
}

/** The text of the first heading, or null. */
export function firstHeading(markdown: string): string | null {
  for (const line of markdownLines(markdown)) {
    const text = line.code ? undefined : /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line.text)?.[1];
    const title = text?.replace(/(?:^|[ \t])#+[ \t]*$/, '').trim();
    if (title) return title;
  }
  return null;
}
