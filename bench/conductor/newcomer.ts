import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { percentile } from '../statistics.ts';
import { openLoop } from './loop.ts';
import { itemNumber, UNSTARTED } from './material.ts';

export interface NewcomerRequest {
  readonly items: number;
  readonly samples: number;
}

export interface NewcomerResult {
  /** From the hint that the tracker changed to the new item's chamber being asked for. */
  readonly newcomerP50Ms: number;
  readonly newcomerP99Ms: number;
}

/**
 * One item comes to a tracker full of items that must wait: each time the whole tracker is read and
 * compared, and every waiting item is passed over before the new one, which is the last in order.
 */
export async function welcomeNewcomers({ items, samples }: NewcomerRequest): Promise<NewcomerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  try {
    const store = openSqliteStore({ folder, durability: 'normal', mirror: true });
    const waiting = Array.from({ length: items }, (_, at) => itemNumber(at + 1, [UNSTARTED]));
    let asked = 0;
    const loop = openLoop(store, waiting, {
      reports: 8,
      onProved: () => undefined,
      onPrepare: () => {
        asked = performance.now();
      },
    });
    loop.conductor.startTicking();
    while (loop.conductor.state.items.size < items) await loop.rested();
    const waits: number[] = [];
    for (let number = 1; number <= samples; number++) {
      const last = { ...itemNumber(items + number), priority: null, createdAt: null };
      loop.tracker.put(last);
      const done = loop.merged(1);
      const began = performance.now();
      void loop.conductor.command({ name: 'refresh', by: 'bench' });
      await done;
      waits.push(asked - began);
      await loop.rested();
    }
    store.close();
    return { newcomerP50Ms: percentile(waits, 0.5), newcomerP99Ms: percentile(waits, 0.99) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
