import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, type Looking, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const CONFIG = `
target: main
polling: { interval: 300ms }
shutdown_grace: 1s
handoff: review
slots: { total: 6 }
permissions: { ask: [Bash] }
`;

const played = (title: string, rehearsal: string): string =>
  `---\ntitle: ${title}\nstate: Todo\nrehearsal:\n${rehearsal}\n---\n`;
const asks = (title: string, file: string): string =>
  played(
    title,
    `  - ask: { text: "Which <b>format</b>?", choices: [iso, epoch], default: iso, after: 10m }
  - write: { path: ${file}, text: "{{answer}}\\n" }
  - commit: Write the format`,
  );

const ITEMS = {
  'Q-1': asks('Choose a format', 'format.txt'),
  'P-1': played(
    'Build it',
    `  - permission: { tool: Bash, command: "rm -rf build && npm run build", paths: [build/index.js] }
  - write: { path: built.txt, text: "built\\n" }
  - commit: Build it`,
  ),
  'N-1': played('Do nothing', '  - say: I did nothing.'),
};

describe.skipIf(noBrowser)('the inbox', () => {
  let stage: Stage;
  let browser: Browser;
  let looking: Looking;
  const entry = (text: string): Locator => looking.page.getByRole('listitem').filter({ hasText: text });

  beforeAll(async () => {
    [stage, browser] = await Promise.all([openStage({ config: CONFIG, items: ITEMS }), openBrowser()]);
    looking = await look(browser, stage.address('/inbox'));
    for (const title of ['Choose a format', 'Build it', 'Do nothing']) await entry(title).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('says who asks what, and what happens without an answer', async () => {
    const { page, complaints } = looking;
    expect(await entry('Choose a format').textContent()).toMatch(
      /Which <b>format<\/b>\?[\s\S]*“iso” in (9|10)m/,
    );
    expect(await entry('Build it').locator('pre').textContent()).toBe('rm -rf build && npm run build');
    expect(await entry('Build it').textContent()).toContain('build/index.js');
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'inbox-light');
    expect(complaints).toEqual([]);
  });

  test('in the dark and on a phone', async () => {
    const dark = await look(browser, stage.address('/inbox'), { dark: true, width: 390, height: 844 });
    await dark.page.getByText('Which <b>format</b>?').waitFor();
    expect(await dark.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(dark.page)).toEqual([]);
    await keepScreen(dark.page, 'inbox-phone-dark');
    expect(dark.complaints).toEqual([]);
    await dark.context.close();
  });

  test('one click answers a question, one allows what was asked for, and the work goes on to be approved', async () => {
    const { page } = looking;
    await entry('Choose a format').getByRole('button', { name: 'epoch' }).click();
    await entry('Build it').getByRole('button', { name: 'Allow' }).click();
    for (const title of ['Choose a format', 'Build it'])
      await entry(title).getByRole('button', { name: 'Approve' }).click();
    await expect
      .poll(() => stage.repository.git('ls-tree', '--name-only', 'main'), POLL)
      .toContain('built.txt');
    await expect
      .poll(() => stage.repository.git('ls-tree', '--name-only', 'main'), POLL)
      .toContain('format.txt');
    expect(await stage.repository.read('format.txt', 'main')).toBe('epoch');
    await entry('Do nothing').getByRole('button', { name: 'Retry' }).waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  });

  test('a question that comes while the page is hidden is notified once, and a key answers it', async () => {
    const { page, complaints } = looking;
    // A browser without a desktop has nobody to notify: what it would be told is kept instead.
    await page.evaluate(() => {
      const told: string[] = [];
      const Told = class {
        static permission = 'granted';
        constructor(title: string) {
          told.push(title);
        }
      };
      Object.assign(window, { told, Notification: Told });
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    });
    await stage.repository.write({ '.symphony/board/Q-2.md': asks('Choose again', 'again.txt') });
    await entry('Choose again').waitFor();
    expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([
      'Q-2 asks you',
    ]);

    await page.keyboard.press('k');
    await page.keyboard.press('k'); // questions stand first
    await page.keyboard.press('2');
    await entry('Choose again').getByRole('button', { name: 'Approve' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

const POLL = { timeout: 10_000 };
