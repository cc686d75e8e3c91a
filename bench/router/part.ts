/** One figure and what was promised for it before anything was measured. */
export interface Row {
  readonly set: string;
  readonly what: string;
  readonly ours: number;
  /** Other ways of doing it, by name. */
  readonly beside: Readonly<Record<string, number>>;
  readonly goal: Goal | null;
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** Null where nothing was promised. */
export function isMet({ ours, goal }: Row): boolean | null {
  if (goal === null) return null;
  return 'atMost' in goal ? ours <= goal.atMost : ours >= goal.atLeast;
}
