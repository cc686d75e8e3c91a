/** A name for a mission out of what is asked: its first words, as much as fits. */
const LONGEST = 28;
const WORDS = 3;
const FILLERS = new Set([
  'a',
  'an',
  'the',
  'and',
  'or',
  'to',
  'of',
  'in',
  'on',
  'for',
  'with',
  'that',
  'so',
  'please',
]);

export function nameFor(request: string): string {
  const words = request
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !FILLERS.has(word));
  let name = '';
  for (const word of words.slice(0, WORDS)) {
    const longer = name === '' ? word.slice(0, LONGEST) : `${name}-${word}`;
    if (longer.length > LONGEST) break;
    name = longer;
  }
  return name === '' ? 'mission' : name;
}
