import type { MergeRecord, MissionView } from '@symphony/domain';
import { short } from '@symphony/protocol/words';
import { useAtomValue } from 'jotai';
import { Check, TriangleAlert } from 'lucide-react';
import { restAtom } from '../../../live/board-atoms.ts';
import { Panel } from '../../../ui/panel.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { ItemLink } from '../../train/item-link.tsx';
import { Picture } from '../../train/picture.tsx';
import { phaseWords } from '../mission-words.ts';
import { addsUp, sumWords } from './merge-sum.ts';
import { Radar } from './radar.tsx';

/** What of it is being merged, what was and what was not, and who is about to collide. */
export function TrainTab({ view }: { readonly view: MissionView }) {
  const train = useAtomValue(restAtom)?.train;
  const mine = new Set([view.id, ...view.chambers.flatMap(({ item, identifier }) => [item, identifier])]);
  const isMine = (name: string): boolean => mine.has(name);
  return (
    <div className="space-y-4">
      {train && (
        <Panel title="In the train now">
          <Picture
            train={{ ...train, queue: train.queue.filter(isMine), trying: train.trying.filter(isMine) }}
            target={view.branch}
          />
        </Panel>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Merged, cycle by cycle">
          {view.merges.length === 0 && (
            <p className="px-4 py-3 text-sm text-ink-faint">
              Nothing has been merged yet. A cycle is merged as a whole when its chambers have ended.
            </p>
          )}
          <ol aria-label="Merged cycles" className="divide-y divide-line">
            {view.merges.toReversed().map((record) => (
              <Merged key={`${record.phase} ${record.cycle}`} record={record} />
            ))}
          </ol>
        </Panel>
        <Radar radar={view.radar} />
      </div>
    </div>
  );
}

function Merged({ record }: { readonly record: MergeRecord }) {
  const { phase, cycle, merged, left } = record;
  const right = addsUp(record);
  return (
    <li className="space-y-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">
          {phase === null ? 'No phase' : phaseWords(phase)}, cycle {cycle}
        </span>
        <span
          className={`ml-auto flex items-center gap-1 text-sm tabular-nums ${right ? 'text-good' : 'text-bad'}`}
        >
          {right ? (
            <Check className="size-4" aria-hidden />
          ) : (
            <TriangleAlert className="size-4" aria-hidden />
          )}
          {sumWords(record)}
          {!right && ': something is not told of'}
        </span>
      </div>
      <ul className="space-y-1 text-sm">
        {merged.map(({ item, commit }) => (
          <li key={item} className="flex flex-wrap items-baseline gap-x-2">
            <ItemLink name={item} />
            <span className="text-ink-soft">merged{commit !== '' && ' as'}</span>
            {commit !== '' && <code className="font-mono">{short(commit)}</code>}
          </li>
        ))}
        {left.map(({ item, reason }) => (
          <li key={item} className="flex flex-wrap items-baseline gap-x-2">
            <ItemLink name={item} />
            <span className="min-w-0 break-words text-ink-soft">left: {plainLine(reason, 600)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
