import type { Chance, Clock } from '@symphony/domain';
import type { PrewarmOptions } from './foresight.ts';
import type { HealthOptions } from './health-rounds.ts';
import type { PoolEvent } from './instrument.ts';
import type { Backoff } from './lifecycle.ts';
import type { PredictionStats } from './predictions.ts';

export interface PoolOptions {
  readonly clock: Clock;
  readonly chance: Chance;
  /** What all instruments that are not cold may take together. Never exceeded. */
  readonly maxMemoryMb: number;
  /** How long one that nobody uses stays hot; ten minutes when left out. */
  readonly idleMs?: number;
  /** Left out: nothing is warmed before somebody asks. */
  readonly prewarm?: PrewarmOptions;
  /** Left out: nobody is asked how it is. */
  readonly health?: HealthOptions;
  readonly backoff?: Backoff;
  /** How many moves are remembered; 256 when left out. */
  readonly historyLimit?: number;
  /** Told of everything that changes. It must not throw. */
  readonly listener?: (event: PoolEvent) => void;
}

export interface AcquireOptions {
  /** What to do when everything is in use: wait for room (when left out), or be told at once. */
  readonly whenFull?: 'wait' | 'refuse';
  /** How long to wait for a lease; for ever when left out. */
  readonly waitAtMostMs?: number;
  /** Which uses belong together, so that what follows what can be learned. */
  readonly workflow?: string;
}

export interface PoolStats {
  readonly hits: number;
  readonly misses: number;
  readonly hitRate: number;
  readonly usedMb: number;
  readonly predictions: PredictionStats;
}
