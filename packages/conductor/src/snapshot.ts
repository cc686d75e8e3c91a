import type { Snapshot } from '@symphony/domain';
import { Dependencies } from './dependencies.ts';
import { type MelodyRun, openWork, plainRun, restoreRun } from './melody/melody-run.ts';
import { type MissionState, placesOf } from './mission/mission-state.ts';
import { type ConductorState, emptyState, type ItemState, isUnderWay, newGrants } from './state.ts';
import { WaitingLine } from './waiting-line.ts';

/** Raised whenever the fold or the shape of the state changes: an older snapshot is then passed over. */
export const FOLD_VERSION = 11;

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
    missions: [...state.missions],
    missionParts: undefined,
    collisions: [...state.collisions],
    heardComments: [...state.heardComments],
    openComments: [...state.openComments],
    triggerKeys: [...state.triggerKeys],
    grants: [...state.grants],
  };
  return { seq: state.seq, version: FOLD_VERSION, state: JSON.stringify(plain) };
}

/** The state of a snapshot, or null when another version of the fold made it. */
export function restoreSnapshot(snapshot: Snapshot | null): ConductorState | null {
  if (!snapshot || snapshot.version !== FOLD_VERSION) return null;
  const plain = JSON.parse(snapshot.state);
  return assembled({ ...emptyState(), ...plain, seq: snapshot.seq }, plain.melodies.map(restoreRun));
}

/** The same state once more: what is folded into one of them does not touch the other. */
export const copyState = (state: ConductorState): ConductorState =>
  assembled(
    state,
    [...state.melodies.values()].map((run) => restoreRun(plainRun(run))),
  );

/** What a state is made of; what the fold changes in place may be anything that can be gone through. */
type Parts = Omit<ConductorState, Gathered> & {
  readonly [Key in Gathered]: Iterable<ConductorState[Key] extends Iterable<infer Each> ? Each : never>;
};
type Gathered =
  | 'items'
  | 'live'
  | 'waiting'
  | 'resting'
  | 'questions'
  | 'spendByDay'
  | 'runCosts'
  | 'missions'
  | 'collisions'
  | 'heardComments'
  | 'openComments'
  | 'triggerKeys'
  | 'grants';

/** With its own maps, and all that is never stored made again from them. */
function assembled(parts: Parts, melodies: readonly MelodyRun[]): ConductorState {
  const items = new Map<string, ItemState>(parts.items);
  const missions = new Map<string, MissionState>(parts.missions);
  const dependencies = new Dependencies(items, parts.settings);
  const grants = newGrants();
  for (const grant of parts.grants) grants.record(grant);
  return {
    ...parts,
    items,
    live: new Set(parts.live),
    waiting: new Set(parts.waiting),
    dependencies,
    line: new WaitingLine([...items.values()].filter(({ tracked }) => dependencies.isReady(tracked.id))),
    underWay: new Set([...items].filter(([, item]) => isUnderWay(item)).map(([id]) => id)),
    resting: new Map(parts.resting),
    questions: new Map(parts.questions),
    spendByDay: new Map(parts.spendByDay),
    runCosts: new Map(parts.runCosts),
    melodies: new Map(melodies.map((run) => [run.id, run])),
    nodeWork: new Map(melodies.flatMap(openWork)),
    missions,
    missionParts: new Map([...missions.values()].flatMap(placesOf)),
    collisions: new Map(parts.collisions),
    heardComments: new Set(parts.heardComments),
    openComments: new Map(parts.openComments),
    triggerKeys: new Set(parts.triggerKeys),
    grants,
  };
}
