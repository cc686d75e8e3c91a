import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Entry, LogEvent } from '@symphony/domain';
import { PortError } from '@symphony/domain';
import { expect } from 'vitest';

/** Looking at a log from outside, past the store. */

export const AT = Date.UTC(2025, 5, 6, 7, 8, 9);

export const stopped = (reason: string): LogEvent => ({ type: 'conductor-stopped', reason });

export const databaseIn = (folder: string): string => join(folder, 'log.db');
export const mirrorIn = (folder: string): string => join(folder, 'events.jsonl');
export const mirrorText = (folder: string): string => readFileSync(mirrorIn(folder), 'utf8');

/** What the mirror must hold, byte for byte, made from the entries alone. */
export const mirrorOf = (entries: readonly Entry[]): string =>
  entries
    .map(({ seq, at, event }) => `${JSON.stringify({ seq, at: new Date(at).toISOString(), ...event })}\n`)
    .join('');

export function integrityOf(folder: string): unknown {
  const db = new DatabaseSync(databaseIn(folder), { readOnly: true });
  try {
    return db.prepare('PRAGMA integrity_check').get()?.integrity_check;
  } finally {
    db.close();
  }
}

/** The files below `folder` that this process holds open; where the system cannot tell, none. */
export function openFilesIn(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return []; // the listing's own descriptor, closed by now
    }
  });
}

/** Changes the database behind the store's back. */
export function tamper(folder: string, sql: string): void {
  const db = new DatabaseSync(databaseIn(folder));
  db.exec(sql);
  db.close();
}

/** The failure of a port, checked to be one a person can act on. */
export function failureIn(work: () => unknown): PortError['failure'] {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(PortError);
    const { failure } = error as PortError;
    expect(failure.message).toMatch(/^[^\n]+\.$/);
    expect(failure.nextStep).toMatch(/^[^\n]+\.$/);
    return failure;
  }
  return expect.unreachable('it was expected to fail');
}
