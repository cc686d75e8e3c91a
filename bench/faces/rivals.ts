import { setTimeout as sleep } from 'node:timers/promises';
import { alone, type Row } from '../agents/part.ts';
import type { Daemon } from './daemon-process.ts';
import { openPage, type WatchedPage } from './page.ts';
import { beside, type FacesPart } from './part.ts';
import { FULL, onStage } from './stage.ts';

interface RivalsRequest {
  readonly assets: string;
  readonly watchMs: number;
}

interface Follower {
  /** Share of the page's main thread. */
  readonly busy: number;
  readonly kbPerSecond: number;
  /** µs of the daemon's processor for each entry it recorded: all its work, with this reader. */
  readonly perEntry: number;
  readonly entriesPerSecond: number;
}

interface Rivals {
  readonly ours: Follower;
  readonly naive: Follower;
  /** Entries the naive page took in a second, and how many it was behind at the end. */
  readonly taken: number;
  readonly behind: number;
}

/** Our board beside a page that is told every entry, both at the same daemon, one after the other. */
export const rivalsPart: FacesPart = {
  name: 'rivals',
  measure: (request) => compare(request as RivalsRequest),
  async rows(ask, { quick, assets }) {
    const found = await ask<Rivals>({ assets, watchMs: quick ? 5_000 : 10_000 });
    const { ours, naive } = found;
    const row = (what: string, of: (follower: Follower) => number): Row =>
      alone(what, of(ours), { size: FULL.runs, peer: beside('every entry', of(naive), of(ours)) });
    return [
      row("page's main thread at work, %", ({ busy }) => busy * 100),
      row('sent to the page, kB/s', ({ kbPerSecond }) => kbPerSecond),
      row("daemon's processor for an entry, µs", ({ perEntry }) => perEntry),
      row('recorded meanwhile, entries/s', ({ entriesPerSecond }) => entriesPerSecond),
      alone('every entry: taken by the page, entries/s', found.taken, { size: FULL.runs }),
      alone('every entry: behind at the end, entries', found.behind, { size: FULL.runs }),
    ];
  },
};

const compare = ({ assets, watchMs }: RivalsRequest): Promise<Rivals> =>
  onStage(FULL, assets, async (daemon, browser) => {
    const board = await openPage(browser, daemon.address());
    await board.firstCard();
    await sleep(2_000);
    const ours = await followed(daemon, board, watchMs);

    // The same context, because it is logged in.
    const { entries } = await daemon.figures();
    await board.page.goto(`${daemon.url}/naive/index.html?after=${entries}`);
    await board.firstCard();
    await sleep(2_000);
    const heard = (): Promise<number> => board.page.evaluate<number>('naive.heard');
    const [began, before] = [performance.now(), await heard()];
    const naive = await followed(daemon, board, watchMs);
    const taken = ((await heard()) - before) / ((performance.now() - began) / 1000);
    const seq = await board.page.evaluate<number>('naive.seq');
    return { ours, naive, taken, behind: (await daemon.figures()).entries - seq };
  });

async function followed(daemon: Daemon, page: WatchedPage, ms: number): Promise<Follower> {
  let busy = 0;
  const { bytesPerSecond, processorPercent, entriesPerSecond } = await daemon.during(async () => {
    busy = await page.busyDuring(() => sleep(ms));
  });
  return {
    busy,
    kbPerSecond: bytesPerSecond / 1000,
    entriesPerSecond,
    perEntry: (processorPercent * 10_000) / entriesPerSecond,
  };
}
