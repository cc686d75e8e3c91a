import { type ArtifactStore, isTextual, type Lineage } from '@symphony/domain';
import { findItem } from '../../conductor-client.ts';
import type { Handlers, QueryParts } from './handlers.ts';

/** In bytes. */
const MOST_TEXT = 200_000;
const MOST_HITS = 200;
const MOST_VERSIONS = 1_000;
const MOST_RELATIVES = 1_000;

export function openArtifacts({
  artifacts,
  state,
}: Pick<QueryParts, 'artifacts' | 'state'>): Pick<Handlers, 'artifacts' | 'artifact' | 'lineage'> {
  return {
    artifacts: ({ item, limit = 50, ...query }) =>
      artifacts.search({
        ...query,
        limit: Math.min(MOST_HITS, limit),
        // An item may be gone from the tracker, and its artifacts still be there.
        ...(item !== undefined && { item: findItem(state().items, item) ?? item }),
      }),
    artifact: async ({ id }) => {
      const artifact = await artifacts.get(id);
      const text = isTextual(artifact.contentType) ? await beginningOf(artifacts, id) : null;
      const versions = await artifacts.versions(artifact.name);
      return {
        artifact,
        text,
        cut: text !== null && artifact.size > MOST_TEXT,
        versions: versions.slice(-MOST_VERSIONS).map((version) => version.id),
      };
    },
    lineage: async ({ id }) => bounded(await artifacts.lineage(id)),
  };
}

/** What calls itself text and holds a zero byte is none that could be shown. */
async function beginningOf(artifacts: ArtifactStore, id: string): Promise<string | null> {
  const text = await artifacts.text(id, MOST_TEXT);
  return text.includes('\0') ? null : text;
}

/** The newest, and the one that was asked for. */
function bounded(lineage: Lineage): Lineage {
  const { artifacts, focus, links } = lineage;
  if (artifacts.length <= MOST_RELATIVES) return lineage;
  const kept = artifacts.filter(({ id }, at) => id === focus || at > artifacts.length - MOST_RELATIVES);
  const ids = new Set(kept.map(({ id }) => id));
  return { focus, artifacts: kept, links: links.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}
