import { PortError } from '@symphony/domain';

interface Reason {
  readonly why: string;
  readonly nextStep: string;
}

const FULL: Reason = { why: 'the disk is full', nextStep: 'Free some space and try again.' };
const FORBIDDEN: Reason = {
  why: 'permission is denied',
  nextStep: 'Give the user who runs Symphony read and write access to the board folder.',
};
const TOO_MANY: Reason = {
  why: 'too many files are open',
  nextStep: 'Close some programs or raise the open-file limit (ulimit -n).',
};

const REASONS: Readonly<Record<string, Reason>> = {
  ENOSPC: FULL,
  EDQUOT: { why: 'the disk quota is used up', nextStep: FULL.nextStep },
  EROFS: { why: 'the file system is read-only', nextStep: 'Make the file system writable and try again.' },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  EIO: { why: 'the disk reports an error', nextStep: 'Check the disk; the system log names the device.' },
  ENOTDIR: {
    why: 'the board folder is not a folder',
    nextStep: 'Move the file that stands in its place away.',
  },
};

/** The system's code of an error (`ENOENT` …), or null when it is none of the system's. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** The system's refusal in a few plain words. */
export const systemReason = (error: unknown): string =>
  REASONS[systemCode(error) ?? '']?.why ?? (error instanceof Error ? error.message : String(error));

/**
 * Turns what the file system threw into the port's failure. `doing` completes "The board could not …".
 * What is already a PortError passes; what the system did not say is a defect and is called `internal`.
 */
export function diskFailure(error: unknown, doing: string): PortError {
  if (error instanceof PortError) return error;
  const code = systemCode(error);
  const reason = REASONS[code ?? ''];
  const message = `The board could not ${doing}: ${systemReason(error)}.`;
  if (reason) return new PortError({ code: 'disk', message, nextStep: reason.nextStep }, error);
  return new PortError({ code: code === null ? 'internal' : 'disk', message }, error);
}
