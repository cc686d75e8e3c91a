import { useEffect, useState } from 'react';
import { layOut } from '../../../graph/lay-out.ts';
import { useQuery } from '../../../live/use-query.ts';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { placed } from '../edit/arrange.ts';
import { begin } from '../edit/history.ts';
import { type Draft, draftOf, isUnsaved } from './drafts.ts';
import { MelodyEditor } from './melody-editor.tsx';

/** Opens a melody: the one somebody draws on already, or the one that is on the shelf. */
export default function EditorScreen({ name }: { readonly name: string }) {
  const [draft, setDraft] = useState<Draft | null>(() => {
    const kept = draftOf(name);
    // What was saved may have been changed elsewhere meanwhile.
    return kept && isUnsaved(kept) ? kept : null;
  });
  const shelf = useQuery('melodies', {});
  const source = useQuery('melody-source', draft ? null : { name });
  useEffect(() => {
    if (draft || !source.data) return;
    const { melody, entry, text } = source.data;
    let over = false;
    void placed(melody.flow, layOut).then((flow) => {
      const ready = { ...melody, flow };
      const handwritten = entry.origin === 'repository' && /^steps:/m.test(text);
      if (!over) setDraft({ saved: ready, history: begin(ready), origin: entry.origin, handwritten });
    });
    return () => {
      over = true;
    };
  }, [draft, source.data]);
  const failed = draft ? shelf : source.error ? source : shelf;
  if (failed.error && !failed.data) return <ErrorState error={failed.error} again={failed.again} />;
  if (!draft || !shelf.data) return <Loading label="Opening the melody" />;
  return <MelodyEditor name={name} draft={draft} operators={shelf.data.operators} />;
}
