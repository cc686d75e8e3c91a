import { FolderArchive, SearchX } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { classes } from '../../ui/class-names.ts';
import { TextInput } from '../../ui/field.tsx';
import { Panel, Screen } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx';
import { Facets } from './facets.tsx';
import { HitList } from './hit-list.tsx';
import { Opened } from './opened.tsx';
import { isNarrowed, queryOf, readSearch, withParts } from './search.ts';
import { usePages } from './use-pages.ts';

/** Everything that agents made and was kept: found, read, and where it comes from. */
export default function ArtifactsScreen() {
  const [address, setAddress] = useSearchParams();
  const search = useMemo(() => readSearch(address), [address]);
  const openId = address.get('id');
  const { found, error, loading, loadMore, again } = usePages(queryOf(search));
  const change = useCallback(
    (parts: Readonly<Record<string, string | null>>, replace = true) =>
      setAddress((before) => withParts(before, parts), { replace }),
    [setAddress],
  );
  // A way back leads from one that was opened to the one before it.
  const open = useCallback((id: string) => change({ id }, false), [change]);
  return (
    <Screen title="Artifacts" scroll={false}>
      <div className="flex h-full min-h-0 gap-4">
        <Panel
          className={classes(
            'min-h-0 min-w-0 flex-1 flex-col overflow-hidden',
            openId === null ? 'flex' : 'hidden lg:flex lg:max-w-md',
          )}
        >
          <div className="space-y-2.5 px-4 py-3">
            <TextInput
              type="search"
              aria-label="Search the artifacts"
              placeholder="Words in a transcript, a diff, a prompt…"
              value={search.words}
              onChange={(event) => change({ q: event.target.value })}
            />
            {found && (
              <Facets
                facets={found.facets}
                search={search}
                onChoose={(name, value) => change({ [name]: value })}
              />
            )}
            <p role="status" className="text-xs text-ink-faint tabular-nums">
              {loading
                ? 'Looking…'
                : found && `${found.found.toLocaleString('en-US')}${found.more ? '+' : ''} found`}
            </p>
          </div>
          {error && <ErrorState error={error} again={again} />}
          {!found && !error && <Loading />}
          {found && found.hits.length === 0 && !loading && <Nothing narrowed={isNarrowed(search)} />}
          {found && found.hits.length > 0 && (
            <HitList found={found} openId={openId} onOpen={open} loadMore={loadMore} />
          )}
        </Panel>
        {openId !== null && (
          <Panel className="flex min-h-0 min-w-0 flex-[2] flex-col overflow-hidden">
            <Opened id={openId} onOpen={open} onClose={() => change({ id: null })} />
          </Panel>
        )}
      </div>
    </Screen>
  );
}

const Nothing = ({ narrowed }: { readonly narrowed: boolean }) =>
  narrowed ? (
    <EmptyState icon={SearchX} title="Nothing like that was kept">
      Look for fewer words, or take a filter back.
    </EmptyState>
  ) : (
    <EmptyState icon={FolderArchive} title="Nothing was kept yet">
      Prompts, transcripts, diffs and evidence are kept here as soon as an agent works.
    </EmptyState>
  );
