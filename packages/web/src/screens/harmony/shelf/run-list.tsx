import type { MelodyRunView } from '@symphony/domain';
import { Link } from 'wouter';
import { Badge } from '../../../ui/badge.tsx';
import { plainLine } from '../../../ui/plain-text.ts';
import { Ago } from '../../../ui/time.tsx';
import { runPath } from '../paths.ts';
import { RUN_STATES } from '../run/run-states.ts';

/** Older ones are in the log. */
const MOST = 40;

/** What is played and what was, the newest first. */
export function RunList({ runs }: { readonly runs: readonly MelodyRunView[] }) {
  return (
    <ul aria-label="Runs" className="divide-y divide-line">
      {runs
        .slice(-MOST)
        .toReversed()
        .map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
    </ul>
  );
}

function RunRow({ run }: { readonly run: MelodyRunView }) {
  const { word, tone } = RUN_STATES[run.state];
  const all = Object.values(run.nodes).reduce((sum, count) => sum + count, 0);
  const done = run.nodes.completed + run.nodes.skipped;
  return (
    <li className="relative px-4 py-3 hover:bg-sunken">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={runPath(run.id)} className="min-w-0 truncate font-medium after:absolute after:inset-0">
          {plainLine(run.title, 120)}
        </Link>
        <Badge tone={tone}>{word}</Badge>
        {run.dry && <Badge>dry run</Badge>}
        <span className="ml-auto text-sm text-ink-soft">
          <Ago at={run.startedAt} />
        </span>
      </div>
      <p className="mt-0.5 truncate text-sm text-ink-soft tabular-nums">
        {done} of {all} nodes
        {run.now.length > 0 && `, now ${plainLine(run.now.join(', '), 120)}`}
        {run.reason !== '' && `, ${plainLine(run.reason, 160)}`}
      </p>
    </li>
  );
}
