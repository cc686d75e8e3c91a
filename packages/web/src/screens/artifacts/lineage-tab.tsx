import type { ArtifactId } from '@symphony/domain';
import { useMemo } from 'react';
import { GraphCanvas } from '../../graph/graph-canvas.tsx';
import { useQuery } from '../../live/use-query.ts';
import { plainLine } from '../../ui/plain-text.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { lineageGraph, type Relative, relativesOf } from './relatives.ts';

interface LineageTabProps {
  readonly id: ArtifactId;
  onOpen(id: ArtifactId): void;
}

/** What it comes from and what came of it: drawn, and said. */
export function LineageTab({ id, onOpen }: LineageTabProps) {
  const { data, error, again } = useQuery('lineage', { id });
  const graph = useMemo(() => data && lineageGraph(data), [data]);
  const selected = useMemo(() => new Set([id]), [id]);
  if (!data || !graph) return error ? <ErrorState error={error} again={again} /> : <Loading />;
  const { from, to } = relativesOf(data);
  return (
    <div className="flex min-h-80 flex-1 flex-col">
      <div className="grid gap-3 px-4 py-3 sm:grid-cols-2">
        <Relatives
          title="Comes from"
          none="Nothing: it was the beginning."
          relatives={from}
          onOpen={onOpen}
        />
        <Relatives title="What came of it" none="Nothing yet." relatives={to} onOpen={onOpen} />
      </div>
      {graph.nodes.length > 1 && (
        <GraphCanvas
          className="min-h-64 flex-1 border-t border-line"
          label="Lineage"
          nodes={graph.nodes}
          edges={graph.edges}
          selected={selected}
          onSelect={(ids) => {
            const other = graph.nodes.find((node) => node.id !== id && ids.has(node.id));
            if (other) onOpen(other.id);
          }}
        />
      )}
    </div>
  );
}

interface RelativesProps extends Pick<LineageTabProps, 'onOpen'> {
  readonly title: string;
  readonly none: string;
  readonly relatives: readonly Relative[];
}

const MOST = 20;

const Relatives = ({ title, none, relatives, onOpen }: RelativesProps) => (
  <section aria-label={title}>
    <h3 className="text-sm font-medium text-ink-soft">{title}</h3>
    {relatives.length === 0 && <p className="text-sm text-ink-faint">{none}</p>}
    <ul className="text-sm">
      {relatives.slice(0, MOST).map(({ artifact, kind }) => (
        <li key={`${artifact.id} ${kind}`} className="flex items-baseline gap-2">
          <button
            type="button"
            onClick={() => onOpen(artifact.id)}
            className="min-w-0 truncate text-accent underline"
          >
            {plainLine(artifact.name, 200)}
          </button>
          <span className="shrink-0 text-xs text-ink-faint">
            {kind === 'version' ? `version ${artifact.version}` : artifact.type}
          </span>
        </li>
      ))}
      {relatives.length > MOST && <li className="text-ink-faint">and {relatives.length - MOST} more</li>}
    </ul>
  </section>
);
