import type { PageCommand } from '../../live/use-command.ts';

/** A new item as it is being written. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  /** Separated by commas. */
  readonly labels: string;
  /** `1` to `4`; empty for none. */
  readonly priority: string;
  /** Empty: whoever the routes choose. */
  readonly player: string;
  /** Identifiers, separated by commas or blanks. */
  readonly blockedBy: string;
}

export const EMPTY_DRAFT: Draft = {
  title: '',
  description: '',
  labels: '',
  priority: '',
  player: '',
  blockedBy: '',
};

export interface DraftProblems {
  readonly title: string | null;
  readonly blockedBy: string | null;
}

/** `exists` tells whether the board has an item of that name. */
export function problemsOf(draft: Draft, exists: (name: string) => boolean): DraftProblems {
  const strangers = names(draft.blockedBy, /[\s,]+/).filter((name) => !exists(name));
  return {
    title: draft.title.trim() === '' ? 'Say in a few words what is to be done.' : null,
    blockedBy:
      strangers.length > 0 ? `The board has no ${strangers.join(', ')}; write identifiers of items.` : null,
  };
}

export const isReady = ({ title, blockedBy }: DraftProblems): boolean => title === null && blockedBy === null;

/** What is left empty is not said: the tracker's own default counts then. */
export function commandOf(draft: Draft): Extract<PageCommand, { name: 'add' }> {
  const labels = names(draft.labels, /,+/);
  const blockedBy = names(draft.blockedBy, /[\s,]+/);
  const description = draft.description.trim();
  return {
    name: 'add',
    title: draft.title.trim(),
    ...(description !== '' && { description }),
    ...(labels.length > 0 && { labels }),
    ...(draft.priority !== '' && { priority: Number(draft.priority) }),
    ...(draft.player !== '' && { player: draft.player }),
    ...(blockedBy.length > 0 && { blockedBy }),
  };
}

const names = (text: string, between: RegExp): string[] => [
  ...new Set(
    text
      .split(between)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
