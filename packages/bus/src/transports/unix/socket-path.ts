import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The kernel's limit is 108 bytes on Linux and 104 on macOS, the ending zero included. */
const LONGEST_PATH = 100;

/**
 * Where a folder's control socket is. The same for everybody who asks with the same folder and
 * fallback, so that both ends find it; `fallback` must be a short path of this user's own.
 */
export function socketPathFor(folder: string, fallback: string): string {
  const path = join(folder, 'control.sock');
  if (Buffer.byteLength(path) <= LONGEST_PATH) return path;
  return join(fallback, `${createHash('sha256').update(folder).digest('hex').slice(0, 16)}.sock`);
}
