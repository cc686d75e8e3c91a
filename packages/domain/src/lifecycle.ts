/**
 * The lifecycle of a work item: 9 states, 16 events, 28 transitions (C1).
 *
 * The table is the only way a state changes. `transition` is pure and total: a pair the table
 * does not list gives a typed rejection, which the conductor records as an event.
 */

export const STATES = [
  'open',
  'queued',
  'preparing',
  'running',
  'paused',
  'completed',
  'handed_off',
  'needs_human',
  'failed',
] as const;
export type LifecycleState = (typeof STATES)[number];

export const LIFECYCLE_EVENTS = [
  'claim',
  'dispatch',
  'workspace_ready',
  'turn_completed',
  'agent_exited_with_commits',
  'agent_exited_no_commits',
  'pause_requested',
  'resume',
  'stall_detected',
  'budget_exceeded',
  'error',
  'cancelled',
  'pr_created',
  'pr_merged',
  'pr_closed',
  'retry_manual',
] as const;
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

/** What the table's guards look at. The facts of each transition are recorded with it, so replay is exact. */
export interface LifecycleFacts {
  readonly slotAvailable?: boolean;
  readonly concurrencyOk?: boolean;
  readonly retriesLeft?: boolean;
}

export type Guard = 'slot_available' | 'concurrency_ok' | 'has_retries_left' | 'retries_exhausted';

export interface Transition {
  readonly row: number;
  readonly from: LifecycleState;
  readonly event: LifecycleEvent;
  readonly guard?: Guard;
  readonly to: LifecycleState;
}

export const TRANSITIONS: readonly Transition[] = [
  { row: 1, from: 'open', event: 'claim', guard: 'slot_available', to: 'queued' },
  { row: 2, from: 'queued', event: 'dispatch', guard: 'concurrency_ok', to: 'preparing' },
  { row: 3, from: 'queued', event: 'cancelled', to: 'open' },
  { row: 4, from: 'preparing', event: 'workspace_ready', to: 'running' },
  { row: 5, from: 'preparing', event: 'error', guard: 'has_retries_left', to: 'queued' },
  { row: 6, from: 'preparing', event: 'error', guard: 'retries_exhausted', to: 'failed' },
  { row: 7, from: 'preparing', event: 'cancelled', to: 'open' },
  { row: 8, from: 'running', event: 'turn_completed', to: 'running' },
  { row: 9, from: 'running', event: 'agent_exited_with_commits', to: 'completed' },
  { row: 10, from: 'running', event: 'agent_exited_no_commits', to: 'needs_human' },
  { row: 11, from: 'running', event: 'pause_requested', to: 'paused' },
  { row: 12, from: 'running', event: 'stall_detected', to: 'needs_human' },
  { row: 13, from: 'running', event: 'budget_exceeded', to: 'needs_human' },
  { row: 14, from: 'running', event: 'error', guard: 'has_retries_left', to: 'queued' },
  { row: 15, from: 'running', event: 'error', guard: 'retries_exhausted', to: 'failed' },
  { row: 16, from: 'running', event: 'cancelled', to: 'open' },
  { row: 17, from: 'paused', event: 'resume', to: 'running' },
  { row: 18, from: 'paused', event: 'cancelled', to: 'open' },
  { row: 19, from: 'paused', event: 'error', to: 'needs_human' },
  { row: 20, from: 'completed', event: 'pr_created', to: 'handed_off' },
  { row: 21, from: 'completed', event: 'error', to: 'needs_human' },
  { row: 22, from: 'completed', event: 'cancelled', to: 'open' },
  { row: 23, from: 'handed_off', event: 'pr_merged', to: 'open' },
  { row: 24, from: 'handed_off', event: 'pr_closed', to: 'open' },
  { row: 25, from: 'needs_human', event: 'retry_manual', to: 'queued' },
  { row: 26, from: 'needs_human', event: 'cancelled', to: 'open' },
  { row: 27, from: 'failed', event: 'retry_manual', to: 'queued' },
  { row: 28, from: 'failed', event: 'cancelled', to: 'open' },
];

export type TransitionResult =
  | { readonly ok: true; readonly row: number; readonly to: LifecycleState }
  | { readonly ok: false; readonly reason: 'unlisted' | 'guard'; readonly detail: string };

/** Where `event` leads from `state` given `facts`. Never throws. */
export function transition(
  state: LifecycleState,
  event: LifecycleEvent,
  facts: LifecycleFacts = {},
): TransitionResult {
  const rows = ROWS.get(key(state, event));
  if (!rows) return { ok: false, reason: 'unlisted', detail: `${state} has no transition for ${event}` };
  for (const row of rows) {
    if (!row.guard || guardHolds(row.guard, facts)) return { ok: true, row: row.row, to: row.to };
  }
  const guards = rows.map((row) => row.guard).join(' or ');
  return { ok: false, reason: 'guard', detail: `${event} from ${state} needs ${guards}` };
}

/** A fact that was not established does not hold: an unknown slot is no slot, an unknown retry is none left. */
function guardHolds(guard: Guard, facts: LifecycleFacts): boolean {
  switch (guard) {
    case 'slot_available':
      return facts.slotAvailable === true;
    case 'concurrency_ok':
      return facts.concurrencyOk === true;
    case 'has_retries_left':
      return facts.retriesLeft === true;
    case 'retries_exhausted':
      return facts.retriesLeft !== true;
  }
}

const key = (state: LifecycleState, event: LifecycleEvent) => `${state} ${event}`;

const ROWS: ReadonlyMap<string, readonly Transition[]> = (() => {
  const rows = new Map<string, Transition[]>();
  for (const row of TRANSITIONS) {
    const k = key(row.from, row.event);
    rows.set(k, [...(rows.get(k) ?? []), row]);
  }
  return rows;
})();
