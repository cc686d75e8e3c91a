import { CircleCheck, TriangleAlert } from 'lucide-react';
import { CodeWords } from '../../../ui/code-words.tsx';
import { edgeKeys } from '../edit/edges.ts';
import { flowAt } from '../edit/place.ts';
import type { Editor } from './use-editor.ts';
import type { Checked, Problem } from './use-problems.ts';

/** More than anybody puts right at once. */
const MOST = 50;

interface ProblemListProps {
  readonly editor: Editor;
  readonly checked: Checked;
  /** The node or edge it is about was chosen. */
  onShow(id: string): void;
}

/** What is still wrong; each leads to its node. */
export function ProblemList({ editor, checked: { problems, checking }, onShow }: ProblemListProps) {
  const show = ({ spot }: Problem): void => {
    if (!spot) return;
    const flow = flowAt(editor.melody, spot.place);
    const id = spot.node ?? (flow && spot.edge !== null ? edgeKeys(flow.edges)[spot.edge] : undefined);
    editor.enter(spot.place, new Set(id === undefined ? [] : [id]));
    if (id !== undefined) onShow(id);
  };
  return (
    <section aria-label="Problems" className="max-h-32 overflow-auto border-t border-line bg-panel px-4 py-2">
      {problems.length === 0 ? (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
          <CircleCheck className={checking ? 'size-4 text-ink-faint' : 'size-4 text-good'} aria-hidden />
          {checking ? 'Being checked' : 'It can be saved and played'}
        </p>
      ) : (
        <ul className="space-y-0.5">
          {problems.slice(0, MOST).map((problem, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same can be wrong twice.
            <li key={at}>
              <button
                type="button"
                className="flex w-full items-baseline gap-2 rounded-sm text-left text-sm hover:bg-sunken"
                onClick={() => show(problem)}
              >
                <TriangleAlert className="size-3.5 shrink-0 self-center text-bad" aria-hidden />
                <span>
                  <CodeWords text={problem.sentence} />{' '}
                  <span className="text-ink-faint">
                    <CodeWords text={problem.nextStep} />
                  </span>
                </span>
              </button>
            </li>
          ))}
          {problems.length > MOST && (
            <li className="text-sm text-ink-soft">and {problems.length - MOST} more</li>
          )}
        </ul>
      )}
    </section>
  );
}
