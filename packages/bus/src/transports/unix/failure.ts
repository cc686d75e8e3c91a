/**
 * Why a socket cannot be used. `not-listening`: nobody is there (no file, or one left by a process
 * that died). `refused`: somebody is there and this process may not or cannot get in. `in-use`: a
 * living process listens there already. `unsafe`: the folder is open to other users. `disk`: the
 * folder or the file cannot be made.
 */
export type SocketErrorCode = 'not-listening' | 'refused' | 'in-use' | 'unsafe' | 'disk';

export class SocketError extends Error {
  readonly code: SocketErrorCode;
  readonly path: string;
  constructor(code: SocketErrorCode, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SocketError';
    this.code = code;
    this.path = path;
  }
}

export const errnoOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException)?.code;
