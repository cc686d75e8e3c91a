import type { DatabaseSync } from 'node:sqlite';
import { hasTables, makeTables, type VersionedTables } from '../../store/sqlite/versioned-tables.ts';

/**
 * The tables of a store.
 *
 * `row` orders artifacts by when they were stored and is never given twice. `tags` and `derived_from`
 * are kept in the record as JSON, so that one row is the whole artifact, and in tables of their own
 * to be found by. `names` remembers the last version of a name beyond its removal. `words` is
 * contentless: the text is in the contents. It keeps where words stand, because without that SQLite
 * ranks a contentless index by nothing. Texts wait in `waiting_words` until there are enough of them.
 */
const TABLES: VersionedTables = {
  of: 'artifacts',
  version: 1,
  sql: `
    CREATE TABLE artifacts (
      row INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      key TEXT UNIQUE,
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      parent TEXT,
      type TEXT NOT NULL,
      content_type TEXT NOT NULL,
      hash TEXT NOT NULL,
      size INTEGER NOT NULL,
      sealed_by TEXT,
      created_at INTEGER NOT NULL,
      created_by TEXT,
      item TEXT,
      run TEXT,
      derived_from TEXT NOT NULL,
      custom TEXT NOT NULL,
      tags TEXT NOT NULL,
      quality REAL,
      hold TEXT,
      UNIQUE (name, version)
    );
    CREATE INDEX artifacts_by_hash ON artifacts (hash);
    CREATE INDEX artifacts_by_type ON artifacts (type);
    CREATE INDEX artifacts_by_item ON artifacts (item) WHERE item IS NOT NULL;
    CREATE INDEX artifacts_by_run ON artifacts (run) WHERE run IS NOT NULL;
    CREATE TABLE names (name TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE tags (tag TEXT NOT NULL, artifact INTEGER NOT NULL, PRIMARY KEY (tag, artifact)) WITHOUT ROWID;
    CREATE TABLE links (
      source INTEGER NOT NULL,
      artifact INTEGER NOT NULL,
      kind TEXT NOT NULL,
      PRIMARY KEY (source, artifact, kind)
    ) WITHOUT ROWID;
    CREATE INDEX links_of_artifact ON links (artifact);
    CREATE VIRTUAL TABLE words USING fts5(name, body, content='', contentless_delete=1, tokenize='ascii');
    CREATE TABLE waiting_words (row INTEGER PRIMARY KEY, size INTEGER NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL);
    -- Counted at every store: without it each count would read all that waits.
    CREATE INDEX waiting_sizes ON waiting_words (size);
  `,
};

/** Makes the tables where there are none; refuses a file this Symphony cannot use. */
export function prepareSchema(db: DatabaseSync, file: string): void {
  makeTables(db, file, TABLES);
  hasTables(db, file, TABLES);
}
