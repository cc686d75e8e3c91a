import type { Json, TrackedItem } from '@symphony/domain';

/** What an agent needs of an item. The tracker's own reference is for the tracker alone. */
export const shownItem = (item: TrackedItem): { readonly [key: string]: Json } => ({
  id: item.id,
  identifier: item.identifier,
  title: item.title,
  description: item.description,
  state: item.state,
  priority: item.priority,
  labels: item.labels,
  blockedBy: item.blockedBy.map((blocker) => ({ ...blocker })),
  assignee: item.assignee,
  url: item.url,
  fields: item.fields,
});
