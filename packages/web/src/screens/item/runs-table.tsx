import { type RunRecord, tokensOf } from '@symphony/domain';
import { costOf, duration } from '@symphony/protocol/words';
import { plainLine } from '../../ui/plain-text.ts';
import { Ago, Since } from '../../ui/time.tsx';

const HEADS = ['Attempt', 'Player', 'Began', 'Took', 'Turns', 'Tokens', 'Cost', 'How it ended'] as const;

/** Every attempt, oldest first. */
export function RunsTable({ runs }: { readonly runs: readonly RunRecord[] }) {
  if (runs.length === 0) return <p className="text-ink-soft">Nobody has played it yet.</p>;
  return (
    <section
      aria-label="Attempts"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      className="max-h-56 shrink-0 overflow-auto rounded-lg border border-line bg-panel"
    >
      <table className="w-full text-left text-sm whitespace-nowrap tabular-nums">
        <thead className="sticky top-0 bg-panel text-xs text-ink-faint">
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="px-3 py-1.5 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id} className="border-t border-line">
              <td className="px-3 py-1">{run.attempt}</td>
              <td className="px-3 py-1">{run.player}</td>
              <td className="px-3 py-1">
                <Ago at={run.startedAt} />
              </td>
              <td className="px-3 py-1">
                {run.endedAt === null ? <Since at={run.startedAt} /> : duration(run.endedAt - run.startedAt)}
              </td>
              <td className="px-3 py-1">{run.turns}</td>
              <td className="px-3 py-1">{tokensOf(run.spend).toLocaleString('en-US')}</td>
              <td className="px-3 py-1">{costOf(run.spend) || '–'}</td>
              <td className="max-w-96 truncate px-3 py-1" title={plainLine(run.end)}>
                {run.endedAt === null ? 'goes on' : plainLine(run.end)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
