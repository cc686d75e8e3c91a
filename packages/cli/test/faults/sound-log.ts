import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LogEvent } from '@symphony/domain';
import { expect } from 'vitest';

export interface SoundLog {
  readonly entries: readonly { readonly seq: number; readonly at: number; readonly event: LogEvent }[];
  /** The events of one kind, in order. */
  of<T extends LogEvent['type']>(type: T): Extract<LogEvent, { type: T }>[];
}

/** Reads a log past the store: the database whole, every entry there, time never going back. */
export function readLog(folder: string): SoundLog {
  expect(existsSync(join(folder, 'log.db'))).toBe(true); // opening would make it
  const db = new DatabaseSync(join(folder, 'log.db'), { timeout: 5_000 });
  try {
    expect(db.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
    const entries = db
      .prepare('SELECT seq, at, body FROM entries ORDER BY seq')
      .all()
      .map(({ seq, at, body }) => ({
        seq: Number(seq),
        at: Number(at),
        event: JSON.parse(String(body)) as LogEvent,
      }));
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    for (const [index, { at }] of entries.entries()) {
      expect(at).toBeGreaterThanOrEqual(entries[index - 1]?.at ?? 0);
    }
    return {
      entries,
      of: <T extends LogEvent['type']>(type: T) =>
        entries.flatMap(({ event }) =>
          event.type === type ? [event as Extract<LogEvent, { type: T }>] : [],
        ),
    };
  } finally {
    db.close();
  }
}

/** The text mirror of a log, one value a line; fails when a line is not whole. */
export const readMirror = (folder: string): { readonly seq: number }[] =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
