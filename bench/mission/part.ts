/** One subject of this benchmark. It is measured in a process of its own. */
export interface MissionPart {
  readonly name: string;
  measure(quick: boolean): Promise<readonly Row[]>;
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One figure, beside what it is held against in the same run where there is something. */
export interface Row {
  /** What was measured, with its unit. */
  readonly what: string;
  /** Chambers, or branches. */
  readonly size: number;
  readonly ours: number;
  readonly peer: { readonly name: string; readonly value: number } | null;
  /** For the ratio where there is a peer, for the figure itself where there is none. */
  readonly goal: Goal | null;
}

/** Null where nothing was promised. */
export function isMet({ ours, peer, goal }: Row): boolean | null {
  if (goal === null) return null;
  const judged = peer === null ? ours : ours / peer.value;
  return 'atMost' in goal ? judged <= goal.atMost : judged >= goal.atLeast;
}
