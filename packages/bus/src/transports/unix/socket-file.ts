import { chmod, lstat, mkdir, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getuid } from 'node:process';
import { openSocket } from './connect.ts';
import { errnoOf, SocketError } from './failure.ts';

/**
 * Makes the folder of a socket, open to this user only (B4). The folder is closed BEFORE the socket
 * exists: the socket's own mode can only be set after it does, and nobody gets in meanwhile.
 */
export async function prepareFolder(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { mode, uid } = await stat(folder);
    if ((mode & 0o7777) === 0o700 && uid === getuid?.()) return;
    // A folder that others share by design (/tmp) is not ours to close, even where we could.
    if ((mode & 0o1002) !== 0 || uid !== getuid?.()) throw unsafe(path, folder);
    await chmod(folder, 0o700);
  } catch (cause) {
    if (cause instanceof SocketError) throw cause;
    throw new SocketError(
      'disk',
      path,
      `The folder ${folder} cannot be made: ${(cause as Error).message}.`,
      cause,
    );
  }
}

const unsafe = (path: string, folder: string): SocketError =>
  new SocketError('unsafe', path, `${folder} is shared with other users, so no socket is made in it.`);

/**
 * Takes away a socket file whose process died. Anything else that is there stays. Two processes
 * that do this at the same moment could both succeed: whoever listens holds the repository's lock.
 */
export async function clearStale(path: string): Promise<void> {
  if (!(await isThere(path))) return;
  try {
    (await openSocket(path)).destroy();
  } catch (error) {
    if (!(error instanceof SocketError) || error.code !== 'not-listening') throw error;
    await unlink(path).catch((cause: unknown) => {
      if (errnoOf(cause) !== 'ENOENT')
        throw new SocketError('disk', path, `${path} cannot be removed.`, cause);
    });
    return;
  }
  throw new SocketError('in-use', path, `Another process listens at ${path} already.`);
}

async function isThere(path: string): Promise<boolean> {
  try {
    if ((await lstat(path)).isSocket()) return true;
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return false;
    throw new SocketError('disk', path, `${path} cannot be looked at: ${(cause as Error).message}.`, cause);
  }
  // Connecting to a plain file is refused like a dead socket is: without this look it would be deleted.
  throw new SocketError('disk', path, `${path} is there already and is not a socket.`);
}
