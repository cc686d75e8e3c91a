import type { Entry, LogEvent } from '../log-event.ts';

/**
 * The event log: append-only, numbered, and the only truth. Everything else is a projection.
 * All methods are synchronous in meaning: when `append` returns, the entries survive the process.
 */
export interface Store {
  /**
   * Appends all or none, in order, and returns them numbered. Throws PortError when it cannot:
   * `disk`, or `unavailable` and `conflict` when another process is at the log.
   */
  append(at: number, events: readonly LogEvent[]): readonly Entry[];
  /** Entries with `seq > after`, ascending, at most `limit`. */
  read(after: number, limit: number, filter?: EntryFilter): readonly Entry[];
  /** Every entry after `after`, in order, up to the last one when it begins. Memory stays flat. */
  fold(after: number, each: (entry: Entry) => void): void;
  /** Full-text search over what the entries say, newest first. */
  search(words: string, limit: number): readonly Entry[];
  lastSeq(): number;
  /** Keeps the state as of `seq`. Older snapshots may be dropped; the log never is. */
  saveSnapshot(snapshot: Snapshot): void;
  /** The newest readable snapshot, or null. A damaged one is passed over, never trusted. */
  loadSnapshot(): Snapshot | null;
  close(): void;
}

export interface EntryFilter {
  readonly item?: string;
  readonly types?: readonly string[];
}

export interface Snapshot {
  /** The last entry folded into `state`. */
  readonly seq: number;
  /** The version of the fold that made it; another version is not loaded. */
  readonly version: number;
  /** JSON text. */
  readonly state: string;
}
