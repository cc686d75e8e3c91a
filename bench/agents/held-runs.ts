import module from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryNow } from '../memory.ts';

/**
 * A conductor whose runs sit in their turns, alone in its process: it is started by `memory.ts` with
 * the request as its argument and prints what it takes. (The benchmarks' own process holds a test
 * runner and every other benchmark besides.)
 */
export interface HeldRequest {
  readonly runs: number;
  /** Items on the board, played or not: what the items themselves take is no cost of a run. */
  readonly items: number;
}

const SETTLING_MS = 2_000;

// As `symphony` itself does, before anything is loaded: reading the sources takes memory for good.
module.enableCompileCache();
const { openPlayedBoard } = await import('./played-board.ts');

const { runs, items } = JSON.parse(process.argv[2] ?? '{}') as HeldRequest;
const board = await openPlayedBoard({
  playing: runs,
  waiting: items - runs + 1, // one more, so that there is always something left to wait for
  script: () => ['hang: true'],
});
try {
  await board.allInTurn;
  await sleep(SETTLING_MS);
  console.log(JSON.stringify(memoryNow()));
} finally {
  await board.remove();
}
process.exit(0); // whatever is still under way is not waited for
