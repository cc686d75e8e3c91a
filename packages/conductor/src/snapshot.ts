import type { Snapshot } from '@symphony/domain';
import { Dependencies } from './dependencies.ts';
import { type MelodyRun, openWork, plainRun, restoreRun } from './melody/melody-run.ts';
import { type ConductorState, emptyState, type ItemState, isUnderWay, newGrants } from './state.ts';
import { WaitingLine } from './waiting-line.ts';

/** Raised whenever the fold or the shape of the state changes: an older snapshot is then passed over. */
export const FOLD_VERSION = 5;

/** The state as JSON text. The maps stand only at the top; everything below them is plain data. */
export function takeSnapshot(state: ConductorState): Snapshot {
  const plain = {
    ...state,
    items: [...state.items],
    live: [...state.live],
    waiting: [...state.waiting],
    line: undefined,
    dependencies: undefined,
    underWay: undefined,
    resting: [...state.resting],
    questions: [...state.questions],
    spendByDay: [...state.spendByDay],
    runCosts: [...state.runCosts],
    melodies: [...state.melodies.values()].map(plainRun),
    nodeWork: undefined,
    triggerKeys: [...state.triggerKeys],
    grants: [...state.grants],
  };
  return { seq: state.seq, version: FOLD_VERSION, state: JSON.stringify(plain) };
}

/** The state of a snapshot, or null when another version of the fold made it. */
export function restoreSnapshot(snapshot: Snapshot | null): ConductorState | null {
  if (!snapshot || snapshot.version !== FOLD_VERSION) return null;
  const plain = JSON.parse(snapshot.state);
  const items = new Map<string, ItemState>(plain.items);
  const melodies: MelodyRun[] = plain.melodies.map(restoreRun);
  const dependencies = new Dependencies(items, plain.settings);
  const grants = newGrants();
  for (const grant of plain.grants) grants.record(grant);
  return {
    ...emptyState(),
    ...plain,
    seq: snapshot.seq,
    items,
    live: new Set(plain.live),
    waiting: new Set(plain.waiting),
    dependencies,
    line: new WaitingLine([...items.values()].filter(({ tracked }) => dependencies.isReady(tracked.id))),
    underWay: new Set([...items].filter(([, item]) => isUnderWay(item)).map(([id]) => id)),
    resting: new Map(plain.resting),
    questions: new Map(plain.questions),
    spendByDay: new Map(plain.spendByDay),
    runCosts: new Map(plain.runCosts),
    melodies: new Map(melodies.map((run) => [run.id, run])),
    nodeWork: new Map(melodies.flatMap(openWork)),
    triggerKeys: new Set(plain.triggerKeys),
    grants,
  };
}
