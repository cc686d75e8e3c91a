import type { FlowEdge, FlowNode } from '@symphony/domain';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const WAIT = { timeout: 60_000 };

/** Levels of so many nodes; each waits for the one beside it, and every third for another one too. */
function madeFlow(size: number, down: number): { readonly nodes: FlowNode[]; readonly edges: FlowEdge[] } {
  const nodes = Array.from(
    { length: size },
    (_, at): FlowNode => ({ id: `n${at}`, kind: 'control', control: 'join' }),
  );
  const edges: FlowEdge[] = [];
  for (let at = down; at < size; at += 1) {
    edges.push({ kind: 'control', from: `n${at - down}`, to: `n${at}` });
    const other = at - down - (at % down) + ((at * 7) % down);
    if (at % 3 === 0 && other !== at - down) edges.push({ kind: 'control', from: `n${other}`, to: `n${at}` });
  }
  return { nodes, edges };
}

/** As if it had been copied from another melody. */
const pasteFlow = (page: Page, flow: ReturnType<typeof madeFlow>): Promise<void> =>
  page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    },
    JSON.stringify({ symphony: 'flow', ...flow }),
  );

async function openNew(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New melody' }).click(WAIT);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Draw it' }).click();
  await page.getByRole('button', { name: 'Show all of it (f)' }).waitFor(WAIT);
  await page.locator('.react-flow__pane').waitFor(WAIT);
}

/** How much is drawn decides how smoothly it moves, on any machine; `bench/faces` has the frames a second. */
const drawn = (page: Page): Promise<number> => page.locator('.react-flow__node').count();

/** Clicks in the overview, right of the middle. */
async function jump(page: Page): Promise<void> {
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('there is no overview');
  await page.mouse.click(box.x + box.width * 0.7, box.y + box.height / 3);
}

describe.skipIf(noBrowser)('large graphs', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), openBrowser()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('a melody of a thousand nodes is painted from afar, and drawn where one looks closely', {
    timeout: 120_000,
  }, async () => {
    const { page, complaints } = await look(browser, stage.address('/harmony'), { width: 1440, height: 900 });
    await openNew(page, 'A thousand');
    await pasteFlow(page, madeFlow(1_000, 40));
    await page.getByRole('img', { name: '1,000 nodes, from afar' }).waitFor(WAIT);
    expect(await drawn(page)).toBe(0);
    await keepScreen(page, 'harmony-thousand-light');
    for (let step = 0; step < 12; step += 1) await page.getByRole('button', { name: 'Larger' }).click();
    await page.locator('.react-flow__node').first().waitFor(WAIT);
    expect(await drawn(page)).toBeLessThan(250);
    expect(complaints).toEqual([]);
  });

  test('a graph of ten thousand is usable: groups open, the overview and the search jump', {
    timeout: 120_000,
  }, async () => {
    const { page, complaints } = await look(browser, stage.address('/harmony'), { width: 1440, height: 900 });
    await openNew(page, 'Ten thousand');
    await pasteFlow(page, madeFlow(10_000, 200));
    await page.getByText('All 10,000 nodes').waitFor(WAIT);
    await page.getByText('Level 1').first().waitFor(WAIT);
    expect(await drawn(page)).toBeLessThanOrEqual(200);
    await page.keyboard.press('Escape');
    await keepScreen(page, 'harmony-ten-thousand-light');
    await page.keyboard.press('f');
    // A group opens into smaller ones, and such a one into its nodes.
    const opened = page.getByRole('navigation', { name: 'Opened groups' }).getByRole('button');
    await page.locator('.react-flow__node').first().dblclick();
    await expect.poll(() => opened.count(), WAIT).toBe(2);
    await page.locator('.react-flow__node', { hasText: 'Level 1' }).first().dblclick();
    await expect.poll(() => opened.count(), WAIT).toBe(3);
    await page.locator('.react-flow__node[data-id="n0"]').waitFor(WAIT);
    await keepScreen(page, 'harmony-ten-thousand-group-light');
    await jump(page);
    expect(await drawn(page)).toBeLessThanOrEqual(200);
    await keepScreen(page, 'harmony-ten-thousand-jump-light');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find a node' }).fill('n7777');
    await page.getByRole('option', { name: /n7777/ }).waitFor(WAIT);
    await page.keyboard.press('Enter');
    await page.locator('.react-flow__node[data-id="n7777"]').waitFor(WAIT);
    await expect
      .poll(() => page.locator('.react-flow__node.selected').getAttribute('data-id'), WAIT)
      .toBe('n7777');
    expect(complaints).toEqual([]);
  });
});
