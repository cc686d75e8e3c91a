import { atom, useAtom } from 'jotai';
import { useCallback, useEffect } from 'react';
import { type Draft, seen, untouched } from './draft.ts';

/** Kept while other screens are looked at. */
const draftAtom = atom<Draft | null>(null);

/** The draft of a file that is looked at again and again; null until it is known. */
export function useDraft(
  file: string | null,
): readonly [Draft | null, (act: (draft: Draft) => Draft) => void] {
  const [draft, setDraft] = useAtom(draftAtom);
  useEffect(() => {
    if (file !== null) setDraft((before) => (before === null ? untouched(file) : seen(before, file)));
  }, [file, setDraft]);
  const change = useCallback(
    (act: (draft: Draft) => Draft) => setDraft((before) => before && act(before)),
    [setDraft],
  );
  return [draft, change];
}
