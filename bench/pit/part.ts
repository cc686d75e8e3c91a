/** One service of the pit as the benchmark sees it. Each size is measured in a process of its own. */
export interface PitPart {
  readonly name: string;
  /** From small to large, so that growth is seen. `quick` names fewer and smaller ones. */
  sizes(quick: boolean): readonly number[];
  measure(size: number): Promise<readonly Row[]>;
}

/** One figure beside what was promised and, where there is one, beside a peer measured in the same run. */
export interface Row {
  /** What was measured, with its unit: `store 4 KB, p99 ms`. */
  readonly what: string;
  readonly ours: number;
  /** Null where the figure only shows growth. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number } | null;
  readonly peer: { readonly name: string; readonly value: number } | null;
}
