import type { Mark, MissionView } from '@symphony/domain';
import { counted, short } from '@symphony/protocol/words';
import { Badge } from '../../../ui/badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { Ago } from '../../../ui/time.tsx';
import { SEVERITY_TONES } from '../mission-words.ts';
import { GateList } from './gate-list.tsx';

/** What was judged between the phases, and what was taken out of the code. */
export const GatesTab = ({ view }: { readonly view: MissionView }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <Panel title="Gates">
      <GateList gates={view.gates} />
    </Panel>
    <Panel title="Purges">
      <PurgeList purges={view.purges} />
    </Panel>
  </div>
);

function PurgeList({ purges }: Pick<MissionView, 'purges'>) {
  if (purges.length === 0)
    return (
      <p className="px-4 py-3 text-sm text-ink-faint">
        Nothing has been taken out. Marks that rest on rejected assumptions are removed after each merge.
      </p>
    );
  return (
    <ol aria-label="Purges" className="divide-y divide-line">
      {purges.toReversed().map(({ at, removed, commit }) => (
        <li key={`${at} ${commit}`} className="space-y-1 px-4 py-3">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{counted(removed.length, 'mark')} removed</span>
            <code className="font-mono text-sm text-ink-soft">{short(commit)}</code>
            <span className="ml-auto text-sm text-ink-faint">
              <Ago at={at} />
            </span>
          </div>
          <ul className="space-y-0.5">
            {removed.map((mark) => (
              <MarkRow key={`${mark.file} ${mark.line} ${mark.text}`} mark={mark} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

const MarkRow = ({ mark: { severity, file, line, text } }: { readonly mark: Mark }) => (
  <li className="flex flex-wrap items-baseline gap-x-2 text-sm">
    <Badge tone={SEVERITY_TONES[severity]}>{severity}</Badge>
    <code className="font-mono break-all text-ink-soft">
      {plainLine(file, 200)}:{line}
    </code>
    <span className="min-w-0 break-words">{plainLine(text, 300)}</span>
  </li>
);
