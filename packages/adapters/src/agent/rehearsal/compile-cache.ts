import { flushCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Reading the player's sources costs more than starting Node. The first player keeps what it has
 * read, beside the journals, and the next ones start in a third of the time.
 */
export const compileCacheIn = (sessions: string): string => join(sessions, 'compile-cache');

/** The setting is the player's alone: what a script runs must not see it. */
export function settleCompileCache(sessions: string): void {
  if (process.env.NODE_COMPILE_CACHE !== compileCacheIn(sessions)) return;
  delete process.env.NODE_COMPILE_CACHE;
  // Node would write it on a peaceful exit, which players seldom have.
  flushCompileCache();
}
