export { openReadOnlySqliteStore, openSqliteStore, type SqliteStoreOptions } from './open.ts';
export type { ReadOnlySqliteStore } from './read-only-store.ts';
export type { SqliteStore } from './store.ts';
