import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../../packages/web/test/browser.ts';

const IN_PAGE = fileURLToPath(new URL('./in-page.js', import.meta.url));
const PATIENCE_MS = 60_000;

/** What a page noted since it was last asked. */
export interface Noted {
  readonly longTasks: readonly number[];
  readonly keys: readonly number[];
}

/** A page that is watched from inside (see in-page.js). */
export interface WatchedPage {
  readonly page: Page;
  /** ms from the navigation to the first card. */
  firstCard(): Promise<number>;
  noted(): Promise<Noted>;
  /** ms between frames for so long. */
  frames(ms: number): Promise<{ readonly perSecond: number; readonly frames: readonly number[] }>;
  /** Of the JavaScript heap, after everything that can be was collected. */
  heapMb(): Promise<number>;
  /** Share of the time its main thread was at work while `what` happened. */
  busyDuring(what: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/** A fresh context each time: nothing is in its cache, nobody is logged in. */
export async function openPage(browser: Browser, address: string): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript({ path: IN_PAGE });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`  the page failed: ${error.message}`));
  await page.goto(address);
  return watched(context, page, await context.newCDPSession(page));
}

async function watched(context: BrowserContext, page: Page, devtools: CDPSession): Promise<WatchedPage> {
  await devtools.send('Performance.enable');
  const metric = async (name: string): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  };
  return {
    page,
    firstCard: () => page.evaluate<number>('watching.firstCard'),
    noted: () => page.evaluate<Noted>('watching.take()'),
    frames: (ms) => page.evaluate(`watching.countFrames(${ms})`),
    async heapMb() {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await metric('JSHeapUsedSize')) / 1024 / 1024;
    },
    async busyDuring(what) {
      const [began, busy] = [performance.now(), await metric('TaskDuration')];
      await what();
      return ((await metric('TaskDuration')) - busy) / ((performance.now() - began) / 1000);
    },
    close: () => context.close(),
  };
}

/** A browser for as long as `use` takes. */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await openBrowser();
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}
