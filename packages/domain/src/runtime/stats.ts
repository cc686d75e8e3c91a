import type { Instant } from '../work-item.ts';

/** How the runtime did in a time: made from its journal when it is asked for. */
export interface RuntimeStatsView {
  readonly from: Instant;
  readonly to: Instant;
  /** Of requests. */
  readonly totals: RuntimeStatsRow;
  /** Of requests, by the route they took. */
  readonly byRoute: readonly NamedRuntimeStats[];
  /** Of calls. */
  readonly byTool: readonly NamedRuntimeStats[];
  readonly byModel: readonly NamedRuntimeStats[];
}

export interface RuntimeStatsRow {
  readonly count: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Null: part of it has a price nobody told us. */
  readonly usd: number | null;
  readonly tokens: number;
  /** Null when there is none. */
  readonly medianMs: number | null;
  readonly p90Ms: number | null;
}

export interface NamedRuntimeStats extends RuntimeStatsRow {
  readonly name: string;
}
