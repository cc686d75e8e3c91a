import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, type Looking, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const WORDS = 60;
const talk = Array.from({ length: WORDS }, (_, n) => `  - say: word ${n} of ${WORDS}\n  - sleep: 100ms`);

/** It speaks for about six seconds, so that the daemon can die in the middle of it. */
const TALKER = `---\ntitle: Talk a while\nstate: Todo\nrehearsal:\n${talk.join('\n')}\n  - write: { path: talk.txt, text: "done" }\n  - commit: Talk\n---\n`;
const QUICK = `---\ntitle: Be quick\nstate: Todo\nrehearsal:\n  - write: { path: quick.txt, text: "quick" }\n  - commit: Quick\n---\n`;

describe.skipIf(noBrowser)('a journey through the workbench', () => {
  let stage: Stage;
  let browser: Browser;
  let looking: Looking;

  beforeAll(async () => {
    [stage, browser] = await Promise.all([
      openStage({ items: { 'T-1': TALKER, 'Q-1': QUICK } }),
      openBrowser(),
    ]);
    looking = await look(browser, stage.address('/item/T-1'));
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('the daemon is killed and comes back: the open page goes on, and hears every entry once', {
    timeout: 90_000,
  }, async () => {
    const { page } = looking;
    await page.getByText('word 5 of').waitFor({ timeout: 30_000 });
    await stage.end('kill');
    await page.getByText('Symphony does not answer. What you see is how it was').waitFor();
    await stage.begin();
    await page.getByText('Symphony does not answer').waitFor({ state: 'detached', timeout: 30_000 });
    await page.getByText('merged', { exact: true }).first().waitFor({ timeout: 60_000 });
    // What the log has, the page has: all of it, in order, nothing twice.
    const heard = await wordsIn(page);
    const told = await wordsInLog(page);
    // One word may have been on its way from the player when its conductor was killed: it was never recorded.
    expect(told.length).toBeGreaterThanOrEqual(WORDS - 1);
    expect(heard).toEqual(told);
    // A connection that is refused is told by the browser itself; nothing else may be complained of.
    expect(looking.complaints.filter((each) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(each))).toEqual([]);
  });

  test('the palette leads to an item and to a screen by a few letters', async () => {
    const { page } = looking;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('be quick');
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'palette-light');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/item\/Q-1/);
    await page.getByRole('heading', { name: /Be quick/ }).waitFor();
    await page.locator('main').press('g');
    await page.keyboard.press('t');
    await page.waitForURL(/\/train$/);
  });
});

/** The numbered words on the page, by their rows; the list is virtual, so it is walked through. */
async function wordsIn(page: Page): Promise<string[]> {
  const rows = new Map<number, string>();
  const list = page.getByRole('region', { name: 'Transcript' });
  await list.hover();
  await page.mouse.wheel(0, -1_000_000);
  for (let still = 0; still < 3; ) {
    await page.waitForTimeout(80);
    const drawn = await list
      .locator('[data-index]')
      .evaluateAll((elements) =>
        elements.map((each): [number, string] => [
          Number((each as HTMLElement).dataset.index),
          /word \d+ of \d+/.exec(each.textContent ?? '')?.[0] ?? '',
        ]),
      );
    const before = rows.size;
    for (const [row, text] of drawn) rows.set(row, text);
    await page.mouse.wheel(0, 300);
    still = rows.size === before ? still + 1 : 0;
  }
  return [...rows].sort(([a], [b]) => a - b).flatMap(([, text]) => (text === '' ? [] : [text]));
}

async function wordsInLog(page: Page): Promise<string[]> {
  const entries = await page.evaluate(async () => {
    const response = await fetch('/api/v1/events?after=0&limit=10000&item=T-1&types=agent-reported');
    return (await response.json()) as { event: { event: { type: string; text?: string } } }[];
  });
  return entries.flatMap(({ event }) =>
    /^word/.test(event.event.text ?? '') ? [event.event.text ?? ''] : [],
  );
}
