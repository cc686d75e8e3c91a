import type { Browser } from 'playwright-core';
import { type Daemon, startDaemon } from './daemon-process.ts';
import { withBrowser } from './page.ts';

/** What each agent says in a second. */
export const PER_SECOND = 50;

export interface Size {
  readonly items: number;
  readonly runs: number;
}

export const FULL: Size = { items: 10_000, runs: 200 };

/** A daemon of this size and a browser, for as long as `use` takes. */
export async function onStage<T>(
  { items, runs }: Size,
  assets: string,
  use: (daemon: Daemon, browser: Browser) => Promise<T>,
): Promise<T> {
  const daemon = await startDaemon({ items, runs, perSecond: PER_SECOND, assets });
  try {
    return await withBrowser((browser) => use(daemon, browser));
  } finally {
    await daemon.close();
  }
}
