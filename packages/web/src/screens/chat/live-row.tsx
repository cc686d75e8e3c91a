import { LoaderCircle } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Prose } from '../../ui/prose.tsx';
import { Since } from '../../ui/time.tsx';
import type { LiveRow } from './chat-rows.ts';

/** Parsed anew with every word, so no more than this; all of it is there when it has been said. */
const MOST = 20_000;

/** What is being said, as it comes; until then, that it works. */
export function LiveSpeechRow({ row: { text, thought, since } }: { readonly row: LiveRow }) {
  // Words come faster than a long text is made HTML: typing elsewhere goes before.
  const shown = useDeferredValue(text);
  return (
    <div className="space-y-2">
      {thought.trim() !== '' && text === '' && (
        <p className="max-h-24 overflow-hidden border-l-2 border-line pl-3 text-sm whitespace-pre-wrap text-ink-soft italic [overflow-wrap:anywhere]">
          <span className="sr-only">Symphony thinks: </span>
          {thought.slice(-400)}
        </p>
      )}
      {text !== '' && <Prose text={shown.length > MOST ? `…${shown.slice(-MOST)}` : shown} />}
      <p className="flex items-center gap-2 text-sm text-ink-faint">
        <LoaderCircle className="size-3.5 animate-spin text-accent" aria-hidden />
        {text === '' ? 'Working' : 'Answering'} <Since at={since} />
      </p>
    </div>
  );
}
