import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const PATIENCE = 30_000;
const POLL = { timeout: PATIENCE, interval: 300 };

const plays = (title: string, word: string): string =>
  `---\ntitle: ${title}\nstate: Todo\nrehearsal:
  - say: "I begin with the ${word} \\e[31m<img src=x onerror=alert(1)>"
  - write: { path: ${word}.txt, text: "${word}\\n" }
  - commit: Write ${word}
---\nMake **${word}**.\n`;

const ITEMS = {
  'A-1': plays('First', 'walrus'),
  'A-2': plays('Second', 'heron'),
  'A-3': plays('Third', 'otter'),
};

describe.skipIf(noBrowser)('the artifacts', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage({ items: ITEMS }), openBrowser()]);
    await vi.waitFor(async () => {
      const files = await stage.repository.git('ls-tree', '--name-only', 'main');
      for (const word of ['walrus', 'heron', 'otter']) expect(files).toContain(`${word}.txt`);
    }, POLL);
  }, 90_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('a word finds the transcript, which tells what was said and what it comes from', async () => {
    const { page, complaints } = await look(browser, stage.address('/artifacts'));
    const found = page.getByRole('list', { name: 'Artifacts found' });
    await page.getByText('12 found').waitFor({ timeout: PATIENCE });
    await page.getByLabel('Search the artifacts').fill('walrus');
    await page.getByText('3 found').waitFor({ timeout: PATIENCE });
    await expect.poll(() => found.locator('mark').first().textContent()).toBe('walrus');
    await page.getByRole('button', { name: /^transcript \d/ }).click();
    await page.getByText('1 found').waitFor({ timeout: PATIENCE });
    await found.getByRole('button', { name: /A-1 transcript/ }).click();
    const opened = page.getByRole('region', { name: 'Artifact', exact: true });
    await opened
      .getByText('says: I begin with the walrus <img src=x onerror=alert(1)>')
      .waitFor({ timeout: PATIENCE });
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'artifacts-transcript-light');

    await opened.getByRole('tab', { name: 'Lineage' }).click();
    const from = opened.getByRole('region', { name: 'Comes from' });
    await from.getByRole('button', { name: 'A-1 prompt' }).waitFor({ timeout: PATIENCE });
    await opened.locator('.react-flow__node').nth(1).waitFor({ timeout: PATIENCE });
    expect(await opened.locator('.react-flow__node').count()).toBe(2);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'artifacts-lineage-light');
    await from.getByRole('button', { name: 'A-1 prompt' }).click();
    await opened.getByText('You are working on A-1: First').waitFor({ timeout: PATIENCE });
    await opened.getByRole('button', { name: 'Formatted' }).click();
    await expect.poll(() => opened.locator('.prose strong').textContent()).toBe('walrus');
    const download = page.waitForEvent('download');
    await opened.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('A-1 prompt');
    await page.goBack();
    await opened.getByRole('heading', { name: 'A-1 transcript' }).waitFor({ timeout: PATIENCE });
    expect(complaints).toEqual([]);
  }, 90_000);

  test('a diff by its address, coloured; in the dark and on a phone', async () => {
    const { page, complaints } = await look(browser, stage.address('/artifacts?type=diff&item=A-2'), {
      dark: true,
    });
    await page.getByText('1 found').waitFor({ timeout: PATIENCE });
    await page.getByRole('button', { name: /A-2 diff/ }).click();
    await page.locator('.bg-good-soft', { hasText: '+heron' }).waitFor({ timeout: PATIENCE });
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'artifacts-diff-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'artifacts-phone-dark');
    await page.getByRole('button', { name: 'Back to what was found' }).click();
    await page.getByRole('list', { name: 'Artifacts found' }).waitFor();
    expect(complaints).toEqual([]);
  }, 60_000);
});
