import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Debian's, or the one the person names. */
const CHROMIUM = [
  process.env.SYMPHONY_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const found = CHROMIUM.find((path) => path !== undefined && existsSync(path));

/** Null when a browser is there; else why the tests that need one are skipped. */
export const noBrowser: string | null =
  found === undefined
    ? 'no Chromium is installed (apt-get install chromium, or SYMPHONY_CHROMIUM=path)'
    : null;

// A page, a daemon and its players on two cores that other tests use as well: slow is no failure.
const PATIENCE_MS = 45_000;

const SCREENS = join(import.meta.dirname, '..', '..', '..', 'test-results', 'screens');

/** A real Chromium. Its pages may speak to this machine only. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(found === undefined ? {} : { executablePath: found }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface Looking {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors the page wrote to its console, and requests it made to anybody else. */
  readonly complaints: string[];
}

export async function look(
  browser: Browser,
  address: string,
  options: { readonly width?: number; readonly height?: number; readonly dark?: boolean } = {},
): Promise<Looking> {
  const { width = 1280, height = 800, dark = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const home = new URL(address).origin;
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.host !== new URL(home).host)
      complaints.push(`asked ${url.host}`);
  });
  await page.goto(address);
  return { page, context, complaints };
}

/** Kept by the test run, to be looked at. */
export async function keepScreen(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.png`) });
}

/** What axe finds that keeps people out, in one line each. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}
