import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { medians } from '../statistics.ts';
import { ask, askOften } from './measurement.ts';

export interface Size {
  readonly items: number;
  /** What an agent says in a turn: it makes the log as long as it is to be. */
  readonly reports: number;
  readonly rounds: number;
  /** How many new items are welcomed; 0: that was measured at this number of items already. */
  readonly newcomers: number;
}

export interface SizeFigures {
  readonly items: number;
  readonly events: number;
  readonly eventsPerSecond: number;
  readonly eventsPerCommit: number;
  readonly floorPerSecond: number;
  /** Of the floor: plain inserts of the same rows, taken right after. */
  readonly shareOfFloor: number;
  readonly freedP50Ms: number;
  readonly freedP99Ms: number;
  readonly newcomerP50Ms: number;
  readonly newcomerP99Ms: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly restartMs: number;
  readonly replayed: number;
  readonly restartRssMb: number;
  readonly plainRestartMs: number;
  readonly plainRestartRssMb: number;
}

const NOT_MEASURED = { newcomerP50Ms: Number.NaN, newcomerP99Ms: Number.NaN };

/** Everything about one number of items. The log of the last round is the one that is restarted from. */
export async function measureSize(folder: string, size: Size): Promise<SizeFigures> {
  const { items, reports, rounds, newcomers } = size;
  const log = join(folder, `log-${items}-${reports}`);
  const plays = [];
  for (let round = 0; round < rounds; round++) {
    rmSync(log, { recursive: true, force: true });
    const play = await ask('play', { folder: log, items, reports });
    const floor = await ask('floor', { folder: log, eventsPerCommit: play.eventsPerCommit });
    plays.push({ ...play, ...floor, shareOfFloor: play.eventsPerSecond / floor.floorPerSecond });
  }
  const newcomer =
    newcomers > 0 ? await askOften(rounds, 'newcomer', { items, samples: newcomers }) : NOT_MEASURED;
  const restart = await askOften(rounds, 'restart', { folder: log, snapshots: true });
  const plain = await askOften(rounds, 'restart', { folder: log, snapshots: false });
  rmSync(log, { recursive: true, force: true });
  return {
    items,
    ...medians(plays),
    ...newcomer,
    restartMs: restart.restartMs,
    replayed: restart.replayed,
    restartRssMb: restart.rssMb,
    plainRestartMs: plain.restartMs,
    plainRestartRssMb: plain.rssMb,
  };
}
