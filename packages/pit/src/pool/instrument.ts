import type { Instant } from '@symphony/domain';
import type { MoveReason, PoolState } from './transitions.ts';

/** Something that takes time to start and memory to keep: an agent process, a model, an extension host. */
export interface Instrument<Handle> {
  readonly id: string;
  /** What it takes at most while it is not cold. */
  readonly memoryMb: number;
  /** Rejects when it cannot be started, and leaves nothing behind then. It limits its own time. */
  warm(): Promise<Handle>;
  /** Resolves when its memory is given back. Called again after it failed. */
  cool(handle: Handle): Promise<void>;
  /** Asks it whether it is well. How long that takes is measured by the pool; rejecting says no. */
  check?(handle: Handle): Promise<Reading>;
}

export interface Reading {
  readonly memoryMb?: number;
  /** The share of its work that went wrong lately, 0 to 1; what the leases said when left out. */
  readonly errorRate?: number;
}

/** The right to use an instrument. Whoever has one gives it back; giving it back twice does nothing. */
export interface Lease<Handle> {
  readonly id: string;
  readonly handle: Handle;
  release(outcome?: 'worked' | 'failed'): void;
}

export type Health = 'healthy' | 'degraded' | 'unhealthy' | 'unknown';

export interface Moved {
  readonly type: 'moved';
  readonly id: string;
  readonly at: Instant;
  readonly from: PoolState;
  readonly to: PoolState;
  readonly reason: MoveReason;
  /** What went wrong, when something did. */
  readonly error?: string;
}

export type PoolEvent =
  | Moved
  | { readonly type: 'health-changed'; readonly id: string; readonly at: Instant; readonly health: Health }
  | { readonly type: 'refused'; readonly id: string; readonly at: Instant; readonly why: string };

/** One instrument as a face may show it. */
export interface InstrumentView {
  readonly id: string;
  readonly state: PoolState;
  readonly inUse: number;
  readonly memoryMb: number;
  readonly health: Health;
  readonly since: Instant;
  readonly lastUsed: Instant | null;
  readonly invocations: number;
  readonly transitions: number;
  readonly failures: number;
}
