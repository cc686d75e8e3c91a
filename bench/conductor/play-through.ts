import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { memoryNow } from '../memory.ts';
import { percentile } from '../statistics.ts';
import { openLoop } from './loop.ts';
import { itemNumber } from './material.ts';
import { observedStore } from './observed-store.ts';

export interface PlayRequest {
  readonly folder: string;
  readonly items: number;
  readonly reports: number;
}

export interface PlayResult {
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly eventsPerCommit: number;
  /** From a passed check (the slot will be free) to the next item's chamber being asked for. */
  readonly freedP50Ms: number;
  readonly freedP99Ms: number;
  readonly rssMb: number;
  readonly heapMb: number;
}

/** Plays every item from the tracker to merged and leaves the log as a killed process would. */
export async function playThrough({ folder, items, reports }: PlayRequest): Promise<PlayResult> {
  const log = openSqliteStore({ folder, durability: 'normal', mirror: true });
  let commits = 0;
  const store = observedStore(log, {
    append: (at, events) => {
      commits += 1;
      return log.append(at, events);
    },
  });
  const freed: number[] = [];
  let taken = 0;
  const waits: number[] = [];
  const tracked = Array.from({ length: items }, (_, at) => itemNumber(at + 1));
  const loop = openLoop(store, tracked, {
    reports,
    onProved: () => freed.push(performance.now()),
    onPrepare: () => {
      // The first ones take slots that nobody freed.
      const since = freed[taken];
      if (since === undefined) return;
      taken += 1;
      waits.push(performance.now() - since);
    },
  });
  const done = loop.merged(items);
  const began = performance.now();
  loop.conductor.startTicking();
  await done;
  await loop.rested();
  const seconds = (performance.now() - began) / 1000;
  const events = log.lastSeq();
  return {
    events,
    eventsPerSecond: events / seconds,
    eventsPerCommit: events / commits,
    freedP50Ms: percentile(waits, 0.5),
    freedP99Ms: percentile(waits, 0.99),
    ...memoryNow(),
  };
}
