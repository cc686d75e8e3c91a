import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { workPath } from '../../app/work-path.ts';
import { findItem } from '../../live/board-atoms.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainLine } from '../../ui/plain-text.ts';

interface LineProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly aside?: ReactNode;
  readonly empty: string;
  /** What can be done about one of them. */
  action?(name: string): ReactNode;
}

const PAGE = 50;

/** Items of the train in their order. */
export function Line({ title, names, aside, empty, action }: LineProps) {
  const [most, setMost] = useState(PAGE);
  return (
    <Panel title={`${title} · ${names.length}`} actions={aside}>
      {names.length === 0 && <p className="px-4 py-3 text-sm text-ink-faint">{empty}</p>}
      <ol className="divide-y divide-line">
        {names.slice(0, most).map((name) => (
          <li key={name} className="flex min-h-11 items-center gap-3 px-4 py-1.5">
            <Link href={workPath(name)} className="flex min-w-0 flex-1 items-baseline gap-2 hover:underline">
              <span className="shrink-0 font-mono text-sm text-ink-faint">{plainLine(name, 60)}</span>
              <span className="truncate">{plainLine(findItem(name)?.title ?? '', 200)}</span>
            </Link>
            {action?.(name)}
          </li>
        ))}
      </ol>
      {names.length > most && (
        <Button look="quiet" onClick={() => setMost(most + PAGE)}>
          {names.length - most} more
        </Button>
      )}
    </Panel>
  );
}
