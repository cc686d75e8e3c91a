import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

/** Both begin at the same commit and change the same line: whoever lands second conflicts. */
const writes = (title: string, rest: string): string =>
  `---\ntitle: ${title}\nstate: Todo\nrehearsal:
  - write: { path: shared.txt, text: "${title}\\n" }
  - commit: ${title}
${rest}---\n`;

const ITEMS = {
  'T-1': writes('Left', '  - sleep: 400ms\n'),
  'T-2': writes(
    'Right',
    `  - sleep: 400ms
  - on_conflict:
      - run: { command: git merge --no-edit main, allow_failure: true }
      - write: { path: shared.txt, text: "both\\n" }
      - commit: Keep both
`,
  ).replace('title: Right', 'title: Right\npriority: 4'),
};

describe.skipIf(noBrowser)('the train', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([
      openStage({ items: ITEMS, files: { 'shared.txt': 'nothing\n' } }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('its history tells what conflicted, with what was seen, and how it was merged in the end', async () => {
    const { page, complaints } = await look(browser, stage.address('/train'));
    const history = page.getByRole('list', { name: 'History of the train' });
    const sentBack = history.locator(':scope > li', { hasText: 'sent back' });
    await sentBack.getByText('conflicts with the target and went back to its author').waitFor();
    await sentBack.locator('summary').click();
    expect(await sentBack.locator('pre').textContent()).toContain('shared.txt');
    await history.locator(':scope > li', { hasText: 'merged' }).nth(1).waitFor();
    await page.getByText('Nothing waits to be merged').waitFor();
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'train-light');

    await sentBack.getByRole('link').first().click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/item\/T-[12]$/);
    expect(complaints).toEqual([]);

    const dark = await look(browser, stage.address('/train'), { dark: true, width: 390, height: 844 });
    await dark.page.getByText('sent back').waitFor();
    expect(await dark.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(dark.page)).toEqual([]);
    await keepScreen(dark.page, 'train-phone-dark');
    expect(dark.complaints).toEqual([]);
  }, 60_000);
});
