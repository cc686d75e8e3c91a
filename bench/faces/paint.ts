import { setTimeout as sleep } from 'node:timers/promises';
import { alone, type Row } from '../agents/part.ts';
import { percentile } from '../statistics.ts';
import { GOALS } from './goals.ts';
import { openPage } from './page.ts';
import { beside, type FacesPart } from './part.ts';
import { FULL, onStage, type Size } from './stage.ts';

interface PaintRequest extends Size {
  readonly assets: string;
  readonly rounds: number;
  readonly watchMs: number;
}

interface Painted {
  readonly firstCardMs: number;
  /** All the page loaded and was told until then. */
  readonly firstKb: number;
  readonly processorPercent: number;
  readonly rssMb: number;
  readonly entriesPerSecond: number;
  readonly boardKbPerSecond: number;
  /** Share of the page's main thread. */
  readonly busy: number;
  readonly heapMb: number;
}

/** From the navigation to the first card, and what the board costs from there on, as boards grow. */
export const paintPart: FacesPart = {
  name: 'paint',
  measure: (request) => paint(request as PaintRequest),
  async rows(ask, { quick, assets }) {
    const small: Size = { items: 100, runs: 20 };
    const sizes = quick
      ? [small, FULL]
      : [small, { items: 1_000, runs: 20 }, { items: 10_000, runs: 20 }, FULL];
    const rows: Row[] = [];
    let first: Painted | null = null;
    for (const size of sizes) {
      const request: PaintRequest = {
        ...size,
        assets,
        rounds: quick ? 3 : 5,
        watchMs: quick ? 5_000 : 8_000,
      };
      const found = await ask<Painted>(request);
      first ??= found;
      rows.push(...rowsOf(size, found, first));
    }
    return rows;
  },
};

async function paint({ assets, rounds, watchMs, ...size }: PaintRequest): Promise<Painted> {
  return onStage(size, assets, async (daemon, browser) => {
    // The first visitor loads what the server loads when it is asked for: warm server, cold page.
    const warm = await openPage(browser, daemon.address());
    await warm.firstCard();
    await warm.close();
    const waits: number[] = [];
    const bytes: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = await daemon.figures();
      const opened = await openPage(browser, daemon.address());
      waits.push(await opened.firstCard());
      bytes.push((await daemon.figures()).sentBytes - before.sentBytes);
      await opened.close();
    }
    const watcher = await openPage(browser, daemon.address());
    await watcher.firstCard();
    await sleep(1_000);
    let busy = 0;
    const stretch = await daemon.during(async () => {
      busy = await watcher.busyDuring(() => sleep(watchMs));
    });
    return {
      firstCardMs: percentile(waits, 0.5),
      firstKb: percentile(bytes, 0.5) / 1000,
      processorPercent: stretch.processorPercent,
      rssMb: stretch.rssMb,
      entriesPerSecond: stretch.entriesPerSecond,
      boardKbPerSecond: stretch.bytesPerSecond / 1000,
      busy,
      heapMb: await watcher.heapMb(),
    };
  });
}

function rowsOf(size: Size, found: Painted, first: Painted): Row[] {
  const of = `${size.items.toLocaleString('en')} items`;
  const { runs } = size;
  const grown = (what: string, figure: (painted: Painted) => number, more: Partial<Row> = {}): Row =>
    alone(`${of}: ${what}`, figure(found), {
      size: runs,
      peer: found === first ? null : beside('smallest', figure(first), figure(found)),
      ...more,
    });
  return [
    // The goal is for the time itself, so nothing stands beside it.
    alone(`${of}: first card, ms`, found.firstCardMs, {
      size: runs,
      goal: size === FULL ? GOALS.paint : null,
    }),
    grown('sent until the first card, kB', ({ firstKb }) => firstKb),
    grown('sent to a watching page, kB/s', ({ boardKbPerSecond }) => boardKbPerSecond),
    grown('recorded, entries/s', ({ entriesPerSecond }) => entriesPerSecond),
    grown("daemon's processor, % of a core", ({ processorPercent }) => processorPercent),
    grown('daemon, resident MB', ({ rssMb }) => rssMb),
    grown("page's main thread at work, %", ({ busy }) => busy * 100),
    grown("page's heap, MB", ({ heapMb }) => heapMb),
  ];
}
