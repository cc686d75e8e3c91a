import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, type Looking, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

/** Its agent sits still for the whole test, so whatever waits for it stays in the waiting line. */
const HELD = 'title: Hold the line\nstate: Todo\nrehearsal:\n  - say: I hold the line.\n  - hang: true';
const waiting = (title: string, created: string): string =>
  `---\ntitle: ${title}\nstate: Todo\nlabels: [units]\nblocked_by: [H-1]\ncreated: ${created}\n---\n`;

const ITEMS = {
  'H-1': `---\n${HELD}\n---\n`,
  'W-1': waiting('First in line', '2026-01-01T10:00:00Z'),
  'W-2': waiting('"<img src=x onerror=\'window.struck=1\'> \\e[31mred\\u202e"', '2026-01-01T11:00:00Z'),
  'W-3': waiting('Third in line', '2026-01-01T12:00:00Z'),
};

const column = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: new RegExp(`^${name}`) });
const held = (page: Page): Locator => column(page, 'Working').getByRole('link', { name: 'Hold the line' });
const order = (page: Page): Promise<string[]> =>
  column(page, 'Waiting').locator('article .font-mono').allTextContents();

describe.skipIf(noBrowser)('the board', () => {
  let stage: Stage;
  let browser: Browser;
  let looking: Looking;
  const fileOf = (id: string): string =>
    readFileSync(join(stage.repository.path, '.symphony', 'board', `${id}.md`), 'utf8');

  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage({ items: ITEMS }), openBrowser()]);
    looking = await look(browser, stage.address());
    await held(looking.page).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('titles are text, whatever they hold', async () => {
    const { page } = looking;
    await column(page, 'Waiting')
      .getByText("<img src=x onerror='window.struck=1'> red", { exact: true })
      .waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.evaluate(() => 'struck' in window)).toBe(false);
  });

  test('what is dragged keeps its new place in its file, and goes back when that is wanted', async () => {
    const { page } = looking;
    expect(await order(page)).toEqual(['W-1', 'W-2', 'W-3']);
    const card = (title: string): Locator => page.locator('article', { hasText: title });
    await card('Third in line').dragTo(card('First in line'), { targetPosition: { x: 40, y: 3 } });
    await expect.poll(() => order(page)).toEqual(['W-3', 'W-1', 'W-2']);
    await expect.poll(() => fileOf('W-3')).toMatch(/^rank: \d+$/m);
    const rank = Number(/^rank: (\d+)$/m.exec(fileOf('W-3'))?.[1]);
    expect(rank).toBeLessThan(Date.parse('2026-01-01T10:00:00Z'));

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => order(page)).toEqual(['W-1', 'W-2', 'W-3']);
    await expect.poll(() => fileOf('W-3')).not.toMatch(/^rank: \d/m);
  });

  test('the same by keyboard: the card that is focused goes up and stays focused', async () => {
    const { page } = looking;
    const link = page.getByRole('link', { name: 'Third in line' });
    await link.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => order(page)).toEqual(['W-1', 'W-3', 'W-2']);
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => fileOf('W-3')).toMatch(/^rank: \d+/m);
  });

  test("a card's menu opens by key and by pointer, each time with the focus in it, and gives it back", async () => {
    const { page } = looking;
    const button = page.getByRole('button', { name: 'Actions for W-1' });
    const first = page.getByRole('menuitem', { name: 'Move up' });
    const isFocused = (element: Locator): Promise<boolean> =>
      element.evaluate((each) => each === document.activeElement);
    for (const round of ['made', 'made before']) {
      await button.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => isFocused(first), { message: round }).toBe(true);
      await page.keyboard.press('Escape');
      await expect.poll(() => isFocused(button), { message: round }).toBe(true);
    }
    await page.getByRole('button', { name: 'Actions for W-2' }).click();
    await first.waitFor();
    await page.keyboard.press('Escape');
    await first.waitFor({ state: 'hidden' });
  });

  test('the filter stands in the address', async () => {
    const { page } = looking;
    await page.getByLabel('Filter by text').fill('third');
    await expect.poll(() => order(page)).toEqual(['W-3']);
    expect(page.url()).toContain('text=third');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(async () => (await order(page)).length).toBe(3);
  });

  test('a new item is written in the dialog, played and merged', async () => {
    const { page, complaints } = looking;
    await page.locator('main').press('n');
    const dialog = page.getByRole('dialog', { name: 'New item' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Say in a few words what is to be done.').waitFor();
    await dialog.getByLabel('Title').fill('Write it down');
    await dialog.getByLabel('Labels').fill('docs, quick');
    await dialog.getByLabel('Priority').selectOption('2');
    expect(await barriers(page)).toEqual([]);
    await dialog.getByLabel('Title').press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await column(page, 'Done').locator('article', { hasText: 'Write it down' }).getByText('merged').waitFor();
    expect(await stage.repository.git('log', '--format=%s', 'main')).toContain('Write it down');
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'board-light');
    expect(complaints).toEqual([]);
  });

  test('in the dark, and on a phone one column at a time', async () => {
    const dark = await look(browser, stage.address(), { dark: true });
    await held(dark.page).waitFor();
    expect(await barriers(dark.page)).toEqual([]);
    await keepScreen(dark.page, 'board-dark');
    const phone = await look(browser, stage.address(), { width: 390, height: 844 });
    await held(phone.page).waitFor();
    await phone.page.getByRole('radio', { name: /Waiting/ }).click();
    await column(phone.page, 'Waiting').getByText('First in line').waitFor();
    expect(await column(phone.page, 'Working').isVisible()).toBe(false);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(phone.page)).toEqual([]);
    await keepScreen(phone.page, 'board-phone');
    expect([...dark.complaints, ...phone.complaints]).toEqual([]);
  });
});
