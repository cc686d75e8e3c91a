/** The pool (P1): keeps instruments warm within a memory bound. */
export type { PrewarmOptions } from './foresight.ts';
export { HEALTH_LIMITS, type HealthLimits } from './health.ts';
export type { HealthOptions } from './health-rounds.ts';
export type { Health, Instrument, InstrumentView, Lease, Moved, PoolEvent, Reading } from './instrument.ts';
export type { Backoff } from './lifecycle.ts';
export { Pool } from './pool.ts';
export type { AcquireOptions, PoolOptions, PoolStats } from './pool-options.ts';
export type { PredictionStats } from './predictions.ts';
export type { MoveReason, PoolState } from './transitions.ts';
