import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity, ProcessTable } from '@symphony/domain';
import { signalGroup, signalOne } from './group.ts';
import { findMarked, isAlive, type MarkedProcess } from './table.ts';

/** How long a git command of a dead conductor may go on: ending it would leave its locks behind. */
const GIT_PATIENCE_MS = 60_000;

/** Finds and ends what an earlier conductor of this repository left running (C8). */
export class Survivors implements ProcessTable {
  readonly #instance: string;

  constructor(instance: string) {
    this.#instance = instance;
  }

  async clearSurvivors(known: readonly ProcessIdentity[]): Promise<{ ended: number }> {
    const ended = new Set<number>();
    for (const identity of known) {
      // The recorded start time differs when the number was given to somebody else.
      if (!(await isAlive(identity))) continue;
      ended.add(identity.pid);
      signalGroup(identity.pid, 'SIGKILL');
    }
    await this.#untilGone(
      (each) => each.marker.role !== 'git',
      (each) => {
        ended.add(each.pid);
        signalOne(each.pid, 'SIGKILL');
      },
    );
    const until = Date.now() + GIT_PATIENCE_MS;
    await this.#untilGone(
      (each) => each.marker.role === 'git',
      (each) => {
        if (Date.now() < until) return;
        ended.add(each.pid);
        signalOne(each.pid, 'SIGKILL');
      },
    );
    return { ended: ended.size };
  }

  async #untilGone(
    which: (each: MarkedProcess) => boolean,
    treat: (each: MarkedProcess) => void,
  ): Promise<void> {
    // Gone means gone at two looks: a process caught between fork and exec shows no marker for a moment.
    for (let empty = 0; empty < 2; ) {
      const left = (await findMarked(this.#instance)).filter(which);
      empty = left.length === 0 ? empty + 1 : 0;
      for (const each of left) treat(each);
      await sleep(10);
    }
  }
}
