/** A work item as its tracker describes it, and the names the conductor knows it by. */

export type ItemId = string;
export type RunId = string;
export type PlayerName = string;
/** Milliseconds since the epoch. */
export type Instant = number;

export interface Blocker {
  readonly id: string | null;
  readonly identifier: string | null;
  /** The blocker's tracker state, when the tracker can tell. */
  readonly state: string | null;
}

/**
 * The normal form every tracker adapter produces. `id` is opaque; `identifier` is what people type.
 * `state` keeps the tracker's spelling and is compared with `sameState`.
 */
export interface TrackedItem {
  readonly id: ItemId;
  readonly identifier: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: string;
  readonly priority: number | null;
  /** Trimmed, lower case, no blanks, no duplicates. */
  readonly labels: readonly string[];
  readonly blockedBy: readonly Blocker[];
  /** False when the adapter knows the item must not be dispatched (a pull request, say). */
  readonly dispatchable: boolean;
  readonly assignee: string | null;
  readonly url: string | null;
  /** The repository the item belongs to, when the tracker spans several. */
  readonly repository: string | null;
  readonly branchName: string | null;
  readonly createdAt: Instant | null;
  readonly updatedAt: Instant | null;
  /** Extra fields for routing and for players (`rehearsal`, `player`, project fields). JSON values only. */
  readonly fields: Readonly<Record<string, Json>>;
  /** The tracker's own reference, kept verbatim and never read by the conductor. */
  readonly nativeRef: Json;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** How an item that is `open` got there (C3). */
export type Outcome = 'none' | 'merged' | 'closed' | 'cancelled';

export const normaliseName = (name: string): string => name.trim().toLowerCase();

export const sameState = (a: string, b: string): boolean => normaliseName(a) === normaliseName(b);

export const isOneOf = (state: string, states: readonly string[]): boolean =>
  states.some((each) => sameState(each, state));

/** Trim, lower-case, drop blanks and duplicates. */
export function normaliseLabels(labels: readonly string[]): string[] {
  return [...new Set(labels.map(normaliseName))].filter((label) => label !== '');
}
