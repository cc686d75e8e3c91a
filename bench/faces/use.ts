import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const SCROLLS = 10;
const TRANSCRIPT_MS = 4_000;

/** How long until an agent's words were on the screen, from the click. */
export interface Used {
  readonly transcriptMs: number;
}

/**
 * What a person does at a busy board: scrolls the longest column, types in the filter, reads along with
 * an agent that talks, and comes back to where they were.
 */
export async function usePage(page: Page): Promise<Used> {
  await scroll(page, 'Waiting');
  await typeFilter(page);
  const transcriptMs = await readAlong(page);
  return { transcriptMs };
}

/** Found by plain selectors: looking a role up goes through every element, and counts as the page's own work. */
const column = (page: Page, name: string) =>
  page.locator('main section', { has: page.locator('h2', { hasText: new RegExp(`^${name}`) }) });

async function scroll(page: Page, name: string): Promise<void> {
  await column(page, name).hover();
  for (let step = 0; step < 2 * SCROLLS; step++) {
    await page.mouse.wheel(0, step < SCROLLS ? 1_500 : -1_500);
    await sleep(50);
  }
}

async function typeFilter(page: Page): Promise<void> {
  const filter = page.locator('[aria-label="Filter by text"]');
  await filter.click();
  await filter.pressSequentially('list 12', { delay: 60 });
  await page.locator('main article').first().waitFor();
  for (let left = 'list 12'.length; left > 0; left--) await filter.press('Backspace');
}

async function readAlong(page: Page): Promise<number> {
  const card = column(page, 'Working').locator('article a[data-card]').first();
  const began = performance.now();
  await card.click();
  const transcript = page.locator('section[aria-label="Transcript"]');
  await transcript.locator('[data-index]').first().waitFor();
  const seen = performance.now() - began;
  await sleep(TRANSCRIPT_MS);
  await transcript.hover();
  for (let step = 0; step < SCROLLS; step++) {
    await page.mouse.wheel(0, step < SCROLLS / 2 ? -800 : 800);
    await sleep(50);
  }
  await page.goBack();
  await page.locator('main article').first().waitFor();
  return seen;
}
