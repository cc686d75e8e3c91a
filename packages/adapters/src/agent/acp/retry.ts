import type { Instant } from '@symphony/domain';
import { type Trouble, troubleOfText } from './fault.ts';

/** The agent waits to try a failed model call again. */
export interface Retry {
  readonly attempt: number;
  readonly message: string;
  readonly nextAt: Instant | null;
}

/** A fault that outlasts so many tries is told rather than waited for. */
const MOST_RETRIES = 3;
/** What is tried again so soon is let go on: its end says more of the fault than a retry does. */
const SHORT_WAIT_MS = 3_000;
/** Whoever is to come back later than this has hit a limit. */
const LONGEST_WAIT_MS = 60_000;

/** Why the turn is given up, or null while it may still come right. */
export function hopeless({ attempt, message, nextAt }: Retry, now: Instant): Trouble | null {
  const wait = nextAt === null ? null : nextAt - now;
  const long = wait !== null && wait > LONGEST_WAIT_MS;
  const soon = wait !== null && wait < SHORT_WAIT_MS;
  if (!long && (attempt < MOST_RETRIES || soon)) return null;
  const { fault, until } = troubleOfText(message, now);
  if (long || fault === 'limit') return { message, fault: 'limit', until: until ?? nextAt };
  // Only what the provider may get over is tried again.
  return { message, fault: fault === 'auth' ? 'auth' : 'provider', until: null };
}
