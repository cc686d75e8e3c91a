import type { RuntimeEvent } from '../runtime/event.ts';
import type { Instant } from '../work-item.ts';

/**
 * The log of the runtime's sessions: append-only, numbered, and the only truth about a conversation. Several
 * processes may write it at once, each to sessions of its own.
 */
export interface Journal {
  /**
   * Taken at once and written together with what else came in the meantime; in order. Nothing is performed that
   * was not written: see `written`.
   */
  record(session: string, at: Instant, event: RuntimeEvent): void;
  /** Resolves when everything recorded so far survives the process. Rejects with PortError `disk`. */
  written(): Promise<void>;
  /** Of one session, `seq > after`, ascending. */
  read(session: string, after: number, limit: number): readonly JournalEntry[];
  /** Of all sessions, `seq > after`, ascending: projections start here. */
  readAll(after: number, limit: number, types?: readonly RuntimeEvent['type'][]): readonly JournalEntry[];
  /** Newest first. */
  sessions(limit: number): readonly SessionHead[];
  /** Names of the sessions whose name begins so, in the order they began. Costs by what it finds, not by what there is. */
  sessionsOf(prefix: string): readonly string[];
  close(): void;
}

export interface JournalEntry {
  readonly seq: number;
  readonly session: string;
  readonly at: Instant;
  readonly event: RuntimeEvent;
}

export interface SessionHead {
  readonly session: string;
  /** What it was begun with. */
  readonly title: string;
  readonly startedAt: Instant;
  readonly lastAt: Instant;
  readonly entries: number;
}
