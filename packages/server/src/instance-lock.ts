import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PortError } from '@symphony/domain';
import { notWritten } from './disk-refusal.ts';
import type { Workplace } from './workplace.ts';

/** What a running conductor tells about itself, for whoever finds the repository held. */
export interface Holder {
  readonly pid: number;
  readonly socket: string;
  readonly startedAt: number;
  readonly version: string;
  /** A daemon goes on when its terminal is closed. */
  readonly mode: 'foreground' | 'daemon';
  /** The workbench, without its token; null while there is none. */
  readonly url: string | null;
  /** Why there is none although there should be. */
  readonly trouble: string | null;
}

export interface InstanceLock {
  announce(holder: Holder): void;
  release(): void;
}

/** With no patience at all, two that come at the same instant are both refused. */
const PATIENCE_MS = 250;

const holderFile = (workplace: Workplace): string => join(workplace.run, 'conductor.json');

/**
 * One conductor per repository (C10). The lock is the operating system's, taken through SQLite: it
 * goes with the process whatever kills it, so there is no such thing as a stale one.
 */
export function lockInstance(workplace: Workplace): InstanceLock {
  const db = takeLock(workplace);
  const tell = (holder: Partial<Holder>): void => {
    const file = holderFile(workplace);
    try {
      // Whole or not at all: commands of other processes read it while it changes.
      writeFileSync(`${file}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (cause) {
      throw notWritten(file, cause);
    }
  };
  const release = (): void => {
    rmSync(holderFile(workplace), { force: true });
    if (db.isOpen) db.close();
  };
  try {
    // At once, and without a socket as long as there is none: whoever comes second meanwhile is told
    // who is first, and not what an earlier conductor that was killed left in this file.
    tell({ pid: process.pid, startedAt: Date.now() });
  } catch (error) {
    db.close();
    throw error;
  }
  return { announce: tell, release };
}

function takeLock(workplace: Workplace): DatabaseSync {
  const file = join(workplace.run, 'lock.db');
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { timeout: PATIENCE_MS });
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    return db;
  } catch (cause) {
    db?.close();
    throw refusal(workplace, file, cause);
  }
}

/** SQLite's primary result codes; the rest of an extended code says where, not what. */
const BUSY = 5;
const LOCKED = 6;
const FULL = 13;
const NOT_A_DATABASE = 26;

function refusal(workplace: Workplace, file: string, cause: unknown): PortError {
  const result = ((cause as { errcode?: number }).errcode ?? 0) & 0xff;
  if (result === BUSY || result === LOCKED) return heldBy(readHolder(workplace), cause);
  if (result === FULL)
    return notWritten(file, Object.assign(new Error('full', { cause }), { code: 'ENOSPC' }));
  const strange = result === NOT_A_DATABASE;
  return new PortError(
    {
      code: 'disk',
      message: strange
        ? `${file} is not the lock Symphony made there.`
        : `The lock ${file} cannot be opened: it is not a file this user may write, or its disk reports an error.`,
      nextStep: 'Move it away, then try again; it holds nothing that could be lost.',
    },
    cause,
  );
}

/** Null when nobody announced itself, or what is there does not say who. */
function readHolder(workplace: Workplace): Pick<Holder, 'pid' | 'startedAt'> | null {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(holderFile(workplace), 'utf8')) as Partial<Holder>;
    return typeof pid === 'number' && typeof startedAt === 'number' ? { pid, startedAt } : null;
  } catch {
    return null; // not there, or not ours to read
  }
}

function heldBy(holder: Pick<Holder, 'pid' | 'startedAt'> | null, cause: unknown): PortError {
  const who = holder ? ` (pid ${holder.pid}, since ${new Date(holder.startedAt).toISOString()})` : '';
  return new PortError(
    {
      code: 'conflict',
      message: `Another Symphony already runs in this repository${who}.`,
      nextStep: 'Use `symphony status` to look at it, or `symphony stop` to end it.',
    },
    cause,
  );
}
