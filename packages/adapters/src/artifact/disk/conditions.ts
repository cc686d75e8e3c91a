import type { ArtifactFilter } from '@symphony/domain';

type Value = string | number;

/** A filter as a condition on the rows of `artifacts`, and the values it is asked with. */
export function conditionsOf(filter: ArtifactFilter): { readonly sql: string; readonly values: Value[] } {
  const parts: string[] = [];
  const values: Value[] = [];
  const ask = (sql: string, ...given: Value[]): void => {
    parts.push(sql);
    values.push(...given);
  };
  const { idPrefix, name, type, item, run, hash, tags, after, before } = filter;
  // Not LIKE: it would read % and _ in an id as anything.
  if (idPrefix !== undefined) ask('id >= ? AND substr(id, 1, length(?)) = ?', idPrefix, idPrefix, idPrefix);
  if (name !== undefined) ask('artifacts.name = ?', name);
  if (type !== undefined) ask('type = ?', type);
  if (item !== undefined) ask('item = ?', item);
  if (run !== undefined) ask('run = ?', run);
  if (hash !== undefined) ask('hash = ?', hash);
  if (after !== undefined) ask('created_at >= ?', after);
  if (before !== undefined) ask('created_at < ?', before);
  for (const tag of tags ?? [])
    ask('EXISTS (SELECT 1 FROM tags WHERE tags.tag = ? AND tags.artifact = artifacts.row)', tag);
  return { sql: parts.length === 0 ? 'TRUE' : parts.join(' AND '), values };
}
