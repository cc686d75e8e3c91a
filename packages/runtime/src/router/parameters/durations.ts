import type { Found } from './found.ts';
import { NUMBER, numberOf } from './number-words.ts';

const SECONDS: readonly (readonly [unit: string, seconds: number])[] = [
  ['seconds?|secs?|s', 1],
  ['minutes?|mins?|m', 60],
  ['hours?|hrs?|h', 3600],
  ['days?|d', 86_400],
  ['weeks?|w', 604_800],
];
const UNIT = SECONDS.map(([unit]) => unit).join('|');
const PIECE = `(?<![\\p{L}\\p{N}.])(?:(half)\\s+an?\\s+|(?:(${NUMBER}|an?|a\\s+couple(?:\\s+of)?)(\\s+and\\s+a\\s+half)?(?:(?<=\\d)\\s*-?\\s*|\\s*-\\s*|\\s+)))(${UNIT})(?![\\p{L}\\p{N}])(\\s+and\\s+a\\s+(?:half|quarter))?`;
const WHOLE = new RegExp(`(?:${PIECE})(?:[\\s,]*(?:and\\s+)?(?:${PIECE}))*`, 'giu');
const EACH = new RegExp(PIECE, 'giu');
/** `1h30m`, which has no blanks to go by. */
const TIGHT = /(?<![\p{L}\p{N}.])(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,4})s)?(?![\p{L}\p{N}])/giu;

/** Lengths of time in seconds: "5 minutes", "an hour and a half", "1h30m", "two hours 10 min". */
export function durationsIn(text: string): Found<number>[] {
  const tight = [...text.matchAll(TIGHT)].flatMap((match) => {
    const [whole, hours, minutes, seconds] = match;
    if (whole === '' || [hours, minutes, seconds].filter(Boolean).length < 2) return [];
    const value = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return [{ value, start: match.index, end: match.index + whole.length }];
  });
  const spoken = [...text.matchAll(WHOLE)].map((match) => ({
    value: [...match[0].matchAll(EACH)].reduce((sum, piece) => sum + secondsOf(piece), 0),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const apart = spoken.filter(
    ({ start, end }) => !tight.some((other) => start < other.end && other.start < end),
  );
  return [...tight, ...apart].filter(({ value }) => value > 0).sort((a, b) => a.start - b.start);
}

function secondsOf([, half, number = '', andHalf, unit = '', after = '']: RegExpMatchArray): number {
  const seconds = SECONDS.find(([units]) => new RegExp(`^(?:${units})$`, 'iu').test(unit))?.[1] ?? 0;
  const count = half ? 0.5 : (numberOf(number.replace(/\s+/g, ' ')) ?? 0);
  const more = andHalf || /half/i.test(after) ? 0.5 : /quarter/i.test(after) ? 0.25 : 0;
  return Math.round((count + more) * seconds * 1000) / 1000;
}
