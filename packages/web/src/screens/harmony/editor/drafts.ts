import type { Melody } from '@symphony/domain';
import { begin, type History } from '../edit/history.ts';

/**
 * Melodies that somebody draws on, by the name they were opened under. They stay when another screen is
 * looked at, so that going away and coming back loses nothing; only leaving the page does.
 */
export interface Draft {
  /** As it was opened or last saved; what differs from it is unsaved. */
  readonly saved: Melody | null;
  readonly history: History<Melody>;
  readonly origin: 'new' | 'built-in' | 'repository';
  /** Its file was written by hand, as steps: saving writes it anew as it is drawn. */
  readonly handwritten: boolean;
}

const drafts = new Map<string, Draft>();

export const draftOf = (name: string): Draft | null => drafts.get(name) ?? null;

export const keepDraft = (name: string, draft: Draft): void => {
  drafts.set(name, draft);
};

export const dropDraft = (name: string): void => {
  drafts.delete(name);
};

export const isUnsaved = ({ saved, history }: Draft): boolean => saved !== history.present;

export const unsavedDrafts = (): readonly { readonly name: string; readonly title: string }[] =>
  [...drafts]
    .filter(([, draft]) => isUnsaved(draft))
    .map(([name, { history }]) => ({ name, title: history.present.title }));

export const newDraft = (melody: Melody): Draft => ({
  saved: null,
  history: begin(melody),
  origin: 'new',
  handwritten: false,
});
