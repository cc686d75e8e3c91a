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

/** Frames a second, and the longest time the page did not answer, while the drawing is dragged about. */
const pan = (page: Page): Promise<{ readonly fps: number; readonly longest: number }> =>
  page.evaluate(async () => {
    const pane = document.querySelector('.react-flow__pane');
    if (!pane) throw new Error('there is no canvas');
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: 'longtask' });
    const box = pane.getBoundingClientRect();
    const send = (type: string, target: EventTarget, x: number, y: number): void => {
      const at = { clientX: box.x + x, clientY: box.y + y, button: 0, buttons: 1 };
      target.dispatchEvent(new MouseEvent(type, { ...at, bubbles: true, cancelable: true, view: window }));
    };
    send('mousedown', pane, 200, 200);
    const began = performance.now();
    let frames = 0;
    while (performance.now() - began < 2_000) {
      await new Promise(requestAnimationFrame);
      frames += 1;
      const turn = frames / 12;
      send('mousemove', window, 200 + 150 * Math.sin(turn), 200 + 80 * Math.cos(turn));
    }
    const seconds = (performance.now() - began) / 1_000;
    send('mouseup', window, 200, 200);
    observer.disconnect();
    return { fps: Math.round(frames / seconds), longest: Math.round(longest) };
  });

/** From something that is done until what it brings is painted, in milliseconds. */
const answered = (page: Page, act: string): Promise<number> =>
  page.evaluate(async (what) => {
    const find = (selector: string): HTMLElement => {
      const element = document.querySelector<HTMLElement>(selector);
      if (!element) throw new Error(`there is no ${selector}`);
      return element;
    };
    const began = performance.now();
    if (what === 'select') find('.react-flow__node').click();
    else if (what === 'overview') {
      const canvas = find('canvas');
      const box = canvas.getBoundingClientRect();
      const at = { clientX: box.x + box.width * 0.7, clientY: box.y + box.height / 3, bubbles: true };
      canvas.dispatchEvent(new MouseEvent('click', at));
    } else document.body.dispatchEvent(new KeyboardEvent('keydown', { key: what, bubbles: true }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return Math.round(performance.now() - began);
  }, act);

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

  test('a melody of a thousand nodes moves smoothly', { timeout: 120_000 }, async () => {
    const { page, complaints } = await look(browser, stage.address('/harmony'), { width: 1440, height: 900 });
    await openNew(page, 'A thousand');
    await pasteFlow(page, madeFlow(1_000, 40));
    await page.getByRole('img', { name: '1,000 nodes, from afar' }).waitFor(WAIT);
    const whole = await pan(page);
    await keepScreen(page, 'harmony-thousand-light');
    for (let step = 0; step < 12; step += 1) await page.getByRole('button', { name: 'Larger' }).click();
    await page.locator('.react-flow__node').first().waitFor(WAIT);
    const near = await pan(page);
    console.info(`1,000 nodes: ${whole.fps} fps with all in sight (longest task ${whole.longest} ms),`);
    console.info(`  ${near.fps} fps close up (longest task ${near.longest} ms)`);
    expect(whole.fps).toBeGreaterThanOrEqual(20);
    expect(near.fps).toBeGreaterThanOrEqual(20);
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
    expect(await page.locator('.react-flow__node').count()).toBeLessThanOrEqual(200);
    await page.keyboard.press('Escape');
    await keepScreen(page, 'harmony-ten-thousand-light');
    const select = await answered(page, 'select');
    const { fps, longest } = await pan(page);

    // A group opens into smaller ones, and such a one into its nodes.
    const opened = page.getByRole('navigation', { name: 'Opened groups' }).getByRole('button');
    await page.locator('.react-flow__node').first().dblclick();
    await expect.poll(() => opened.count(), WAIT).toBe(2);
    await page.locator('.react-flow__node', { hasText: 'Level 1' }).first().dblclick();
    await expect.poll(() => opened.count(), WAIT).toBe(3);
    await page.locator('.react-flow__node[data-id="n0"]').waitFor(WAIT);
    await keepScreen(page, 'harmony-ten-thousand-group-light');
    const overview = await answered(page, 'overview');
    await keepScreen(page, 'harmony-ten-thousand-jump-light');
    const search = await answered(page, '/');
    await page.getByRole('combobox', { name: 'Find a node' }).fill('n7777');
    await page.getByRole('option', { name: /n7777/ }).waitFor(WAIT);
    await page.keyboard.press('Enter');
    await page.locator('.react-flow__node[data-id="n7777"]').waitFor(WAIT);
    await expect
      .poll(() => page.locator('.react-flow__node.selected').getAttribute('data-id'), WAIT)
      .toBe('n7777');
    console.info(`10,000 nodes: ${fps} fps (longest task ${longest} ms);`);
    console.info(`  answered after: select ${select} ms, overview ${overview} ms, search ${search} ms`);
    expect(fps).toBeGreaterThanOrEqual(20);
    for (const ms of [select, overview, search]) expect(ms).toBeLessThan(1_000);
    expect(complaints).toEqual([]);
  });
});
