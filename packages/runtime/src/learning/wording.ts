/** How requests are compared: by their words, with what differs from one to the next left open. */

/** Lower case, no punctuation, at most 300. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}*_]+/gu) ?? []).slice(0, 300);

const OPEN = '*';

/**
 * The pattern of a request: quoted text, addresses, paths and numbers become `*`, so that "a timer for 5 minutes"
 * and "a timer for 10 minutes" are the same one.
 */
export function patternOf(request: string): string {
  return request
    .slice(0, 400)
    .replace(/"[^"]*"|`[^`]*`|“[^”]*”/g, OPEN)
    .replace(/\b[a-z]+:\/\/\S+/gi, OPEN)
    .replace(/(?:\.{0,2}\/)?(?:[\w.-]+\/)+[\w.-]+/g, OPEN)
    .replace(/\d+(?:[.,:]\d+)*/g, OPEN)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}*_\s'-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Either way round, with `*` for anything; `a OR b` is two patterns. */
export function isNear(request: string, pattern: string): boolean {
  const said = spaced(request);
  return alternatives(pattern).some(
    (each) => each.replaceAll(OPEN, '').trim() !== '' && (asPiece(each).test(said) || each.includes(said)),
  );
}

/** 1 equal; 0.8 the request names the tool; else the share of words both have, at most 0.9. */
export function matchStrength(request: string, pattern: string, tool: string): number {
  const said = spaced(request);
  if (alternatives(pattern).some((each) => each === said || new RegExp(`^${source(each)}$`, 'u').test(said)))
    return 1;
  if (namesTool(request, tool)) return 0.8;
  return Math.min(0.9, Math.max(...alternatives(pattern).map((each) => sharedWords(request, each))));
}

/** As `domain.tool`, or as its two words. */
export function namesTool(request: string, tool: string): boolean {
  const said = request.toLowerCase();
  const name = tool.toLowerCase();
  return said.includes(name) || said.includes(name.replace(/[._]/g, ' '));
}

/** Words in both, of the longer one's. */
export const sharedWords = (a: string, b: string): number => sharedOf(wordsOf(a), wordsOf(b));

export function sharedOf(a: readonly string[], b: readonly string[]): number {
  const [these, those] = [new Set(a), new Set(b)];
  const most = Math.max(these.size, those.size);
  if (most === 0) return 0;
  let both = 0;
  for (const word of these) if (those.has(word)) both += 1;
  return both / most;
}

const SMALL = new Set(
  'a an and are as at be but by can do for from have how i if in is it its me my no not of on or our please so that the their then there this to was we what when where which who will with you your *'.split(
    ' ',
  ),
);

/** Those that say what a text is about. */
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !SMALL.has(word));

const spaced = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();
const alternatives = (pattern: string): string[] =>
  pattern
    .split(/\s+OR\s+/)
    .map(spaced)
    .filter((each) => each !== '');
const source = (pattern: string): string =>
  pattern
    .split(OPEN)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*?');
const asPiece = (pattern: string): RegExp => new RegExp(source(pattern), 'u');
