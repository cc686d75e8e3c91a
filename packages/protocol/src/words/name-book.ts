import type { Entry, StatusView } from '@symphony/domain';

/** Tells an item's identifier from its id. */
export type NameOf = (id: string) => string;

/** Which identifier an id goes by: from a status, and from every item heard of since. */
export interface NameBook {
  readonly nameOf: NameOf;
  hear(entry: Entry): void;
}

export function nameBook(view: Pick<StatusView, 'items'>): NameBook {
  const names = new Map(view.items.map((item) => [item.id, item.identifier]));
  return {
    nameOf: (id) => names.get(id) ?? id,
    hear({ event }) {
      if (event.type === 'item-seen') names.set(event.item, event.tracked.identifier);
    },
  };
}
