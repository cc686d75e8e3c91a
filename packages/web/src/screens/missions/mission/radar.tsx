import type { Collision } from '@symphony/domain';
import { Badge } from '../../../ui/badge.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { ItemLink } from '../../train/item-link.tsx';

/** More files than this are counted. */
const MOST = 12;

/** Chambers that touch the same files: tried against each other while they work. */
export const Radar = ({ radar }: { readonly radar: readonly Collision[] }) => (
  <Panel title="Radar">
    {radar.length === 0 && (
      <p className="px-4 py-3 text-sm text-ink-faint">No two chambers touch the same files.</p>
    )}
    <ul aria-label="Collisions" className="divide-y divide-line">
      {radar.map((collision) => (
        <Pair key={`${collision.a} ${collision.b}`} collision={collision} />
      ))}
    </ul>
  </Panel>
);

function Pair({ collision: { a, b, files, sure, first, rationale } }: { readonly collision: Collision }) {
  return (
    <li className="space-y-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={sure ? 'bad' : 'warn'}>{sure ? 'will conflict' : 'near each other'}</Badge>
        <ItemLink name={a} />
        <span className="text-ink-faint">and</span>
        <ItemLink name={b} />
      </div>
      <ul aria-label="Files" className="flex flex-wrap gap-x-3 font-mono text-sm text-ink-soft">
        {files.slice(0, MOST).map((file) => (
          <li key={file} className="break-all">
            {plainLine(file, 200)}
          </li>
        ))}
        {files.length > MOST && <li className="font-sans">and {files.length - MOST} more</li>}
      </ul>
      <p className="text-sm break-words">
        <ItemLink name={first} /> goes first
        {rationale !== '' && <span className="text-ink-soft">: {plainLine(rationale, 300)}</span>}
      </p>
    </li>
  );
}
