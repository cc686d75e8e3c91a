import type { RuleArea } from './mission/understanding.ts';

/** Where reality differed from the plan (M5), and what others should know of it. */

/** Minor: the agent goes on. Major: what depends on it is left out. Fundamental: interfaces only. */
export const SEVERITIES = ['minor', 'major', 'fundamental'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface Deviation {
  readonly severity: Severity;
  readonly expected: string;
  readonly discovered: string;
  readonly action: string;
  readonly reasoning: string;
  readonly impact: string;
  /** Globs of what it touches besides the scope of whoever found it. */
  readonly affects?: readonly string[];
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
  // Of its mission
  | { readonly kind: 'understanding'; readonly text: string; readonly why: string }
  | { readonly kind: 'requirement'; readonly text: string; readonly why: string }
  | { readonly kind: 'rule'; readonly area: RuleArea; readonly text: string; readonly why: string }
  | { readonly kind: 'hand-on'; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: 'scope'; readonly paths: readonly string[]; readonly why: string }
  /** Something was done on the tracker with the host's own credentials. */
  | { readonly kind: 'tracker'; readonly act: 'comment' | 'move' | 'create'; readonly text: string };
