import type { Artifact, Entry } from '@symphony/domain';
import { clockTime, wordsOf } from '@symphony/protocol/words';
import { visibleLine } from '../../diff/visible-text.ts';
import { plainLine, plainText } from '../../ui/plain-text.ts';

/** How a content can be looked at, the best way first. */
export type Look = 'words' | 'prose' | 'diff' | 'json' | 'text';

export const LOOK_NAMES: Readonly<Record<Look, string>> = {
  words: 'In words',
  prose: 'Formatted',
  diff: 'Changes',
  json: 'JSON',
  text: 'As it is',
};

export function looksOf({
  type,
  contentType,
  name,
}: Pick<Artifact, 'type' | 'contentType' | 'name'>): readonly Look[] {
  const media = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'transcript' && media.endsWith('ndjson')) return ['words', 'text'];
  if (media === 'text/x-diff' || media === 'text/x-patch' || type === 'diff') return ['diff', 'text'];
  if (media === 'application/json' || media.endsWith('+json')) return ['json', 'text'];
  if (media === 'text/markdown' || name.endsWith('.md') || type === 'plan' || type === 'report')
    return ['prose', 'text'];
  // Prompts are written in Markdown, and what was sent is looked at to the letter.
  return type === 'prompt' ? ['text', 'prose'] : ['text'];
}

/** A line as it is shown. */
export interface ContentLine {
  readonly kind: 'plain' | 'added' | 'removed' | 'hunk' | 'file' | 'note';
  readonly text: string;
  /** At its left: a number or a time. */
  readonly aside: string;
}

/** The text in lines, for every look but prose. */
export function linesOf(text: string, look: Look): readonly ContentLine[] {
  if (look === 'words') return wordLines(text);
  const shown = look === 'json' ? prettyJson(text) : text;
  return splitLines(look === 'diff' ? shown : plainText(shown)).map((line, at) => ({
    kind: look === 'diff' ? diffKind(line) : 'plain',
    text: whole(line),
    aside: look === 'diff' ? '' : String(at + 1),
  }));
}

function wordLines(text: string): readonly ContentLine[] {
  return splitLines(text).flatMap((line) => {
    const entry = readEntry(line);
    return [entry ?? { kind: 'plain' as const, text: whole(line), aside: '' }];
  });
}

/** Null for what is no entry of a log: anybody may have stored it. */
function readEntry(line: string): ContentLine | null {
  try {
    const { at, event } = JSON.parse(line) as Entry;
    const words: unknown = wordsOf(event, (id) => id);
    if (typeof words !== 'string' || typeof at !== 'number') return null;
    return { kind: 'plain', text: plainLine(words, 2_000), aside: clockTime(at) };
  } catch {
    return null;
  }
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // cut off, or not JSON after all: it is shown as it is
  }
}

const splitLines = (text: string): readonly string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

function whole(line: string): string {
  const { text, more } = visibleLine(line);
  return more > 0 ? `${text} … ${more.toLocaleString('en-US')} more characters` : text;
}

/** What git says about a file, before its lines. */
const NOTE =
  /^(?:index |--- |\+\+\+ |new file |deleted file |similarity |dissimilarity |rename |copy |old mode |new mode |Binary )/;

function diffKind(line: string): ContentLine['kind'] {
  if (line.startsWith('diff ')) return 'file';
  if (NOTE.test(line)) return 'note';
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'plain';
}
