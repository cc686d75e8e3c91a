/** One benchmark: what `run.ts` asks of it. */
export interface Bench {
  /** Takes everything it measures and prints it. */
  run(options: BenchOptions): Promise<void>;
  /** Takes one measurement in this process; the answer is JSON. */
  measure(request: unknown): Promise<unknown>;
}

export interface BenchOptions {
  /** Smaller sizes, one round: under a minute. */
  readonly quick: boolean;
  /** One JSON object instead of the table. */
  readonly json: boolean;
  /** Keep the table in `bench/results`. */
  readonly save: boolean;
}
