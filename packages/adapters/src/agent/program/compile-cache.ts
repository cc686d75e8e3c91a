import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const NAME = 'symphony-player-cache';

/**
 * Reading a player's sources costs more than starting Node. The first player keeps what it has read, beside what
 * Node keeps for the `symphony` command itself, and the next ones, in whatever repository, start in a third of the time.
 */
export const playerCache = (): string => join(tmpdir(), NAME);

/** The setting is the player's alone: what a script runs must not see it. */
export function settleCompileCache(): void {
  if (basename(process.env.NODE_COMPILE_CACHE ?? '') !== NAME) return;
  delete process.env.NODE_COMPILE_CACHE;
  // Node would write it on a peaceful exit, which players seldom have.
  flushCompileCache();
}
