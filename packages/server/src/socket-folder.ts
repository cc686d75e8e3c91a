import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A short path of this user's own, for repositories whose own path is too long for a socket. */
export const fallbackSocketFolder = (): string => join(tmpdir(), `symphony-${userInfo().uid}`);
