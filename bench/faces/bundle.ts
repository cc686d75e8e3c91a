import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { alone } from '../agents/part.ts';
import { GOALS } from './goals.ts';
import { openPage } from './page.ts';
import type { FacesPart } from './part.ts';
import { onStage } from './stage.ts';

interface Bundle {
  /** What the page names: loaded before anything is seen. */
  readonly namedKb: number;
  /** All that a first visit of the board loads. */
  readonly boardKb: number;
  /** The rest: loaded by the screens that need it. */
  readonly laterKb: number;
  readonly largestLaterKb: number;
}

/** What is loaded before the first screen, and what later. Compressed as gzip does by itself. */
export const bundlePart: FacesPart = {
  name: 'bundle',
  measure: async (request) => weigh((request as { readonly assets: string }).assets),
  async rows(ask, { assets }) {
    const { namedKb, boardKb, laterKb, largestLaterKb } = await ask<Bundle>({ assets });
    return [
      alone('named by the page, kB gzip', namedKb, { goal: GOALS.bundle }),
      alone('loaded by a first visit of the board, kB gzip', boardKb, { goal: GOALS.bundle }),
      alone('loaded later by other screens, all of it, kB gzip', laterKb),
      alone('the largest file of it, kB gzip', largestLaterKb),
    ];
  },
};

async function weigh(assets: string): Promise<Bundle> {
  const folder = join(assets, 'assets');
  const sizes = new Map(
    readdirSync(folder)
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => [name, gzipSync(readFileSync(join(folder, name))).length / 1000] as const),
  );
  const sum = (names: Iterable<string>): number =>
    [...new Set(names)].reduce((total, name) => total + (sizes.get(name) ?? 0), 0);
  const visited = new Set(await loadedByBoard(assets));
  const later = [...sizes.keys()].filter((name) => !visited.has(name));
  return {
    namedKb: sum(namedBy(readFileSync(join(assets, 'index.html'), 'utf8'))),
    boardKb: sum(visited),
    laterKb: sum(later),
    largestLaterKb: Math.max(0, ...later.map((name) => sizes.get(name) ?? 0)),
  };
}

/** The browser knows best what it loaded. */
const loadedByBoard = (assets: string): Promise<readonly string[]> =>
  onStage({ items: 20, runs: 1 }, assets, async (daemon, browser) => {
    const { page, firstCard } = await openPage(browser, daemon.address());
    await firstCard();
    await page.waitForLoadState('networkidle');
    const names = await page.evaluate<string[]>(
      'performance.getEntriesByType("resource").map(({ name }) => name)',
    );
    return names.map((name) => basename(new URL(name).pathname));
  });

const namedBy = (page: string): readonly string[] =>
  [...page.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g)].flatMap(([, name]) => name ?? []);
