/** What a person makes of the file. `base` is what it said when they began. */
export interface Draft {
  readonly base: string;
  readonly text: string;
}

export const untouched = (file: string): Draft => ({ base: file, text: file });

/**
 * `same`: nothing was changed here. `edited`: something was. `overtaken`: it was, and the file says
 * something else by now, so that saving would write over somebody else's change.
 */
export type Standing = 'same' | 'edited' | 'overtaken';

export function standingOf({ base, text }: Draft, file: string): Standing {
  if (text === base || text === file) return 'same';
  return base === file ? 'edited' : 'overtaken';
}

/** The draft when the file is seen to say this: who changed nothing goes along with it. */
export const seen = (draft: Draft, file: string): Draft =>
  standingOf(draft, file) === 'same' ? untouched(file) : draft;

/** The file's newer text is known, and the own one is to take its place. */
export const insist = (draft: Draft, file: string): Draft => ({ ...draft, base: file });

/** What a new file begins with: what would hold anyway, so that nothing changes by writing it. */
export const beginning = (target: string | undefined): string =>
  `# How Symphony works in this repository. The tab “Values” lists everything that can be set.\n${
    target === undefined ? '' : `target: ${JSON.stringify(target)}\n`
  }`;
