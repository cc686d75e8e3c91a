import { lineEndingOf } from './front-matter.ts';
import { type MarkdownLine, markdownLines } from './markdown-lines.ts';

/**
 * Comments live at the end of the body under `## Comments`. Each starts with an invisible marker
 * that carries its key, which is how a repeated comment is recognised (C9), and is quoted with `>`
 * so that nothing it says can be taken for a heading or a marker.
 */
const MARKER = /^<!-- symphony:\S* -->[ \t]*$/;

/** Any key fits into the marker: what could end the HTML comment is percent-encoded. */
const markerOf = (key: string): string =>
  `<!-- symphony:${encodeURIComponent(key).replaceAll('%3A', ':')} -->`;

/** The body with the comment added, or the same body when the key is already there. */
export function addComment(body: string, key: string, text: string): string {
  const marker = markerOf(key);
  if (markdownLines(body).some((line) => line.text.trimEnd() === marker)) return body;
  const ending = lineEndingOf(body);
  const quoted = text.split(/\r\n|\r|\n/).map((line) => (line === '' ? '>' : `> ${line}`));
  const comment = [marker, ...quoted, ''].join(ending);
  const section = findSection(body);
  if (section) {
    const after = body.slice(section.end);
    return endParagraph(body.slice(0, section.end), ending) + comment + (after === '' ? '' : ending + after);
  }
  return `${endParagraph(body, ending)}## Comments${ending}${ending}${comment}`;
}

/** What a person wrote: the body without our comments, and without blank lines around it. */
export function descriptionOf(body: string): string | null {
  const { before, after } = aroundComments(body);
  const text = before + after;
  return withoutBlankEdges(text) || null;
}

/** The body with another description; our comments stay, and the same description changes nothing. */
export function withDescription(body: string, description: string): string {
  if ((descriptionOf(body) ?? '') === withoutBlankEdges(description)) return body;
  const ending = lineEndingOf(body);
  const { comments } = aroundComments(body);
  const text = description === '' ? '' : ending + endLine(description, ending);
  return comments === '' ? text : `${text}${ending}${comments}`;
}

function aroundComments(body: string): { before: string; comments: string; after: string } {
  const section = body.includes('<!-- symphony:') ? findSection(body) : null;
  const start = section?.own ?? body.length;
  const end = section?.own == null ? body.length : section.end;
  return { before: body.slice(0, start), comments: body.slice(start, end), after: body.slice(end) };
}

interface Section {
  readonly end: number;
  /** Where what is ours begins; null when a person wrote the whole section. */
  readonly own: number | null;
}

/**
 * The section that has our comments, or a person's own one at the end of the body. A person may
 * write anything below ours under another heading, and words of their own in front of our first
 * comment; both stay part of the description.
 */
function findSection(body: string): Section | null {
  const sections = commentSections(body);
  const last = sections.at(-1);
  return sections.find(({ own }) => own !== null) ?? (last?.end === body.length ? last : null);
}

function commentSections(body: string): readonly Section[] {
  const sections: Section[] = [];
  let open: { readonly start: number; own: number | null; words: boolean } | null = null;
  for (const line of markdownLines(body)) {
    const heading = !line.code && /^#{1,2}[ \t]/.test(line.text);
    if (heading && open) sections.push({ end: line.start, own: open.own });
    if (heading) open = isCommentsHeading(line) ? { start: line.start, own: null, words: false } : null;
    else if (!open || open.own !== null || line.text.trim() === '') continue;
    // The heading counts as ours when nothing but blank lines stands between it and the marker.
    else if (!line.code && MARKER.test(line.text)) open.own = open.words ? line.start : open.start;
    else open.words = true;
  }
  if (open) sections.push({ end: body.length, own: open.own });
  return sections;
}

/** Spaces before the first word stay: in Markdown they can mean code. */
const withoutBlankEdges = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd();

const isCommentsHeading = (line: MarkdownLine): boolean => /^## Comments[ \t]*$/i.test(line.text);

const endParagraph = (text: string, ending: string): string =>
  /\n\r?\n$/.test(text) ? text : endLine(text, ending) + ending;

const endLine = (text: string, ending: string): string =>
  text === '' || text.endsWith('\n') ? text : text + ending;
