import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const PATIENCE = 30_000;

describe.skipIf(noBrowser)('the settings', () => {
  let stage: Stage;
  let browser: Browser;
  const file = (): string => join(stage.repository.path, '.symphony', 'symphony.yaml');
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of .symphony/symphony.yaml' });
  const write = async (page: Page, text: string): Promise<void> => {
    await editor(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage(), openBrowser()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('a wrong text is marked at its line and cannot be saved; a right one is on disk; a newer one is not overwritten', async () => {
    const { page, complaints } = await look(browser, stage.address('/settings'));
    await editor(page).waitFor({ timeout: PATIENCE });
    await page.getByText('Nothing is wrong with it.').waitFor({ timeout: PATIENCE });
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    const before = readFileSync(file(), 'utf8');

    await write(page, 'target: main\nslots:\n  total: many\n');
    const problems = page.getByRole('list', { name: 'Problems' });
    await problems.getByRole('button', { name: 'Line 3' }).waitFor({ timeout: PATIENCE });
    expect(await problems.textContent()).toContain('slots.total');
    await page.locator('.cm-lint-marker-error').waitFor();
    expect(await save.isDisabled()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'settings-wrong-light');

    const right = `${before}slots: { total: 3 }\n`;
    await write(page, right);
    await page.getByText('Nothing is wrong with it.').waitFor({ timeout: PATIENCE });
    await save.click();
    await page.getByText('The configuration is saved.').waitFor({ timeout: PATIENCE });
    expect(readFileSync(file(), 'utf8')).toBe(right);
    await expect.poll(() => page.getByText('not saved').count()).toBe(0);

    // Somebody else writes the file while it is edited here.
    await write(page, `${right}max_turns: 7\n`);
    // What is not saved is still there after a look at another screen.
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor({ timeout: PATIENCE });
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect.poll(() => editor(page).textContent(), { timeout: PATIENCE }).toContain('max_turns: 7');
    const theirs = `${before}slots: { total: 2 }\n`;
    writeFileSync(file(), theirs);
    await page.getByText('The file was changed by somebody else').waitFor({ timeout: PATIENCE });
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Take the newer text' }).click();
    await page.getByRole('button', { name: 'Take it' }).click();
    await expect.poll(() => editor(page).textContent()).toContain('slots: { total: 2 }');
    expect(readFileSync(file(), 'utf8')).toBe(theirs);

    await page.getByRole('tab', { name: 'Values' }).click();
    await page.getByLabel('Filter the values').fill('slots.total');
    const row = page.getByRole('row', { name: /^slots\.total/ });
    await expect
      .poll(() => row.textContent(), { timeout: PATIENCE })
      .toMatch(/slots\.total2\.symphony\/symphony\.yaml:\d+/);

    rmSync(file());
    await page.getByRole('tab', { name: 'File' }).click();
    await page.getByText('There is no .symphony/symphony.yaml').waitFor({ timeout: PATIENCE });
    await page.getByRole('button', { name: 'Begin one' }).click();
    await page.getByText('Nothing is wrong with it.').waitFor({ timeout: PATIENCE });
    await save.click();
    await expect.poll(() => existsSync(file()), { timeout: PATIENCE }).toBe(true);
    expect(readFileSync(file(), 'utf8')).toMatch(/^# .+\ntarget: "main"\n$/);
    expect(complaints).toEqual([]);
  }, 90_000);

  test('what the doctor finds, the theme and the keys; in the dark and on a phone', async () => {
    const { page, complaints } = await look(browser, stage.address('/settings?tab=doctor'), { dark: true });
    const findings = page.getByRole('list', { name: 'Findings' });
    await findings.getByText('The configuration is valid.').waitFor({ timeout: PATIENCE });
    expect(await findings.getByRole('listitem').count()).toBeGreaterThan(10);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'settings-doctor-dark');
    await page.getByRole('tab', { name: 'This page' }).click();
    await page.getByText('go to Replay').waitFor();
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'settings-page-dark');
    await page.getByText('Light', { exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    await page.getByText('As the system').click();
    await page.getByRole('tab', { name: 'File' }).click();
    await editor(page).waitFor({ timeout: PATIENCE });
    await keepScreen(page, 'settings-file-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'settings-phone-dark');
    expect(complaints).toEqual([]);
  }, 60_000);
});
