import { CodeWords } from '../../../ui/code-words.tsx';
import type { Problem } from './use-problems.ts';

/** What is wrong with the thing as a whole. */
export function ComplaintList({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="space-y-2 rounded-md bg-bad-soft p-3 text-sm text-bad">
      {problems.map(({ sentence, nextStep }) => (
        <li key={sentence}>
          <CodeWords text={`${sentence} ${nextStep}`} />
        </li>
      ))}
    </ul>
  );
}
