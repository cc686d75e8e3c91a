import type { ArtifactFindings, Facet } from '@symphony/domain';

/** As many different values as a person can choose from. */
const MOST = 20;

export interface Faceted {
  readonly type: string;
  readonly item: string | null;
  readonly tags: readonly string[];
}

export function facetsOf(found: Iterable<Faceted>): ArtifactFindings['facets'] {
  const types = new Map<string, number>();
  const items = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const each of found) {
    count(types, each.type);
    if (each.item !== null) count(items, each.item);
    for (const tag of each.tags) count(tags, tag);
  }
  return { types: mostFrequent(types), tags: mostFrequent(tags), items: mostFrequent(items) };
}

const count = (counts: Map<string, number>, value: string): void =>
  void counts.set(value, (counts.get(value) ?? 0) + 1);

const mostFrequent = (counts: ReadonlyMap<string, number>): readonly Facet[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST);
