import type { SettingProblem } from '@symphony/domain';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { CodeWords } from '../../ui/code-words.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { inOrder, withoutPlace } from './problems.ts';

interface ProblemListProps {
  readonly problems: readonly SettingProblem[];
  onLine(line: number): void;
}

/** What is wrong, in sentences; a line number leads to its line. */
export function ProblemList({ problems, onLine }: ProblemListProps) {
  if (problems.length === 0)
    return (
      <p role="status" className="flex items-center gap-2 px-4 py-2 text-sm text-good">
        <CircleCheck className="size-4" aria-hidden /> Nothing is wrong with it.
      </p>
    );
  return (
    <div role="status" className="max-h-40 overflow-auto">
      <ul aria-label="Problems" className="divide-y divide-line">
        {inOrder(problems).map(({ severity, line, message }) => (
          <li key={`${line} ${message}`} className="flex min-h-9 items-center gap-2 px-4 py-1 text-sm">
            {severity === 'error' ? (
              <CircleAlert className="size-4 shrink-0 text-bad" aria-label="Error" />
            ) : (
              <TriangleAlert className="size-4 shrink-0 text-warn" aria-label="Warning" />
            )}
            <span className="flex-1">
              <CodeWords text={plainLine(withoutPlace(message), 600)} />
            </span>
            {line !== null && (
              <Button size="sm" look="quiet" onClick={() => onLine(line)}>
                Line {line}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
