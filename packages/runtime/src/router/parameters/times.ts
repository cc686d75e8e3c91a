import type { Found } from './found.ts';

const DAY =
  'today|tonight|tomorrow(?:\\s+(?:morning|afternoon|evening|night))?|(?:this|next)\\s+(?:week|weekend|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\\d{4}-\\d{2}-\\d{2}';
const CLOCK = '(\\d{1,2})(?::(\\d{2}))?\\s*([ap])\\.?m\\b\\.?|(\\d{1,2}):(\\d{2})|(noon|midday|midnight)';
const O_CLOCK = "(\\d{1,2})(?:\\s+o['’]?clock)";
const BARE = '(?:at|by|until)\\s+(\\d{1,2})(?![\\d:.,%]|\\s*(?:\\p{L}|\\d))';
const TIME = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:on\\s+)?(${DAY})(?:\\s+|,\\s*)(?:at\\s+|by\\s+)?(?:${CLOCK}|${O_CLOCK}|${BARE})|(?:at\\s+|by\\s+|until\\s+)?(?:${CLOCK}|${O_CLOCK})(?:\\s+(?:on\\s+)?(${DAY}))?|${BARE}(?:\\s+(?:on\\s+)?(${DAY}))?|(?:on\\s+)?(${DAY}))(?![\\p{L}\\p{N}])`,
  'giu',
);

/**
 * Points in time as they were said, in one form: `19:30`, `tomorrow 07:00`, `next monday`, `2026-11-17 09:00`. Which
 * instant that is depends on where and when it is asked; who has the clock reckons it.
 */
export function timesIn(text: string): Found<string>[] {
  return [...text.matchAll(TIME)].flatMap((match) => {
    const value = read(match);
    return value === null ? [] : [{ value, start: match.index, end: match.index + match[0].length }];
  });
}

function read(match: RegExpMatchArray): string | null {
  const [dayBefore, ...first] = match.slice(1, 10);
  const second = [...match.slice(10, 17), undefined];
  const bare = [undefined, undefined, undefined, undefined, undefined, undefined, undefined, match[18]];
  const day = dayBefore ?? match[17] ?? match[19] ?? match[20];
  const clocks = [first, second, bare].map(clockOf).filter((clock) => clock !== undefined);
  if (clocks.includes(null)) return null;
  const spoken = day?.toLowerCase().replace(/\s+/g, ' ');
  return [spoken, clocks[0]].filter(Boolean).join(' ') || null;
}

/** Undefined: no clock was given. Null: one that does not exist (25:00). */
function clockOf(parts: readonly (string | undefined)[]): string | null | undefined {
  const [hour12, minute12, half, hour24, minute24, named, hourOnly, bare] = parts;
  if (named) return named.toLowerCase() === 'midnight' ? '00:00' : '12:00';
  const hour = hour12 ?? hour24 ?? hourOnly ?? bare;
  if (hour === undefined) return undefined;
  const minutes = Number(minute12 ?? minute24 ?? 0);
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hours > 23 || minutes > 59) return null;
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
