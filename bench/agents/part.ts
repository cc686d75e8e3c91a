/** One subject of this benchmark. What it measures is measured in processes of their own. */
export interface AgentsPart {
  readonly name: string;
  /** Asks for its measurements, one after another, and makes figures of them. */
  rows(ask: Ask, quick: boolean): Promise<readonly Row[]>;
  /** Takes one measurement in this process; the answer is JSON. */
  measure(request: unknown): Promise<unknown>;
}

/** Has `measure` done in a fresh process. */
export type Ask = <T>(request: unknown) => Promise<T>;

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One figure, beside what it is held against in the same run where there is something. */
export interface Row {
  /** What was measured, with its unit. */
  readonly what: string;
  /** How many runs at once; null where there is one. */
  readonly size: number | null;
  readonly ours: number;
  readonly peer: { readonly name: string; readonly value: number; readonly ratio: number } | null;
  /** For the ratio where there is a peer, for the figure itself where there is none. */
  readonly goal: Goal | null;
}

/** A figure that stands for itself. */
export const alone = (what: string, ours: number, more: Partial<Row> = {}): Row => ({
  what,
  size: null,
  ours,
  peer: null,
  goal: null,
  ...more,
});

/** Null where nothing was promised. */
export function isMet({ ours, peer, goal }: Row): boolean | null {
  if (goal === null) return null;
  const judged = peer?.ratio ?? ours;
  return 'atMost' in goal ? judged <= goal.atMost : judged >= goal.atLeast;
}
