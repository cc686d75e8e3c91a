import type { ArtifactFindings, ArtifactHit } from '@symphony/domain';

/** What was found so far. */
export interface Found {
  readonly hits: readonly ArtifactHit[];
  readonly found: number;
  /** Counting stopped there. */
  readonly more: boolean;
  readonly facets: ArtifactFindings['facets'];
  /** Where the next page begins; null when there is none. */
  readonly next: number | null;
}

/**
 * The pages put together. What was stored meanwhile pushes the others back, so a page may begin with
 * what the one before it ended with: that is shown once.
 */
export function addPage(before: Found | null, page: ArtifactFindings, offset: number, size: number): Found {
  const known = new Set(before?.hits.map(({ artifact }) => artifact.id));
  return {
    hits: [...(before?.hits ?? []), ...page.hits.filter(({ artifact }) => !known.has(artifact.id))],
    found: page.found,
    more: page.more,
    facets: page.facets,
    next: page.hits.length < size ? null : offset + size,
  };
}
