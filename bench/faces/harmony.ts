import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { alone, type Row } from '../agents/part.ts';
import { percentile } from '../statistics.ts';
import { GOALS } from './goals.ts';
import { abreast, largeFlow } from './large-flow.ts';
import { openPage } from './page.ts';
import { beside, type FacesPart } from './part.ts';
import { onStage } from './stage.ts';

/** One node; many that are seen from afar are painted by the Harmony Board. */
const NODE = '.react-flow__node';
/** What follows the first drawing is not panning. */
const SETTLE_MS = 3_000;

interface GraphRequest {
  readonly assets: string;
  readonly nodes: number;
  readonly draw: 'ours' | 'plain';
  readonly panMs: number;
}

interface Drawn {
  /** From the graph being there to the first node that can be seen. */
  readonly shownMs: number;
  /** How many are elements of the page with all of it in sight; the others are painted or in groups. */
  readonly drawn: number;
  readonly framesPerSecond: number;
  /** Of the frames, the slowest of a hundred. */
  readonly slowMs: number;
  readonly longestTaskMs: number;
  readonly heapMb: number;
}

/** A graph moved about with the pointer: the Harmony Board beside React Flow as it comes. */
export const harmonyPart: FacesPart = {
  name: 'harmony',
  measure: (request) => draw(request as GraphRequest),
  async rows(ask, { quick, assets }) {
    const rows: Row[] = [];
    for (const nodes of [1_000, 10_000]) {
      const request = { assets, nodes, panMs: quick ? 2_000 : 5_000 };
      const ours = await ask<Drawn>({ ...request, draw: 'ours' });
      const plain = await ask<Drawn>({ ...request, draw: 'plain' });
      rows.push(...rowsOf(nodes, ours, plain));
    }
    return rows;
  },
};

const draw = ({ assets, nodes, draw, panMs }: GraphRequest): Promise<Drawn> =>
  onStage({ items: 10, runs: 1 }, assets, async (daemon, browser) => {
    const watched = await openPage(
      browser,
      draw === 'ours' ? daemon.address('/harmony') : `${daemon.url}/graph/index.html`,
    );
    const { page } = watched;
    if (draw === 'ours') await beginMelody(page);
    const began = performance.now();
    await (draw === 'ours' ? paste(page, nodes) : drawPlain(page, nodes));
    await page.locator(`${NODE}, canvas[aria-label*='from afar']`).first().waitFor();
    const shownMs = performance.now() - began;
    await sleep(SETTLE_MS);
    const drawn = await page.locator(NODE).count();
    await watched.noted();
    const [{ perSecond, frames }] = await Promise.all([watched.frames(panMs), pan(page, panMs)]);
    const { longTasks } = await watched.noted();
    return {
      shownMs,
      drawn,
      framesPerSecond: perSecond,
      slowMs: percentile(frames, 0.99),
      longestTaskMs: Math.max(0, ...longTasks),
      heapMb: await watched.heapMb(),
    };
  });

async function beginMelody(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New melody' }).click();
  await page.getByLabel('Title').fill('A large one');
  await page.getByRole('button', { name: 'Draw it' }).click();
  await page.locator('.react-flow__pane').waitFor();
}

/** As if it had been copied from another melody. What is pasted is chosen, and may lie out of sight. */
async function paste(page: Page, nodes: number): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(JSON.stringify({ symphony: 'flow', ...largeFlow(nodes) }))});
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }`);
  await page.getByText(/ are chosen/).waitFor();
  await page.keyboard.press('f'); // all of it, as the other begins
}

const drawPlain = (page: Page, nodes: number): Promise<void> =>
  page.evaluate(`drawFlow(${JSON.stringify(largeFlow(nodes))}, ${abreast(nodes)})`);

/** Drags the canvas to and fro for so long. */
async function pan(page: Page, ms: number): Promise<void> {
  const until = performance.now() + ms;
  await page.mouse.move(1_000, 450);
  await page.mouse.down();
  for (let step = 0; performance.now() < until; step++) {
    const phase = step / 12;
    await page.mouse.move(800 + 200 * Math.cos(phase), 450 + 150 * Math.sin(phase));
  }
  await page.mouse.up();
}

function rowsOf(nodes: number, ours: Drawn, plain: Drawn): Row[] {
  const row = (what: string, of: (drawn: Drawn) => number): Row =>
    alone(`${nodes.toLocaleString('en')} nodes: ${what}`, of(ours), {
      peer: beside('React Flow', of(plain), of(ours)),
    });
  const frames = row('frames while it is moved, a second', ({ framesPerSecond }) => framesPerSecond);
  return [
    row('first node seen, ms', ({ shownMs }) => shownMs),
    row('elements of the page with all in sight', ({ drawn }) => drawn),
    // The goal is for the figure itself: the peer stands in a row of its own.
    { ...frames, peer: null, goal: nodes === 1_000 ? GOALS.frames : null },
    { ...frames, what: `${frames.what}, beside` },
    row('slowest of a hundred frames, ms', ({ slowMs }) => slowMs),
    row('longest task while it is moved, ms', ({ longestTaskMs }) => longestTaskMs),
    row("page's heap, MB", ({ heapMb }) => heapMb),
  ];
}
