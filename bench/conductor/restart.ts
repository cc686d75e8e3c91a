import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { replay } from '../../packages/conductor/src/index.ts';
import { memoryNow } from '../memory.ts';
import { observedStore } from './observed-store.ts';

export interface RestartRequest {
  readonly folder: string;
  readonly snapshots: boolean;
}

export interface RestartResult {
  /** Opening the log and adding it up, to the moment the conductor could decide. */
  readonly restartMs: number;
  /** Entries after the snapshot, or all of them. */
  readonly replayed: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

export function restart({ folder, snapshots }: RestartRequest): RestartResult {
  const began = performance.now();
  const log = openSqliteStore({ folder, durability: 'normal', mirror: true });
  let replayed = 0;
  const store = observedStore(log, {
    fold: (after, each) => {
      replayed = log.lastSeq() - after;
      log.fold(after, each);
    },
    ...(snapshots ? {} : { loadSnapshot: () => null }),
  });
  const state = replay(store);
  const restartMs = performance.now() - began;
  const memory = memoryNow();
  // Looked at after the collection, so that what was measured is still held.
  if (state.seq !== log.lastSeq()) throw new Error('the replay did not reach the end of the log');
  log.close();
  return { restartMs, replayed, ...memory };
}
