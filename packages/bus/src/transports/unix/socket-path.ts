import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { platform } from 'node:process';

/** The kernel's limit is 108 bytes on Linux and 104 on macOS, the ending zero included. */
const LONGEST_PATH = 100;

/**
 * Where a folder's control socket is. The same for everybody who asks with the same folder and
 * fallback, so that both ends find it; `fallback` must be a short path of this user's own.
 */
export function socketPathFor(folder: string, fallback: string, system: string = platform): string {
  if (system === 'win32') return `${PIPES}symphony-${nameOf(folder)}`;
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= LONGEST_PATH) return path;
  return join(fallback, `${nameOf(folder)}.sock`);
}

const PIPES = '\\\\.\\pipe\\';

/** Windows has named pipes instead of socket files; Node reaches both by their path. */
export const isPipe = (path: string): boolean => path.startsWith(PIPES);

const nameOf = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 16);
