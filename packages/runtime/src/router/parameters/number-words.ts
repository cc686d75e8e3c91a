const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number in digits or in words up to ninety-nine, `a` and `an` as one. Null: it is none. */
export function numberOf(written: string): number | null {
  const text = written.trim().toLowerCase();
  if (text === 'a' || text === 'an') return 1;
  if (text === 'a couple of' || text === 'a couple') return 2;
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^-?\d{1,15}(?:[.,]\d{1,9})?$/.test(text)) return Number(text.replace(',', '.'));
  const [first = '', second] = text.split(/[\s-]+/);
  const one = ONES.indexOf(first);
  if (one >= 0 && second === undefined) return one;
  const ten = TENS.indexOf(first);
  if (ten < 2) return null;
  if (second === undefined) return ten * 10;
  const rest = ONES.indexOf(second);
  return rest >= 1 && rest <= 9 ? ten * 10 + rest : null;
}

const WORDS = `(?:${TENS.slice(2).join('|')})(?:[\\s-](?:${ONES.slice(1, 10).join('|')}))?|${[...ONES].reverse().join('|')}`;

/** Digits or words, for use inside a larger pattern. */
export const NUMBER = `(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,15}(?:[.,]\\d{1,9})?|${WORDS})`;
