import { isOneOf, type Json, sameState } from '@symphony/domain';

/** The states a tracker is played with where the file does not name them, by its kind. */
export interface UsualStates {
  readonly active_states: string[];
  readonly terminal_states: string[];
  /** Null: the tracker is left as it is. */
  readonly started_state: string | null;
  readonly review_state: string | null;
  readonly merged_state: string | null;
}

type Provider = Readonly<Record<string, Json>>;
export type TrackerKind = 'board' | 'github' | 'linear';

const USUAL: Readonly<Record<TrackerKind, (provider: Provider) => UsualStates>> = {
  board: () => ({
    active_states: ['Todo', 'In Progress'],
    terminal_states: ['Done', 'Cancelled'],
    started_state: 'In Progress',
    review_state: 'Review',
    merged_state: 'Done',
  }),
  github: (provider) => (provider.project == null ? ofIssues(provider) : OF_PROJECTS),
  linear: () => ({
    active_states: ['Todo', 'In Progress'],
    terminal_states: ['Closed', 'Cancelled', 'Canceled', 'Duplicate', 'Done'],
    started_state: 'In Progress',
    review_state: null,
    merged_state: 'Done',
  }),
};

/** The columns a new project has. What its automations close is done too. */
const OF_PROJECTS: UsualStates = {
  active_states: ['Todo', 'In Progress'],
  terminal_states: ['Done', 'Closed'],
  started_state: 'In Progress',
  review_state: null,
  merged_state: 'Done',
};

/** Plain issues are open or closed, and in between what labels say. */
function ofIssues({ open_state: open, closed_state: closed, state_labels: labels }: Provider): UsualStates {
  const openState = typeof open === 'string' ? open : 'Open';
  const closedState = typeof closed === 'string' ? closed : 'Closed';
  const named = Array.isArray(labels) ? labels.map(String) : Object.keys(Object(labels ?? {}));
  const review = named.find((each) => /review/i.test(each)) ?? null;
  const active = [openState, ...named.filter((each) => each !== review)];
  return {
    active_states: active,
    terminal_states: [closedState],
    started_state: named.find((each) => isOneOf(each, ['In Progress', 'Doing', 'Started'])) ?? null,
    review_state: review,
    merged_state: closedState,
  };
}

type Given<T> = T & {
  readonly [K in keyof UsualStates]?: UsualStates[K] | null | undefined;
} & { readonly kind: TrackerKind; readonly provider: Provider };

export function withUsualStates<T>(tracker: Given<T>): Omit<T, keyof UsualStates> & UsualStates {
  const usual = USUAL[tracker.kind](tracker.provider);
  const active = tracker.active_states ?? usual.active_states;
  // A usual state that the person's own list does not have would only be in the way.
  const fits = (state: string | null, list: readonly string[]): string | null =>
    state !== null && (tracker.kind === 'board' || list.some((each) => sameState(each, state)))
      ? state
      : null;
  return {
    ...tracker,
    active_states: active,
    terminal_states: tracker.terminal_states ?? usual.terminal_states,
    started_state:
      tracker.started_state === undefined ? fits(usual.started_state, active) : tracker.started_state,
    review_state: tracker.review_state === undefined ? usual.review_state : tracker.review_state,
    merged_state: tracker.merged_state === undefined ? usual.merged_state : tracker.merged_state,
  };
}
