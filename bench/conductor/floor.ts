import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openReadOnlySqliteStore } from '@symphony/adapters/store/sqlite';

export interface FloorRequest {
  /** Whose rows are written again. */
  readonly folder: string;
  readonly eventsPerCommit: number;
}

export interface FloorResult {
  readonly floorPerSecond: number;
}

type Row = readonly [seq: number, at: number, type: string, item: string | null, body: string];

/** Rows kept in memory at once: the floor is about writing, not about holding a million rows. */
const MOST_ROWS = 200_000;

/**
 * The least that recording can cost: the very rows of a log, ready made, into a plain table, in
 * commits of the same size. Nothing is decided, turned into JSON, indexed or mirrored.
 */
export function insertPlainly({ folder, eventsPerCommit }: FloorRequest): FloorResult {
  const rows = rowsOf(folder);
  const size = Math.max(1, Math.round(eventsPerCommit));
  const scratch = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  try {
    const db = new DatabaseSync(join(scratch, 'floor.db'));
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    db.exec('CREATE TABLE entries (seq INTEGER PRIMARY KEY, at INTEGER, type TEXT, item TEXT, body TEXT)');
    const insert = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?)');
    const began = performance.now();
    for (let from = 0; from < rows.length; from += size) {
      db.exec('BEGIN IMMEDIATE');
      for (const row of rows.slice(from, from + size)) insert.run(...row);
      db.exec('COMMIT');
    }
    const seconds = (performance.now() - began) / 1000;
    db.close();
    return { floorPerSecond: rows.length / seconds };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function rowsOf(folder: string): Row[] {
  const log = openReadOnlySqliteStore(folder);
  try {
    return log.read(0, MOST_ROWS).map(({ seq, at, event }): Row => {
      const item = 'item' in event ? event.item : null;
      return [seq, at, event.type, item, JSON.stringify(event)];
    });
  } finally {
    log.close();
  }
}
