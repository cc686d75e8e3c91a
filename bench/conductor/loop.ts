import { MemoryTracker } from '@symphony/adapters/tracker/memory';
import type { Entry, Store, TrackedItem } from '@symphony/domain';
import { Conductor } from '../../packages/conductor/src/index.ts';
import { SystemClock } from '../../packages/server/src/system-clock.ts';
import { settingsFor } from './material.ts';
import { portsFor, type Stage } from './stage.ts';

/** The slots of the measured conductor: a machine that is kept busy. */
export const SLOTS = 16;

export interface Loop {
  readonly conductor: Conductor;
  readonly tracker: MemoryTracker;
  /** Resolves when `count` more items are merged. */
  merged(count: number): Promise<void>;
  /** Resolves when the conductor rests for the first time after this call. */
  rested(): Promise<void>;
}

/** The real conductor on `store` with these items, configured and not yet ticking. */
export function openLoop(
  store: Store,
  items: readonly TrackedItem[],
  stage: Pick<Stage, 'reports' | 'onPrepare' | 'onProved'>,
): Loop {
  const tracker = new MemoryTracker(items);
  const clock = new SystemClock(0);
  let names = 0;
  let landed = 0;
  let onLanded = (): void => undefined;
  let onRest = (): void => undefined;
  const conductor = new Conductor({
    store,
    ports: portsFor({ ...stage, tracker, clock }),
    clock,
    chance: Math.random,
    names: (prefix) => `${prefix}-${++names}`,
    only: null,
    evaluate: () => null,
    onEntry: ({ event }: Entry) => {
      if (event.type !== 'train-landed') return;
      landed += event.items.length;
      onLanded();
    },
    onFatal: (message) => {
      throw new Error(message);
    },
    onWarning: (message) => console.error(message),
    onRest: () => onRest(),
  });
  conductor.post({ type: 'started', instance: 'bench', version: '0', pid: process.pid });
  conductor.post({ type: 'settings-loaded', settings: settingsFor(SLOTS) });
  conductor.post({ type: 'survivors-cleared', ended: 0 });
  return {
    conductor,
    tracker,
    merged: (count) =>
      new Promise((resolve) => {
        const wanted = landed + count;
        onLanded = () => {
          if (landed >= wanted) resolve();
        };
      }),
    rested: () =>
      new Promise((resolve) => {
        onRest = resolve;
      }),
  };
}
