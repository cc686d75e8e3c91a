import { useRef, useState } from 'react';
import { restAtom, store } from '../../live/board-atoms.ts';
import { give } from '../../live/use-command.ts';
import { useKey } from '../../ui/use-key.ts';
import { endsMission } from '../missions/abort.ts';
import { choiceAt, type InboxEntry, neighbour } from './inbox-list.ts';

interface Desk {
  /** What the number keys are about. Nothing, once it was answered: what takes its place was not read yet. */
  readonly current: string | null;
  choose(key: string): void;
}

/** `j` and `k` go from one to the next, a number answers with that choice. */
export function useInboxKeys(entries: readonly InboxEntry[], focus: (key: string) => void): Desk {
  const [chosen, setChosen] = useState<string | null>(null);
  const lastAt = useRef(0);
  const keys = entries.map(({ key }) => key);
  const current = chosen !== null && keys.includes(chosen) ? chosen : null;
  if (current !== null) lastAt.current = keys.indexOf(current);
  useKey((pressed) => {
    if (pressed === 'j' || pressed === 'k') {
      const next = keys[neighbour(keys, current, lastAt.current, pressed === 'j' ? 1 : -1)];
      if (next === undefined) return false;
      setChosen(next);
      focus(next);
      return true;
    }
    const entry = entries.find(({ key }) => key === current);
    const choice = choiceAt(entry, pressed);
    if (entry?.kind !== 'question' || choice === null) return false;
    // What ends a mission is asked for twice, so a key alone does not do it.
    if (endsMission(store.get(restAtom)?.missions ?? [], entry.asked, choice)) return false;
    const { item, question } = entry.asked;
    setChosen(null); // pressed twice it must not answer twice
    void give({ name: 'answer', id: item, question: question.id, text: choice });
    return true;
  });
  return { current, choose: setChosen };
}
