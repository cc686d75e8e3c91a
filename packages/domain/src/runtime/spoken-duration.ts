/** Lengths of time as people say them: `10 minutes`, `an hour and a half`, `1h 30m`, `PT90S`. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:s|secs?|seconds?)$/, SECOND],
  [/^(?:m|mins?|minutes?)$/, MINUTE],
  [/^(?:h|hrs?|hours?)$/, HOUR],
  [/^(?:d|days?)$/, DAY],
  [/^(?:w|wks?|weeks?)$/, 7 * DAY],
];

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const MORE_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};

const ISO = /^p(?:(\d+)w)?(?:(\d+)d)?(?:t(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?)?$/;

/** Milliseconds; null when it says no length of time. */
export function spokenDuration(said: string): number | null {
  const text = said.trim().toLowerCase();
  const iso = text.length > 2 ? ISO.exec(text) : null;
  if (iso) {
    const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = iso
      .slice(1)
      .map((part) => Number(part ?? 0));
    return (weeks * 7 + days) * DAY + hours * HOUR + minutes * MINUTE + Math.round(seconds * SECOND);
  }
  return inWords(text.replace(/half an? /g, '0.5 ').match(/\d+(?:\.\d+)?|[a-z]+/g) ?? []);
}

function inWords(tokens: readonly string[]): number | null {
  let total = 0;
  let count: number | null = null;
  let unit: number | null = null;
  for (const [at, token] of tokens.entries()) {
    const number = numberOf(token);
    if (token === 'and' || token === 'in' || token === 'for') continue;
    if (token === 'half' && unit !== null) {
      // `an hour and a half`: of the unit before.
      total += unit / 2;
      count = null;
    } else if (number !== null) {
      // `twenty five`; `a` before `half` counts nothing.
      count = count !== null && count >= 20 && number < 10 && !/^\d/.test(token) ? count + number : number;
      if (/^an?$/.test(token) && tokens[at + 1] === 'half') count = null;
    } else {
      const size = UNITS.find(([words]) => words.test(token))?.[1];
      if (size === undefined || count === null) return null;
      total += count * size;
      unit = size;
      count = null;
    }
  }
  return unit === null || count !== null ? null : Math.round(total);
}

function numberOf(token: string): number | null {
  if (/^\d/.test(token)) return Number(token);
  const word = WORDS.indexOf(token);
  return word >= 0 ? word : (MORE_WORDS[token] ?? null);
}
