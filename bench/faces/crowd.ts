import { setTimeout as sleep } from 'node:timers/promises';
import { alone, type Row } from '../agents/part.ts';
import type { DaemonStretch } from './daemon-process.ts';
import { openPage, type WatchedPage } from './page.ts';
import { beside, type FacesPart } from './part.ts';
import { FULL, onStage } from './stage.ts';

interface CrowdRequest {
  readonly assets: string;
  readonly crowds: readonly number[];
  readonly watchMs: number;
}

interface Crowd extends DaemonStretch {
  readonly pages: number;
}

const CROWDS = [0, 1, 5];

/** What it costs the daemon that pages look on: 10,000 items, 200 agents, pages that stay at the board. */
export const crowdPart: FacesPart = {
  name: 'crowd',
  measure: (request) => gather(request as CrowdRequest),
  async rows(ask, { quick, assets }) {
    const found = await ask<Crowd[]>({ assets, crowds: CROWDS, watchMs: quick ? 5_000 : 10_000 });
    const nobody = found[0];
    return nobody === undefined ? [] : found.flatMap((crowd) => rowsOf(crowd, nobody));
  },
};

/** Everybody looks at one daemon, one crowd after the other. */
async function gather({ assets, crowds, watchMs }: CrowdRequest): Promise<Crowd[]> {
  return onStage(FULL, assets, async (daemon, browser) => {
    const found: Crowd[] = [];
    const open: WatchedPage[] = [];
    for (const pages of crowds) {
      while (open.length < pages) {
        const page = await openPage(browser, daemon.address());
        await page.firstCard();
        open.push(page);
      }
      await sleep(2_000);
      found.push({ pages, ...(await daemon.during(() => sleep(watchMs))) });
    }
    return found;
  });
}

function rowsOf(crowd: Crowd, nobody: Crowd): Row[] {
  const many = `${crowd.pages} ${crowd.pages === 1 ? 'page' : 'pages'}`;
  const of = (what: string, figure: (each: Crowd) => number): Row => {
    const peer = crowd === nobody ? null : beside('nobody', figure(nobody), figure(crowd));
    return alone(`${many}: ${what}`, figure(crowd), { size: FULL.runs, peer });
  };
  return [
    of("daemon's processor, % of a core", ({ processorPercent }) => processorPercent),
    of('daemon, resident MB', ({ rssMb }) => rssMb),
    of('recorded, entries/s', ({ entriesPerSecond }) => entriesPerSecond),
    of("daemon's loop is late, p99 ms", ({ delayMs }) => delayMs),
    alone(`${many}: sent to each, kB/s`, crowd.pages === 0 ? 0 : crowd.bytesPerSecond / crowd.pages / 1000, {
      size: FULL.runs,
    }),
  ];
}
