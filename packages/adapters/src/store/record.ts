import type { LogEvent } from '@symphony/domain';

/** What every store asks of what it is given. Breaking it is misuse: it throws at once and records nothing. */

/** The farthest instant that can be written as a date, before or after 1970. */
const LAST_INSTANT = 8.64e15;

export function assertInstant(at: number): void {
  if (!(Math.abs(at) <= LAST_INSTANT)) throw new RangeError(`${at} is not a point in time`);
}

/** A snapshot can only hold what the log holds. */
export function assertRecorded(seq: number, lastSeq: number): void {
  if (!Number.isInteger(seq) || seq < 0 || seq > lastSeq)
    throw new RangeError(`A snapshot of entry ${seq} was offered, but the log ends at ${lastSeq}`);
}

/** The event as JSON text, `type` first, so that a line of the log says at its start what it is about. */
export function bodyOf(event: LogEvent): string {
  const body = JSON.stringify(event);
  if (body.startsWith('{"type":')) return body;
  const { type, ...rest } = event;
  return JSON.stringify({ type, ...rest });
}

/** A row limit a database understands: whole, not negative, not infinite. */
export const rowLimit = (limit: number): number =>
  limit > 0 ? Math.min(Math.floor(limit), Number.MAX_SAFE_INTEGER) : 0;
