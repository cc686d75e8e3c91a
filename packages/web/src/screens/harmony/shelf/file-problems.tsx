import type { MelodyProblemView } from '@symphony/domain';
import { TriangleAlert } from 'lucide-react';
import { plainLine } from '../../../ui/plain-text.ts';

/** Files that cannot be read as melodies, and what to do about each. */
export function FileProblems({ problems }: { readonly problems: readonly MelodyProblemView[] }) {
  if (problems.length === 0) return null;
  return (
    <ul
      aria-label="Files with problems"
      className="space-y-2 border-b border-line bg-bad-soft px-4 py-3 text-sm text-bad"
    >
      {problems.map((problem) => (
        <li key={`${problem.file} ${problem.line} ${problem.sentence}`} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">
            <span className="font-mono">
              {plainLine(problem.file, 120)}
              {problem.line !== null && `:${problem.line}`}
            </span>{' '}
            {plainLine(problem.sentence)} {plainLine(problem.nextStep)}
          </span>
        </li>
      ))}
    </ul>
  );
}
