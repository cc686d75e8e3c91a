import { atom, useAtom, useAtomValue } from 'jotai';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { restAtom } from '../../live/board-atoms.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { plainLine } from '../../ui/plain-text.ts';

/** Put aside until the page is opened again; the same problem with other words is a new one. */
const dismissedAtom = atom<ReadonlySet<string>>(new Set<string>());

const SHOWN = 2;

/** What a person should know: a broken configuration, unreadable items, a tracker that does not answer. */
export function Problems() {
  const problems = useAtomValue(restAtom)?.problems ?? [];
  const [dismissed, setDismissed] = useAtom(dismissedAtom);
  const [all, setAll] = useState(false);
  const left = problems.filter((problem) => !dismissed.has(problem));
  if (left.length === 0) return null;
  const shown = all ? left : left.slice(0, SHOWN);
  return (
    <section aria-label="Problems" className="mb-3 rounded-md bg-warn-soft px-3 py-1.5 text-sm text-warn">
      <ul className="max-h-40 overflow-y-auto">
        {shown.map((problem) => (
          <li key={problem} className="flex items-start gap-2">
            <TriangleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
            <span className="min-w-0 flex-1 py-0.5 break-words">{plainLine(problem, 600)}</span>
            <IconButton
              label="Put this problem aside"
              size="sm"
              className="!h-6 shrink-0 !text-warn"
              onClick={() => setDismissed(new Set([...dismissed, problem]))}
            >
              <X className="size-3.5" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {left.length > SHOWN && (
        <Button look="quiet" size="sm" className="ml-3.5 !text-warn" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `${left.length - SHOWN} more`}
        </Button>
      )}
    </section>
  );
}
