import type { Store } from '@symphony/domain';

/** The store with some of its methods looked at or left out; the rest are its own. */
export const observedStore = (store: Store, own: Partial<Store>): Store => ({
  append: (at, events) => store.append(at, events),
  read: (after, limit, filter) => store.read(after, limit, filter),
  fold: (after, each) => store.fold(after, each),
  search: (words, limit) => store.search(words, limit),
  lastSeq: () => store.lastSeq(),
  saveSnapshot: (snapshot) => store.saveSnapshot(snapshot),
  loadSnapshot: () => store.loadSnapshot(),
  close: () => store.close(),
  ...own,
});
