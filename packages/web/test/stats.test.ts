import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const PATIENCE = 30_000;

const plays = (title: string, steps: string): string =>
  `---\ntitle: ${title}\nstate: Todo\nrehearsal:\n${steps}---\n`;
const writes = (file: string, usd: number): string =>
  `  - spend: { input: 900, output: 100, usd: ${usd} }
  - write: { path: ${file}, text: "x\\n" }
  - commit: Write ${file}
`;

const ITEMS = {
  'S-1': plays('First', writes('first.txt', 0.5)),
  'S-2': plays('Second', writes('second.txt', 0.25)),
  'S-3': plays('Nothing', '  - say: I did nothing.\n'),
};

describe.skipIf(noBrowser)('the statistics', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage({ items: ITEMS }), openBrowser()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('the figures, the charts and the table tell what was played', async () => {
    const { page, complaints } = await look(browser, stage.address('/'));
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d+$`) });
    await column('Done').getByText('Second').waitFor({ timeout: PATIENCE });
    await column('Done').getByText('First').waitFor({ timeout: PATIENCE });
    await column('Needs you').getByRole('link', { name: 'Nothing' }).waitFor({ timeout: PATIENCE });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    const figure = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd');
    await expect.poll(() => figure('Runs').first().textContent(), { timeout: PATIENCE }).toBe('3');
    expect(await figure('Success rate').allTextContents()).toEqual([
      '67 %',
      '2 succeeded, 0 failed, 1 other',
    ]);
    expect(await figure('Cost').allTextContents()).toEqual(['$0.75', '2,000 tokens']);
    expect(await figure('Median time').first().textContent()).toMatch(/^\d+s$/);

    // Written on the bars, and drawn: two parts of one day, one bar of cost.
    await page.getByText('3 runs · 67 % · $0.75').waitFor({ timeout: PATIENCE });
    await page.getByText('None was played in this time.').waitFor();
    const drawn = page.locator('section', { hasText: 'Runs by day' }).locator('.recharts-bar-rectangle path');
    expect(await drawn.count()).toBe(2);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'stats-light');

    const [today] = new Date().toISOString().split('T');
    await page.getByRole('button', { name: 'Runs by day as a table' }).click();
    const row = page.getByRole('table', { name: 'Runs by day' }).getByRole('row', { name: today as string });
    expect((await row.getByRole('cell').allTextContents()).slice(0, 6)).toEqual([
      '3',
      '2',
      '0',
      '1',
      '67 %',
      '$0.75',
    ]);

    await page.getByLabel('From day').fill('2020-01-01');
    await page.getByLabel('To day').fill('2020-01-31');
    await page.getByText('No run ended in this time').waitFor({ timeout: PATIENCE });
    expect(new URL(page.url()).search).toBe('?from=2020-01-01&to=2020-01-31');
    await page.getByText('24 hours').click();
    await expect.poll(() => figure('Runs').first().textContent(), { timeout: PATIENCE }).toBe('3');
    expect(complaints).toEqual([]);

    const dark = await look(browser, stage.address('/stats?range=all'), { dark: true });
    await dark.page.getByText('3 runs · 67 % · $0.75').waitFor({ timeout: PATIENCE });
    expect(await barriers(dark.page)).toEqual([]);
    await keepScreen(dark.page, 'stats-dark');
    await dark.page.setViewportSize({ width: 390, height: 844 });
    expect(await dark.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await keepScreen(dark.page, 'stats-phone-dark');
    expect(dark.complaints).toEqual([]);
  }, 90_000);
});
