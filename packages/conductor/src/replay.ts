import type { Store } from '@symphony/domain';
import { fold } from './fold/fold.ts';
import { restoreSnapshot } from './snapshot.ts';
import { type ConductorState, emptyState } from './state.ts';

/** The state the log adds up to: the newest snapshot and what was recorded after it. */
export function replay(store: Store): ConductorState {
  const state = restoreSnapshot(store.loadSnapshot()) ?? emptyState();
  store.fold(state.seq, (entry) => fold(state, entry));
  return state;
}
