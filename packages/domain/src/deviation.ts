/** Where reality differed from the plan (M5), and what others should know of it. */

/** Minor: the agent goes on. Major: what depends on it is left out. Fundamental: interfaces only. */
export type Severity = 'minor' | 'major' | 'fundamental';

export interface Deviation {
  readonly severity: Severity;
  readonly expected: string;
  readonly discovered: string;
  readonly action: string;
  readonly reasoning: string;
  readonly impact: string;
}

export interface Discovery {
  readonly title: string;
  readonly detail: string;
  /** A security hole, data of another shape, a missing dependency: others must hear of it at their next turn. */
  readonly critical: boolean;
}

/** What an agent told Symphony through its host tools. */
export type ToolReport =
  | { readonly kind: 'progress'; readonly text: string; readonly percent: number | null }
  | { readonly kind: 'deviation'; readonly deviation: Deviation }
  | { readonly kind: 'discovery'; readonly discovery: Discovery }
  /** Something was done on the tracker with the host's own credentials. */
  | { readonly kind: 'tracker'; readonly act: 'comment' | 'move' | 'create'; readonly text: string };
