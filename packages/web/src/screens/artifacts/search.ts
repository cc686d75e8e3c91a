import type { ArtifactQuery } from '@symphony/domain';

/** What is looked for, as it stands in the address. */
export interface Search {
  readonly words: string;
  readonly type: string | null;
  readonly item: string | null;
  readonly tag: string | null;
}

/** The filters a facet sets. */
export type FacetName = 'type' | 'item' | 'tag';

export const readSearch = (query: URLSearchParams): Search => ({
  words: query.get('q') ?? '',
  type: query.get('type'),
  item: query.get('item'),
  tag: query.get('tag'),
});

/** The address with these parts changed; null takes one away. */
export function withParts(
  before: URLSearchParams,
  parts: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(parts))
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  return next;
}

export const isNarrowed = ({ words, type, item, tag }: Search): boolean =>
  words.trim() !== '' || type !== null || item !== null || tag !== null;

/** What to ask for, without the page. */
export function queryOf({ words, type, item, tag }: Search): ArtifactQuery {
  const text = words.trim();
  return {
    ...(text !== '' && { text }),
    ...(type !== null && { type }),
    ...(item !== null && { item }),
    ...(tag !== null && { tags: [tag] }),
  };
}
