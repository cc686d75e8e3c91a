import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, type Looking, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const CONFIG = `
target: main
polling: { interval: 300ms }
shutdown_grace: 1s
handoff: { mode: review }
verify: ["test -e README.md && printf '\\\\033[32mall good\\\\033[0m'"]
`;

const HOSTILE = [
  '<img src=x onerror="window.reached=1"><script>window.reached=1</script>',
  '[press me](javascript:window.reached=1)',
  '\u001b]0;owned\u0007\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u001b[31mplain words\u001b[0m',
].join(' ');

const item = (title: string, rehearsal: readonly unknown[]): string =>
  `---\ntitle: ${JSON.stringify(title)}\nstate: Todo\nrehearsal: ${JSON.stringify(rehearsal)}\n---\n\nIt should **greet** people.\n`;

describe.skipIf(noBrowser)(`the item page${noBrowser === null ? '' : ` (skipped: ${noBrowser})`}`, () => {
  let stage: Stage;
  let browser: Browser;
  const gates = mkdtempSync(join(tmpdir(), 'symphony-item-'));
  const gate = join(gates, 'open');
  const waiting = { run: `while [ ! -e ${gate} ]; do sleep 0.05; done` };

  beforeAll(async () => {
    stage = await openStage({
      config: CONFIG,
      items: {
        'S-1': item('Greet people', [
          { say: HOSTILE },
          { think: 'They should be greeted by name.' },
          { ask: { text: 'In which language?', choices: ['English', 'German'] } },
          { spend: { input: 1200, output: 300, usd: 0.25 } },
          { run: 'ls' },
          { write: { path: 'greet.txt', text: 'hello\nyou\n' } },
          { commit: 'Greet people' },
          {
            on_review: [
              { say: 'I heard what you said about it.' },
              { edit: { path: 'greet.txt', find: 'you', replace: 'dear you' } },
              { commit: 'Greet them warmly' },
            ],
          },
        ]),
        'S-2': item('Taken over', [
          { say: 'looking around' },
          waiting,
          { turn: 'end' },
          { say: 'back at work' },
          { write: { path: 'two.txt', text: 'two\n' } },
          { commit: 'Two' },
        ]),
        'S-3': item('Very much', [
          {
            run: 'mkdir many && cd many && seq 1 5000 | while read n; do echo $n > file-$n.txt; done && seq 1 5000 > ../long.txt && head -c 2000000 /dev/zero | tr "\\0" x > ../a-wide.txt',
          },
          { commit: 'Very much' },
        ]),
      },
    });
    browser = await openBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    rmSync(gates, { recursive: true, force: true });
  });

  const opened = (path: string, options?: Parameters<typeof look>[2]): Promise<Looking> =>
    look(browser, stage.address(path), options);

  test('C20 an item is watched, asked about, commented on and approved, and harmless whatever its agent says', async () => {
    const { page, complaints, context } = await opened('/item/S-1');
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('plain words').waitFor();
    expect(await transcript.locator('img, script, a[href^="javascript"]').count()).toBe(0);
    expect(await transcript.textContent()).not.toContain('\u001b');
    await transcript.getByRole('button', { name: 'German' }).click();
    await transcript.getByText('answered:').waitFor();
    await page.getByText('to approve', { exact: true }).waitFor();
    await keepScreen(page, 'item-transcript-light');

    await page.getByRole('tab', { name: 'Evidence' }).click();
    await page.getByText('exit 0').waitFor();
    await page.getByText('It holds').waitFor();
    await page.locator('summary', { hasText: 'README.md' }).click();
    await page.getByText('all good', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Cost' }).click();
    await page.getByText('$0.25').first().waitFor();

    await page.getByRole('tab', { name: 'Changes' }).click();
    const diff = page.getByRole('region', { name: 'Changes of greet.txt' });
    await diff.getByText('you', { exact: true }).waitFor();
    await diff.getByRole('button', { name: /added line 1/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Remark about line 2').fill('Say it more warmly.');
    await page.keyboard.press('Control+Enter');
    await diff.getByText('Say it more warmly.').waitFor();
    await page.reload(); // what was written is not lost
    await diff.getByText('Say it more warmly.').waitFor();
    await keepScreen(page, 'item-changes-light');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send 1 remark' }).click();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await transcript.getByText('I heard what you said about it.').waitFor();
    await transcript.getByText('hears what a person says about its work').waitFor();
    expect(await transcript.textContent()).toContain('Say it more warmly.');

    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('merged', { exact: true }).waitFor();
    expect(await stage.repository.git('show', 'main:greet.txt')).toBe('hello\ndear you');
    expect(await page.evaluate('window.reached')).toBeUndefined();
    expect(await page.title()).not.toContain('owned');
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  test('C20 a person takes over in the browser, types, and gives it back by leaving', async () => {
    const { page, complaints, context } = await opened('/item/S-2', { dark: true });
    await page.getByText('looking around').waitFor();
    await keepScreen(page, 'item-working-dark');
    await page.getByRole('tab', { name: 'Terminal' }).click();
    await page.getByRole('button', { name: 'Take over' }).last().click();
    await page.getByText('It is yours when the agent ends its turn.').waitFor();
    writeFileSync(gate, '');
    await page.getByText('It is in your hands.').waitFor();
    const screen = page.locator('.xterm-rows');
    await screen
      .getByText(/[#$]\s*$/)
      .first()
      .waitFor();
    await page.locator('.xterm-helper-textarea').focus();
    await page.keyboard.type('echo h$((4+1))i\n');
    await screen.getByText('h5i').waitFor();
    await keepScreen(page, 'item-terminal-dark');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('exit\n');
    await page.getByText('The agent works on its own').waitFor();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByText('back at work').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  test('thousands of files and a line of two megabytes are looked at without a pause', async () => {
    const { page, complaints, context } = await opened('/item/S-3?tab=changes', { dark: true });
    await page.getByText(/5,?002 files/).waitFor({ timeout: 30_000 });
    await page.getByLabel('Filter the files').fill('long');
    await page.getByRole('button', { name: /long\.txt/ }).click();
    const diff = page.getByRole('region', { name: 'Changes of long.txt' });
    await diff.getByRole('button', { name: /added line 1:/ }).waitFor();
    expect(await diff.getByRole('button').count()).toBeLessThan(200);
    const slowest = await page.evaluate(SCROLL_TO_THE_END);
    expect(slowest).toBeLessThan(2_000);
    await diff.getByRole('button', { name: /added line 5000:/ }).waitFor();
    await page.getByLabel('Filter the files').fill('wide');
    await page.getByRole('button', { name: /a-wide\.txt/ }).click();
    await page.getByText('Its lines are too long to be shown').waitFor();
    await keepScreen(page, 'item-wide-dark');
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  test('what it is about and why it is where it is, on a phone too', async () => {
    const { page, complaints, context } = await opened('/item/S-3?tab=explain', { width: 390, height: 800 });
    await page.getByText('greet', { exact: true }).waitFor();
    await page.getByText('Why it is where it is').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await keepScreen(page, 'item-explain-phone');
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }, 30_000);
});

/** Goes down by four screens a frame; gives the longest time between two frames, in milliseconds. */
const SCROLL_TO_THE_END = `new Promise((resolve) => {
  const view = document.querySelector('section[aria-label="Changes of long.txt"]');
  let longest = 0;
  let last = performance.now();
  const step = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    if (view.scrollTop + view.clientHeight >= view.scrollHeight - 1) return resolve(longest);
    view.scrollTop += 4 * view.clientHeight;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;
