import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A session as a test wants it in the database. */
export interface StoredSession {
  readonly id: string;
  readonly parent?: string;
  /** Read fresh, from the cache, written to it, said, thought. */
  readonly tokens: readonly [number, number, number, number, number];
  readonly cost: number;
}

/** The tables of OpenCode 1.18.33 as far as they are read, written as it writes them: with a WAL, left open. */
export function makeDatabase(path: string, sessions: readonly StoredSession[]): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (
      id text PRIMARY KEY, project_id text NOT NULL, parent_id text, title text NOT NULL,
      cost real DEFAULT 0 NOT NULL,
      tokens_input integer DEFAULT 0 NOT NULL, tokens_output integer DEFAULT 0 NOT NULL,
      tokens_reasoning integer DEFAULT 0 NOT NULL, tokens_cache_read integer DEFAULT 0 NOT NULL,
      tokens_cache_write integer DEFAULT 0 NOT NULL, time_created integer NOT NULL
    );
    CREATE TABLE message (
      id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
      time_updated integer NOT NULL, data text NOT NULL
    );`);
  for (const session of sessions) insertSession(database, session);
  return database;
}

export function insertSession(
  database: DatabaseSync,
  { id, parent, tokens: [input, read, written, output, reasoning], cost }: StoredSession,
): void {
  database
    .prepare(
      `INSERT INTO session (id, project_id, parent_id, title, cost, tokens_input, tokens_cache_read,
         tokens_cache_write, tokens_output, tokens_reasoning, time_created)
       VALUES (?, 'p', ?, 't', ?, ?, ?, ?, ?, ?, 0)`,
    )
    .run(id, parent ?? null, cost, input, read, written, output, reasoning);
}

export function insertMessage(database: DatabaseSync, session: string, at: number, data: string): void {
  database
    .prepare('INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)')
    .run(`${session}-${at}`, session, at, at, data);
}
