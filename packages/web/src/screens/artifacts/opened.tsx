import type { ArtifactId, ArtifactView } from '@symphony/domain';
import { ArrowLeft, Download, X } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '../../live/use-query.ts';
import { IconButton } from '../../ui/button.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Content } from './content.tsx';
import { Facts, Versions } from './facts.tsx';
import { LineageTab } from './lineage-tab.tsx';

interface OpenedProps {
  readonly id: ArtifactId;
  onOpen(id: ArtifactId): void;
  onClose(): void;
}

/** One artifact, at the side of what was found. */
export function Opened({ id, onOpen, onClose }: OpenedProps) {
  const { data, error, again } = useQuery('artifact', { id });
  const current = data?.artifact.id === id ? data : null;
  return (
    <section aria-label="Artifact" className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-12 items-center gap-2 px-3 py-1.5">
        <IconButton label="Back to what was found" className="lg:hidden" onClick={onClose}>
          <ArrowLeft className="size-4" aria-hidden />
        </IconButton>
        <h2 className="min-w-0 flex-1 truncate pl-1 text-lg font-semibold">
          {current && plainLine(current.artifact.name, 200)}
        </h2>
        {current && <Versions view={current} onOpen={onOpen} />}
        {current && <DownloadLink view={current} />}
        <IconButton label="Close" className="max-lg:hidden" onClick={onClose}>
          <X className="size-4" aria-hidden />
        </IconButton>
      </header>
      {!current && (error ? <ErrorState error={error} again={again} /> : <Loading />)}
      {current && <Parts key={id} view={current} onOpen={onOpen} />}
    </section>
  );
}

function Parts({ view, onOpen }: { readonly view: ArtifactView; onOpen(id: ArtifactId): void }) {
  const [tab, setTab] = useState('content');
  return (
    <div className="flex min-h-0 flex-1 flex-col [&_[role=tabpanel][data-state=active]]:flex [&_[role=tabpanel]]:flex-col [&_[role=tabpanel]]:overflow-auto">
      <Tabs
        label="Parts of the artifact"
        current={tab}
        onChange={setTab}
        tabs={[
          { key: 'content', label: 'Content', content: () => <Content view={view} /> },
          { key: 'facts', label: 'Facts', content: () => <Facts view={view} /> },
          {
            key: 'lineage',
            label: 'Lineage',
            content: () => <LineageTab id={view.artifact.id} onOpen={onOpen} />,
          },
        ]}
      />
    </div>
  );
}

const DownloadLink = ({ view: { artifact } }: { readonly view: ArtifactView }) => (
  <a
    href={`/api/v1/artifacts/${encodeURIComponent(artifact.id)}/content`}
    download
    className="inline-flex h-8 items-center gap-1.5 rounded-md border border-line bg-raised px-3 font-medium hover:border-line-strong"
  >
    <Download className="size-4" aria-hidden />
    <span className="max-sm:sr-only">Download</span>
  </a>
);
