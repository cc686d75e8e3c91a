import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const WAIT = { timeout: 45_000 };

const CONFIG = `
target: main
polling: { interval: 300ms }
shutdown_grace: 1s
handoff: review
slots: { total: 4 }
`;

/** Two that change the same line of one file, and say so; one of them finds that the plan is wrong. */
const MISSION = `name: greetings
title: Greet in two languages
request: Let the program greet in English and in German.
criteria:
  - text: Both greetings are there
    check: grep -q English shared.txt && grep -q German shared.txt
  - A person has read them
workers:
  - id: english
    task: The English greeting
    scope: [english/**, shared.txt]
    shares: [german]
    rehearsal:
      worker:
        - write: { path: shared.txt, text: "English\\n" }
        - commit: Greet in English
        - tool:
            name: record_deviation
            arguments:
              severity: major
              expected: one file for each language
              discovered: both stand in one file
              action: I wrote into the shared file.
              reasoning: There is no other.
              impact: Both of us change it.
        - say: English is greeted.
        - sleep: 4s
        - on_conflict:
            - run: { command: git merge --no-edit symphony/mission/greetings, allow_failure: true }
            - write: { path: shared.txt, text: "English\\nGerman\\n" }
            - commit: Keep both
  - id: german
    task: The German greeting
    scope: [german/**, shared.txt]
    shares: [english]
    rehearsal:
      worker:
        - write: { path: shared.txt, text: "German\\n" }
        - commit: Greet in German
        - say: German is greeted.
        - sleep: 6s
        - on_conflict:
            - run: { command: git merge --no-edit symphony/mission/greetings, allow_failure: true }
            - write: { path: shared.txt, text: "English\\nGerman\\n" }
            - commit: Keep both
limits: { usd: 3 }
`;

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name });
const node = (page: Page, text: string): Locator => page.locator('.react-flow__node', { hasText: text });

describe.skipIf(noBrowser)('missions', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([
      openStage({ config: CONFIG, files: { 'shared.txt': 'nothing\n' } }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('M12 one is written, approved, decided on and merged to the end', { timeout: 240_000 }, async () => {
    const { page, complaints } = await look(browser, stage.address('/missions'));
    await page.getByText('No mission has been played').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);

    // What is wrong is said with its line; what is right is shown as a plan before anything begins.
    await page.keyboard.press('n');
    await tab(page, 'Written down').click();
    const editor = page.getByRole('textbox', { name: 'Text of the mission' });
    await editor.fill(MISSION.replace('shares: [german]', 'shares: [french]'));
    await page.getByText('english shares with french, whom nobody knows.').waitFor(WAIT);
    expect(await page.getByRole('button', { name: 'Put it up for approval' }).isDisabled()).toBe(true);
    await editor.fill(MISSION);
    await page.getByText('Nothing is wrong with it.').waitFor(WAIT);
    const plan = page.getByRole('region', { name: 'The plan that comes of it' });
    await plan.locator('.react-flow__node').nth(2).waitFor(WAIT);
    await plan.getByText('at most $3.00').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-written-light');
    await page.getByRole('button', { name: 'Put it up for approval' }).click();
    await expect.poll(() => new URL(page.url()).pathname, WAIT).toBe('/missions/greetings');

    await page.getByText('Shall the mission greetings be played as planned?').waitFor(WAIT);
    await node(page, 'english').waitFor(WAIT);
    await page.getByText('grep -q English').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-plan-light');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();

    // Both chambers work, live, and the radar sees that they collide.
    await tab(page, 'Chambers').click();
    const now = page.getByRole('list', { name: 'Chambers: Now' });
    await now.getByText('German is greeted.').waitFor(WAIT);
    await now
      .getByText(/It conflicts with greetings-\w+ in 1 file/)
      .first()
      .waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-chambers-light');
    await tab(page, 'Train and radar').click();
    const pair = page.getByRole('list', { name: 'Collisions' }).getByRole('listitem').first();
    await pair.getByText('will conflict').waitFor(WAIT);
    expect(await pair.textContent()).toMatch(/shared\.txt.*goes first/);
    await keepScreen(page, 'mission-radar-light');

    // The graph shows what is chosen in it beside it.
    await tab(page, 'Graph').click();
    await node(page, 'german').click();
    await page.getByRole('complementary', { name: 'Chosen' }).getByText('greetings-german').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-graph-light');

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: /paused$/ }).waitFor(WAIT);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor(WAIT);

    // The cards of the board tell of both.
    const board = await look(browser, stage.address('/'), { dark: true });
    const card = board.page.getByRole('article').filter({ hasText: 'greetings-english' }).first();
    await card.getByText('Greet in two languages').waitFor(WAIT);
    await card.getByText('conflicts with greetings-german').waitFor(WAIT);
    expect(await barriers(board.page)).toEqual([]);
    await keepScreen(board.page, 'mission-board-dark');
    expect(board.complaints).toEqual([]);
    await board.context.close();

    // Its deviation is decided with one click.
    await page.getByText(/D1 \(major, english\)/).waitFor(WAIT);
    await tab(page, 'Deviations').click();
    const found = page.getByRole('listitem', { name: 'Deviation D1' });
    await found.getByText('both stand in one file').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-deviations-light');
    await found.getByRole('button', { name: 'Adopt' }).click();
    await found.getByText('by the workbench').waitFor(WAIT);

    // Everything that was queued is told of.
    await tab(page, 'Train and radar').click();
    await page.getByText('2 merged + 0 left = 2 queued').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-train-light');

    // What nobody else can know is added while it waits for a person.
    const waits = page.getByRole('region', { name: 'It waits for you' });
    await waits.getByText('Is this met? A person has read them').waitFor(WAIT);
    await tab(page, 'Understanding').click();
    await page.getByLabel('A new requirement').fill('French comes later.');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('list', { name: 'Requirements' }).getByText('French comes later.').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-understanding-light');
    await waits.getByRole('button', { name: 'yes' }).click();
    await waits.getByRole('button', { name: 'merge' }).click();
    await page.getByRole('heading', { name: /languages done$/ }).waitFor(WAIT);
    await tab(page, 'Gates and purges').click();
    await page.getByRole('list', { name: 'Gates' }).getByText('passed').waitFor(WAIT);
    expect(await stage.repository.read('shared.txt', 'main')).toBe('English\nGerman');
    expect(await page.getByRole('button', { name: 'Abort' }).count()).toBe(0); // it has ended
    expect(complaints).toEqual([]);
  });

  test('M12 the moments of it can be looked at again, and it is found from everywhere', async () => {
    const { page, complaints } = await look(browser, stage.address('/replay'));
    const past = page.getByRole('list', { name: 'The missions at this moment' });
    await past.getByText('done', { exact: true }).waitFor(WAIT);
    const slider = page.getByRole('slider');
    const last = Number(await slider.getAttribute('max'));
    await slider.fill(String(Math.round(last / 2)));
    await past.getByText(/^(to approve|at work|reviewing|deciding|merging)$/).waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-replay-light');

    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/a mission/).fill('greetings');
    await page.getByRole('option', { name: /Greet in two languages/ }).click();
    await page.getByRole('heading', { name: /languages done$/ }).waitFor(WAIT);
    await page.getByRole('link', { name: 'Back to the missions' }).click();
    await page.getByRole('list', { name: 'Missions' }).getByText('Greet in two languages').waitFor(WAIT);
    await page.goto(stage.address('/missions/nobody'));
    await page.getByText('There is no mission nobody').waitFor(WAIT);
    expect(complaints).toEqual([]);
  });

  test('M6 one sentence is planned by a player, and aborted only when that is confirmed', async () => {
    const { page, complaints } = await look(browser, stage.address('/missions?new=1'), { dark: true });
    await page.getByLabel('What is wanted').fill('Greet in French too, politely');
    await page.getByLabel('validation').check();
    await page.getByRole('button', { name: 'Plan it' }).click();
    await expect
      .poll(() => new URL(page.url()).pathname, WAIT)
      .toBe('/missions/greet-in-french-too-politely');
    await page
      .getByText('Shall the mission greet-in-french-too-politely be played as planned?')
      .waitFor(WAIT);

    // The inbox leads to it, by its title.
    await page.getByRole('link', { name: /^Inbox/ }).click();
    const asked = page.getByRole('listitem').filter({ hasText: 'a mission asks' });
    await asked.getByRole('button', { name: 'abort' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await asked.getByRole('link').click();
    await expect
      .poll(() => new URL(page.url()).pathname, WAIT)
      .toBe('/missions/greet-in-french-too-politely');
    await page.locator('.react-flow__node').first().waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'mission-plan-dark');

    const abort = page.getByRole('button', { name: 'Abort', exact: true });
    await abort.click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await abort.click();
    await page.getByRole('button', { name: 'Abort the mission' }).click();
    await page.getByRole('heading', { name: /aborted$/ }).waitFor(WAIT);
    expect(complaints).toEqual([]);
  });

  test('in the dark and on a phone', { timeout: 120_000 }, async () => {
    const wide = await look(browser, stage.address('/missions'), { dark: true });
    await wide.page.getByText('Greet in two languages').waitFor(WAIT);
    expect(await barriers(wide.page)).toEqual([]);
    await keepScreen(wide.page, 'missions-dark');
    const phone = await look(browser, stage.address('/missions/greetings'), {
      dark: true,
      width: 390,
      height: 844,
    });
    for (const name of ['Graph', 'Chambers', 'Deviations', 'Train and radar', 'Understanding', 'Plan']) {
      await tab(phone.page, name).click();
      expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(await barriers(phone.page)).toEqual([]);
    }
    await tab(phone.page, 'Deviations').click();
    await keepScreen(phone.page, 'mission-phone-dark');
    expect([...wide.complaints, ...phone.complaints]).toEqual([]);
  });
});
