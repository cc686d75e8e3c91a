import type { Entry, LogEvent } from '../log-event.ts';

/**
 * The event log: append-only, numbered, and the only truth. Everything else is a projection.
 * All methods are synchronous in meaning: when `append` returns, the entries survive the process.
 */
export interface Store {
  /** Appends all or none, in order, and returns them numbered. Throws PortError `disk` when it cannot. */
  append(at: number, events: readonly LogEvent[]): readonly Entry[];
  /** Entries with `seq > after`, ascending, at most `limit`. */
  read(after: number, limit: number, filter?: EntryFilter): readonly Entry[];
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
