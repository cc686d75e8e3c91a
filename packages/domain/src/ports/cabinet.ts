import type { Instant, Json } from '../work-item.ts';

/**
 * Small records that outlive the process: memories, timers, learned counts, skills. Drawers do not know of each
 * other. When `put` returns, the record survives the process. Throws PortError (`disk`, `unavailable`).
 */
export interface Cabinet {
  get(drawer: string, key: string, now: Instant): Json | null;
  /** All or none. Without `expiresAt` it is kept until it is taken out. */
  put(records: readonly CabinetRecord[]): void;
  take(drawer: string, keys: readonly string[]): void;
  /** Those that have not expired, newest first. */
  list(drawer: string, now: Instant, limit?: number): readonly CabinetRecord[];
  /** Removes what has expired; returns how many. */
  sweep(now: Instant): number;
}

export interface CabinetRecord {
  readonly drawer: string;
  readonly key: string;
  readonly value: Json;
  readonly at: Instant;
  readonly expiresAt?: Instant | null;
}
