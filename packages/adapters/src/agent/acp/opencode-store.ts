import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Usage } from '@symphony/domain';
import type { Gauge } from './gauge.ts';
import { type SessionCounts, usageOfSession } from './opencode-usage.ts';
import { sumUsage } from './usage.ts';
import { amountOf, at } from './wire.ts';

/** OpenCode writes with a log beside (WAL), so that readers hardly ever have to wait for it. */
const PATIENCE_MS = 200;

/** A session and those of its sub-agents, which OpenCode counts apart though they cost as well. */
const COUNTS = `
  WITH RECURSIVE family (id) AS (
    SELECT id FROM session WHERE id = ?
    UNION SELECT session.id FROM session JOIN family ON session.parent_id = family.id
  )
  SELECT tokens_input AS input, tokens_output AS output, tokens_reasoning AS reasoning,
         tokens_cache_read AS cacheRead, tokens_cache_write AS cacheWrite, cost
  FROM session JOIN family USING (id)`;

const LAST_MESSAGE =
  'SELECT data FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT 1';

/**
 * Reads the database in which OpenCode keeps its sessions: the sums are there as soon as a model call
 * is over. It lies in the agent's own folder, so it can be read where a sandbox hides OpenCode's
 * server. It is OpenCode's own affair and may look different tomorrow: then nothing is read from it.
 */
export function opencodeStore(path: string): Gauge {
  return {
    read: async (sessionId) => {
      const rows = query(path, COUNTS, sessionId);
      return rows === null || rows.length === 0 ? null : { usage: sumOf(rows), retry: null };
    },
    lastStatus: async (sessionId) => statusIn(query(path, LAST_MESSAGE, sessionId)?.[0]?.data),
  };
}

/** Where OpenCode puts it, given its environment. */
export function storePath(env: Readonly<Record<string, string>>): string {
  const data = join(env.XDG_DATA_HOME || join(env.HOME ?? '', '.local', 'share'), 'opencode');
  return resolve(data, env.OPENCODE_DB || 'opencode.db');
}

type Row = Readonly<Record<string, unknown>>;

/** Null when it cannot be read. Opened anew each time, so that OpenCode is never kept from tidying it. */
function query(path: string, sql: string, sessionId: string): readonly Row[] | null {
  try {
    // The agent could have put something there that never opens, such as a pipe.
    if (!statSync(path).isFile()) return null;
    const database = new DatabaseSync(path, { readOnly: true, timeout: PATIENCE_MS });
    try {
      return database.prepare(sql).all(sessionId);
    } finally {
      database.close();
    }
  } catch {
    return null; // not made yet, locked, or of another shape than was seen: the protocol goes on
  }
}

function sumOf(rows: readonly Row[]): Usage | null {
  const used = rows.flatMap((row) => usageOfSession(row as unknown as SessionCounts) ?? []);
  return used.length === 0 ? null : used.reduce(sumUsage);
}

function statusIn(data: unknown): number | null {
  if (typeof data !== 'string') return null;
  try {
    return amountOf(at(JSON.parse(data), 'error', 'data', 'statusCode'));
  } catch {
    return null; // of another shape than was seen
  }
}
