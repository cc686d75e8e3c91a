import { formatBytes } from '@symphony/domain';
import { Link } from 'wouter';
import { useAgain } from '../../live/use-again.ts';
import { useQuery } from '../../live/use-query.ts';
import { Panel } from '../../ui/panel.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

const MOST = 20;

/** What was kept of its work, newest first. */
export function ItemArtifacts({ item, mark }: { readonly item: string; readonly mark: string }) {
  const { data, error, again } = useQuery('artifacts', { item, limit: MOST });
  useAgain(mark, again);
  return (
    <Panel title="Artifacts">
      {!data && (error ? <ErrorState error={error} again={again} /> : <Loading />)}
      {data?.hits.length === 0 && (
        <p className="px-4 py-3 text-ink-soft">Nothing was kept of its work yet.</p>
      )}
      {data && data.hits.length > 0 && (
        <ul className="py-2 text-sm">
          {data.hits.map(({ artifact }) => (
            <li key={artifact.id} className="flex items-baseline gap-2 px-4 py-0.5">
              <Link
                href={`/artifacts?id=${encodeURIComponent(artifact.id)}`}
                className="min-w-0 flex-1 truncate text-accent underline"
              >
                {plainLine(artifact.name, 200)}
              </Link>
              <span className="text-xs text-ink-faint">{artifact.type}</span>
              <span className="text-xs text-ink-faint tabular-nums">{formatBytes(artifact.size)}</span>
              <span className="text-xs text-ink-faint">
                <Ago at={artifact.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
