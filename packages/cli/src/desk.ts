import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import type { Terminal } from './terminal.ts';

/** What a command works with: where it speaks, where it was called, and the code it ends with. */
export interface Desk {
  readonly terminal: Terminal;
  readonly version: string;
  /** The folder named with `-C`, else the current one. */
  folder(): string;
  /** Who asks: recorded with every operator command (C20). */
  readonly person: string;
  /** Ends with this code; without a call it is 0. */
  endWith(code: 0 | 1): void;
}

export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The user's name, or the number where the system has no name for it (containers). */
export function readPerson(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
