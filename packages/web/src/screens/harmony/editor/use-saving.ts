import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTelling } from '../../../live/use-telling.ts';
import { record } from '../edit/history.ts';
import { melodyPath } from '../paths.ts';
import { type Draft, dropDraft, keepDraft } from './drafts.ts';
import type { Editor } from './use-editor.ts';

/** Saves, after asking where something would be lost or shadowed by it. */
export function useSaving(openedAs: string, editor: Editor) {
  const { busy, tell } = useTelling();
  const [asking, setAsking] = useState(false);
  const [, go] = useLocation();
  const { draft, melody } = editor;
  const saveAs = async (name: string): Promise<void> => {
    const named = name === melody.name ? melody : { ...melody, name };
    // Under its own name it may be written over; another one may be taken by something else.
    const own = name === openedAs && draft.origin !== 'new';
    if ((await tell({ name: 'save-melody', melody: named, over: own })) === null) return;
    const saved: Draft = {
      saved: named,
      history: record(draft.history, named),
      origin: 'repository',
      handwritten: false,
    };
    editor.markSaved(saved);
    if (name === openedAs) return;
    keepDraft(name, saved);
    dropDraft(openedAs);
    go(melodyPath(name));
  };
  const save = (): void => {
    if (draft.origin === 'built-in' || draft.handwritten) setAsking(true);
    else void saveAs(melody.name);
  };
  return { busy, asking, setAsking, save, saveAs };
}
