/**
 * What an agent of a mission is told, in three levels and within a size (M7). What must be read is
 * given first and whole; the rest as far as it fits, and what did not fit is counted and named.
 */

export const LEVELS = ['must', 'should', 'reference'] as const;
export type Level = (typeof LEVELS)[number];

export interface Passage {
  readonly level: Level;
  /** What it is, for the record: `understanding`, `deviation D2`, `hand-on key_interfaces`. */
  readonly about: string;
  readonly text: string;
}

export interface GivenContext {
  readonly text: string;
  readonly given: readonly { readonly level: Level; readonly about: string; readonly chars: number }[];
  readonly leftOut: readonly string[];
}

const HEADINGS: Readonly<Record<Level, string>> = {
  must: 'MUST READ',
  should: 'SHOULD KNOW',
  reference: 'REFERENCE IF NEEDED',
};

const CUT = ' … (cut; get_context has the rest)';

/** `budget` is in characters, headings not counted. Even what must be read is cut when it alone is beyond it. */
export function givenContext(passages: readonly Passage[], budget: number): GivenContext {
  let left = budget;
  const given: (GivenContext['given'][number] & { readonly text: string })[] = [];
  const leftOut: string[] = [];
  for (const level of LEVELS) {
    for (const passage of passages.filter((each) => each.level === level)) {
      const text = fitting(passage, left);
      if (text === null) {
        leftOut.push(passage.about);
        continue;
      }
      left -= text.length;
      given.push({ level, about: passage.about, chars: text.length, text });
    }
  }
  const sections = LEVELS.flatMap((level) => {
    const texts = given.filter((each) => each.level === level).map(({ text }) => text);
    return texts.length === 0 ? [] : [`## ${HEADINGS[level]}`, ...texts];
  });
  return {
    text: sections.join('\n\n'),
    given: given.map(({ level, about, chars }) => ({ level, about, chars })),
    leftOut,
  };
}

function fitting({ level, text }: Passage, left: number): string | null {
  if (text.length <= left) return text;
  if (level !== 'must' || left <= CUT.length) return null;
  return text.slice(0, left - CUT.length) + CUT;
}
