import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PortError } from '@symphony/domain';
import type { Workplace } from './workplace.ts';

/** What a running conductor tells about itself, for whoever finds the repository held. */
export interface Holder {
  readonly pid: number;
  readonly socket: string;
  readonly startedAt: number;
  readonly version: string;
}

export interface InstanceLock {
  announce(holder: Holder): void;
  release(): void;
}

const holderFile = (workplace: Workplace): string => join(workplace.run, 'conductor.json');

/**
 * One conductor per repository (C10). The lock is the operating system's, taken through SQLite: it
 * goes with the process whatever kills it, so there is no such thing as a stale one.
 */
export function lockInstance(workplace: Workplace): InstanceLock {
  const db = new DatabaseSync(join(workplace.run, 'lock.db'), { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
  } catch (cause) {
    db.close();
    if (!/locked|busy/i.test(String(cause))) throw cause;
    throw heldBy(readHolder(workplace), cause);
  }
  const file = holderFile(workplace);
  return {
    announce: (holder) => writeFileSync(file, `${JSON.stringify(holder)}\n`, { mode: 0o600 }),
    release() {
      rmSync(file, { force: true });
      if (db.isOpen) db.close();
    },
  };
}

/** Null when nobody announced itself, or the file is not readable. */
function readHolder(workplace: Workplace): Holder | null {
  const file = holderFile(workplace);
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null; // half-written by a conductor that is starting at this moment
  }
}

function heldBy(holder: Holder | null, cause: unknown): PortError {
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
