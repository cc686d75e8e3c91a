import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const PATIENCE = 45_000;
const POLL = { timeout: PATIENCE, interval: 300 };
const COLUMNS = ['Waiting', 'Working', 'Needs you', 'Merging', 'Done'];

const plays = (title: string, file: string, more = ''): string =>
  `---\ntitle: ${title}\nstate: Todo\n${more}rehearsal:
  - say: "I write <b>${file}</b>"
  - write: { path: ${file}, text: "${title}\\n" }
  - commit: Write ${file}
---\n`;

const ITEMS = {
  'R-1': plays('First', 'first.txt'),
  'R-2': plays('Second', 'second.txt', 'priority: 1\n'),
  'R-3': plays('Third waits', 'third.txt', 'blocked_by: [R-1]\n'),
};

/** The titles of the cards in each column, from the top. */
const cards = async (page: Page): Promise<Record<string, string[]>> => {
  const read = async (name: string) =>
    page
      .getByRole('region', { name: new RegExp(`^${name} \\d+$`) })
      .getByRole('article')
      .getByRole('link')
      .allTextContents();
  return Object.fromEntries(await Promise.all(COLUMNS.map(async (name) => [name, await read(name)])));
};

describe.skipIf(noBrowser)('replay', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage({ items: ITEMS }), openBrowser()]);
    await vi.waitFor(async () => {
      expect(await stage.repository.git('ls-tree', '--name-only', 'main')).toContain('third.txt');
    }, POLL);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('at the end it is the board as it is; in the middle an item still waits; keys and marks lead through it', async () => {
    const { page, complaints } = await look(browser, stage.address('/replay'));
    const slider = page.getByRole('slider', { name: 'Moment of the log' });
    await slider.waitFor({ timeout: PATIENCE });
    const board = page.getByRole('region', { name: 'The board at this moment' });
    await expect.poll(async () => (await cards(page)).Done?.length, { timeout: PATIENCE }).toBe(3);
    const end = await cards(page);
    await expect.poll(() => board.getByText('merged').count()).toBe(3);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'replay-end-light');

    // The first mark is the start of the conductor, the second the first item that is taken.
    await slider.fill('1');
    await expect.poll(async () => (await cards(page)).Done, { timeout: PATIENCE }).toEqual([]);
    await page.getByText('the conductor started').first().waitFor();
    await page.getByRole('button', { name: 'Next mark (n)' }).click();
    await page.getByText('rehearsal takes it').first().waitFor();
    await page.getByRole('button', { name: /R-3 rehearsal takes it/ }).click();
    await page.getByText('R-3', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'One entry back (←)' }).click();
    await expect
      .poll(async () => (await cards(page)).Waiting, { timeout: PATIENCE })
      .toEqual(['Third waits']);
    const middle = Number(await slider.inputValue());
    await expect.poll(() => new URL(page.url()).searchParams.get('seq')).toBe(String(middle));

    // Nobody types: the arrows step.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => slider.inputValue()).toBe(String(middle - 1));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.inputValue()).toBe(String(middle + 1));

    const width = (await board.boundingBox())?.width;
    await page.getByLabel('Speed').selectOption('600');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => (await cards(page)).Done?.length, { timeout: PATIENCE }).toBe(3);
    await page.getByRole('button', { name: 'Now', pressed: true }).waitFor({ timeout: PATIENCE });
    expect((await board.boundingBox())?.width).toBe(width);
    expect(await cards(page)).toEqual(end);
    await expect.poll(() => new URL(page.url()).searchParams.get('seq')).toBeNull();
    expect(complaints).toEqual([]);

    await page.goto(stage.address('/'));
    await expect.poll(async () => (await cards(page)).Done?.length, { timeout: PATIENCE }).toBe(3);
    expect(await cards(page)).toEqual(end);
  }, 90_000);

  test('a dragged slider asks for few moments, one at a time; the address opens a moment, also on a phone in the dark', async () => {
    const { page, complaints, context } = await look(browser, stage.address('/replay?seq=8'), {
      dark: true,
      width: 390,
      height: 844,
    });
    const asked: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"replay"')) asked.push(String(payload));
      }),
    );
    await page.reload();
    const slider = page.getByRole('slider', { name: 'Moment of the log' });
    await expect.poll(() => slider.inputValue(), { timeout: PATIENCE }).toBe('8');
    await page.getByText('entry 8 of').waitFor({ timeout: PATIENCE });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'replay-phone-dark');
    asked.length = 0;
    await page.evaluate(DRAG);
    await page.getByText('entry 61 of').waitFor({ timeout: PATIENCE });
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(10);
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);
});

/** Fifty moments in a row, each drawn, faster than any could be answered. */
const DRAG = `(async () => {
  const slider = document.querySelector('input[type=range]');
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  for (let seq = 12; seq <= 61; seq++) {
    write.call(slider, String(seq));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    for (let turn = 0; turn < 5; turn++) await null;
  }
})()`;
