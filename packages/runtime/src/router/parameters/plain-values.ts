import type { Found } from './found.ts';
import { NUMBER, numberOf } from './number-words.ts';

const QUOTED = /"([^"\n]+)"|“([^”\n]+)”|`([^`\n]+)`|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;
const NUMBERS = new RegExp(`(?<![\\p{L}\\p{N}.-])-?(?:${NUMBER})(?![\\p{L}\\p{N}])`, 'giu');
const YES = /\b(?:on|yes|true|enabled?|activated?)\b/iu;
const NO = /\b(?:off|no|false|disabled?|deactivated?)\b/iu;
/** What stands after one of these is often what is meant: "in Berlin", "about rust", "for milk". */
const AFTER = /\b(?:in|for|about|called|named|to|of|near|on|saying|titled)\s+(.+)$/iu;

/** Stands for what another parameter took. */
const TAKEN = '\uE002';

export function quotedIn(text: string): Found<string>[] {
  return [...text.matchAll(QUOTED)].map((match) => {
    const value = match.slice(1).find((each) => each !== undefined) ?? '';
    return { value, start: match.index, end: match.index + match[0].length };
  });
}

export function numbersIn(text: string): Found<number>[] {
  return [...text.matchAll(NUMBERS)].flatMap((match) => {
    const negative = match[0].startsWith('-');
    const value = numberOf(negative ? match[0].slice(1) : match[0]);
    if (value === null) return [];
    return [{ value: negative ? -value : value, start: match.index, end: match.index + match[0].length }];
  });
}

/** "on" and "off" said both is neither. */
export function booleanIn(text: string): Found<boolean> | null {
  const yes = text.match(YES);
  const no = text.match(NO);
  const only = yes && !no ? yes : no && !yes ? no : null;
  if (only?.index === undefined) return null;
  return { value: only === yes, start: only.index, end: only.index + only[0].length };
}

/** The choice that is named; the longest of several that overlap, null when two different ones are. */
export function choiceIn(text: string, choices: readonly string[]): Found<string> | null {
  const named = choices.flatMap((choice) => {
    const words = choice
      .trim()
      .split(/[\s_-]+/)
      .map(literally)
      .join('[\\s_-]+');
    if (words === '') return [];
    const match = text.match(new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'iu'));
    if (match?.index === undefined) return [];
    return [{ value: choice, start: match.index, end: match.index + match[0].length }];
  });
  const outermost = named.filter(
    (one) =>
      !named.some(
        (other) =>
          other !== one && other.start <= one.start && other.end >= one.end && span(other) > span(one),
      ),
  );
  return outermost.length === 1 ? outermost[0]! : null;
}

/** The rest of a sentence after a word such as "in" or "about", without what was taken already. */
export function phraseIn(text: string, taken: readonly Found[]): Found<string> | null {
  const blanked = taken.reduce(
    (left, { start, end }) => left.slice(0, start) + TAKEN.repeat(end - start) + left.slice(end),
    text,
  );
  const match = blanked.match(AFTER);
  const said =
    match?.[1]
      ?.replace(/\uE002.*$/su, '')
      .replace(/[\s.?!,]+$/u, '')
      .replace(/^(?:the|a|an|my)\s+/iu, '') ?? '';
  if (match?.index === undefined || !/[\p{L}\p{N}]/u.test(said)) return null;
  const start = blanked.indexOf(said, match.index);
  return { value: said.replace(/\s+/g, ' '), start, end: start + said.length };
}

const span = ({ start, end }: Found): number => end - start;
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
