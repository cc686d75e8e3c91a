import type { TrackedItem } from '@symphony/domain';
import { NO_SPEND } from '@symphony/domain';
import { trackedItem } from '@symphony/testkit';
import { fold } from '../../src/fold/fold.ts';
import { type ConductorState, emptyState, type ItemState, newItem, type RunState } from '../../src/state.ts';

/** Where items, runs and the whole state may stand, made by hand: a policy sees nothing else. */

export const NOW = 1_000_000;

export const CHAMBER = { key: 'A', path: '/a', branch: 'a', baseCommit: 'base', ports: [], env: {} } as const;

/** What a table says about an item: its own fields, and `tracked` only as far as it matters. */
export type ItemStand = Partial<Omit<ItemState, 'tracked'>> & { readonly tracked?: Partial<TrackedItem> };

export function itemAs(stand: ItemStand = {}, id = 'A'): ItemState {
  const { tracked, ...rest } = stand;
  return { ...newItem(trackedItem(id, tracked)), ...rest };
}

export const runAs = (stand: Partial<RunState> = {}): RunState => ({
  id: 'run-1',
  attempt: 1,
  player: 'first',
  startedAt: NOW,
  phase: 'turn',
  turn: 1,
  turnKind: 'first',
  heard: false,
  steering: '',
  idleTurns: 0,
  fingerprint: null,
  head: null,
  tree: null,
  lastEventAt: NOW,
  openTools: [],
  process: null,
  exited: false,
  lastMessage: '',
  pauseWanted: false,
  takeover: null,
  suspended: false,
  reservedUsd: 0,
  usage: null,
  spend: NO_SPEND,
  ending: null,
  ...stand,
});

/** A running item with its run. */
export const runningAs = (run: Partial<RunState> = {}, item: ItemStand = {}, id = 'A'): ItemState =>
  itemAs({ state: 'running', attempt: 1, chamber: CHAMBER, run: runAs(run), ...item }, id);

/** The sets beside the items are the fold's own work: an event that changes nothing passes through it. */
export function stateOf(items: readonly ItemState[], more: Partial<ConductorState> = {}): ConductorState {
  const state = { ...emptyState(), ...more };
  for (const item of items) {
    const { id } = item.tracked;
    state.line.put(item, true);
    state.items.set(id, item);
    const unmoved = {
      type: 'transition-refused',
      item: id,
      event: 'claim',
      state: item.state,
      detail: '',
    } as const;
    fold(state, { seq: 0, at: NOW, event: unmoved });
  }
  return state;
}
