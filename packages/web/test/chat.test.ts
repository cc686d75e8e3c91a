import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatModel, openChatModel } from '@symphony/testkit';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import {
  LONG_STORY,
  README_QUESTION,
  RUN_LINTER,
  RUN_TESTS,
  STORY,
  scriptedChat,
  UMBRELLA,
} from './chat-script.ts';
import { openStage, type Stage } from './stage.ts';

const WAIT = { timeout: 45_000 };
/** Several pages, and a daemon that begins again, beside other tests. */
const SLOW = { timeout: 150_000 };

const PLAIN = `
target: main
polling: { interval: 300ms }
shutdown_grace: 1s
`;

/** Nothing listens where the weather is asked for. */
const config = (url: string): string => `${PLAIN}
runtime:
  retries: 0
  location: Berlin
  weather: { base_url: "http://127.0.0.1:9" }
  models:
    default: { provider: openai-compatible, model: scripted-model, base_url: "${url}" }
`;

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Ask Symphony' });
const conversation = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' });
const idle = (page: Page): Promise<void> => page.getByRole('button', { name: 'Send' }).waitFor(WAIT);

async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
}

/** How often a word stands in what is seen. */
const times = async (place: Locator, word: string): Promise<number> =>
  (((await place.textContent()) ?? '').match(new RegExp(`\\b${word}\\b`, 'g')) ?? []).length;

describe.skipIf(noBrowser)('the chat page', () => {
  let model: ChatModel;
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    model = await openChatModel(scriptedChat);
    [stage, browser] = await Promise.all([
      openStage({ config: config(model.url), files: { 'README.md': '# Hello\n\nIt greets people.\n' } }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
    await model?.close();
  });

  test('an answer streams in with its tool call folded, and becomes a work item', SLOW, async () => {
    const { page, context, complaints } = await look(browser, stage.address('/chat'));
    await page.getByText('What would you like to know?').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'chat-new-light');
    await page.locator('input[type=file]').setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Greet in German too.') },
      { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]) },
    ]);
    await page.getByText('logo.png is not a text file.').waitFor(WAIT);
    await ask(page, README_QUESTION);
    await expect.poll(() => new URL(page.url()).pathname, WAIT).toMatch(/^\/chat\/chat-/);

    // Half of it is there before the rest was said.
    const said = conversation(page);
    await said.getByText('the greeting stands in').waitFor(WAIT);
    expect(await said.getByText('Answering').isVisible()).toBe(true);
    await idle(page);
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await said.getByText('notes.txt').waitFor(WAIT);

    // What the model said is text: no picture is asked for, no address runs.
    expect(await said.locator('img, script, [onerror]').count()).toBe(0);
    expect(await said.locator('a[href^="javascript" i]').count()).toBe(0);
    expect(await said.getByRole('link', { name: 'a page' }).getAttribute('rel')).toContain('noopener');

    const call = said.getByRole('button', { name: /done: files\.read/ });
    expect(await call.getAttribute('aria-expanded')).toBe('false');
    await call.click();
    await said.getByText('It greets people.').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'chat-answer-light');

    await page.getByRole('button', { name: 'What else can be done with this chat' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Title', { exact: true }).fill('About the readme');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'About the readme' }).waitFor(WAIT);

    const saved = page.waitForEvent('download', WAIT);
    await page.getByRole('button', { name: 'What else can be done with this chat' }).click();
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click();
    const exported = await readFile(await (await saved).path(), 'utf8');
    expect(JSON.stringify(JSON.parse(exported))).toContain('the greeting stands in');

    await page.getByRole('button', { name: 'Make a work item', exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Greet in German');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make it' }).click();

    await page.getByRole('button', { name: 'What else can be done with this chat' }).click();
    await page.getByRole('menuitem', { name: 'Plan a mission' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Greet the world');
    await page.getByRole('button', { name: 'Plan it' }).click();
    await expect.poll(() => new URL(page.url()).pathname, WAIT).toMatch(/greet-the-world$/);

    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('article').filter({ hasText: 'Greet in German' }).waitFor(WAIT);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test(
    'R12 a plan is drawn as it is played: the weather fails and the timer is set all the same',
    SLOW,
    async () => {
      const { page, context, complaints } = await look(browser, stage.address('/chat/new'), { height: 1000 });
      await ask(page, UMBRELLA);
      const plan = page.getByRole('region', { name: 'Plan' });
      await plan.locator('.react-flow__node', { hasText: 'weather.forecast' }).waitFor(WAIT);
      await idle(page);
      const step = (text: string): Locator => plan.getByRole('listitem').filter({ hasText: text });
      expect(await step('timer.set').textContent()).toMatch(/done$/);
      expect(await step('files.list').textContent()).toMatch(/done$/);
      expect(await step('weather.forecast').textContent()).toMatch(/failed$/);
      expect(await step('Say what to wear').textContent()).toMatch(/skipped$/);
      await plan.locator('.react-flow__node', { hasText: 'timer.set' }).getByText('done').waitFor(WAIT);
      await page.getByRole('list', { name: 'Timers that are set' }).getByText('Tea').waitFor(WAIT);
      await conversation(page).getByText('Not done: ').first().waitFor(WAIT);
      await keepScreen(page, 'chat-plan-end-light');
      await conversation(page).evaluate((element) => element.scrollTo(0, 0));
      await page.keyboard.press('Home');
      expect(await barriers(page)).toEqual([]);
      await keepScreen(page, 'chat-plan-light');
      const address = new URL(page.url()).pathname;
      expect(complaints).toEqual([]);
      await context.close();

      const phone = await look(browser, stage.address(address), { width: 390, height: 844, dark: true });
      await phone.page.getByRole('list', { name: 'Timers that are set' }).waitFor(WAIT);
      await phone.page
        .getByRole('region', { name: 'Plan' })
        .getByText('not yet')
        .waitFor({ state: 'detached' });
      expect(await barriers(phone.page)).toEqual([]);
      await keepScreen(phone.page, 'chat-phone-dark');
      await phone.page.getByRole('link', { name: 'All chats' }).click();
      await phone.page.getByRole('searchbox', { name: 'Find a chat by its title' }).fill('readme about');
      await phone.page.getByRole('link', { name: 'About the readme' }).waitFor(WAIT);
      expect(await phone.page.getByRole('link', { name: 'Look up the weather' }).count()).toBe(0);
      await keepScreen(phone.page, 'chat-list-phone-dark');
      expect(phone.complaints).toEqual([]);
      await phone.context.close();
    },
  );

  test('a tool asks, and is answered in the chat or in the inbox', SLOW, async () => {
    const { page, context, complaints } = await look(browser, stage.address('/chat/new'), { dark: true });
    await ask(page, RUN_TESTS);
    await page
      .getByRole('region', { name: 'shell.run asks' })
      .getByText('echo all 42 tests passed')
      .waitFor(WAIT);
    await page.getByRole('complementary', { name: 'Chats' }).getByText('asks you').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'chat-question-dark');
    await page.getByRole('button', { name: 'Allow once' }).click();
    // Exactly so, as the answer has it: the open call says these words too while it runs.
    await conversation(page).getByText('42 tests', { exact: true }).waitFor(WAIT);
    await idle(page);

    await ask(page, RUN_LINTER);
    await page.getByRole('region', { name: 'shell.run asks' }).waitFor(WAIT);
    const chat = new URL(page.url()).pathname;
    const inbox = page.getByRole('link', { name: /^Inbox/ });
    await inbox.click();
    const asking = page.getByRole('listitem').filter({ hasText: 'a chat asks' });
    // What was asked before may still stand there for the length of a frame of the board.
    await asking.locator('pre', { hasText: /^echo nothing to complain about$/ }).waitFor(WAIT);
    const counted = async (): Promise<number> =>
      Number(/\d+/.exec((await inbox.textContent()) ?? '')?.[0] ?? 0);
    const waiting = await page
      .locator('section', { hasText: 'Waiting for your word' })
      .locator('> ul > li')
      .count();
    expect(await counted()).toBe(waiting);
    expect(await page.title()).toContain(`(${waiting}) `);
    expect(await asking.getByRole('link', { name: RUN_TESTS }).getAttribute('href')).toBe(chat);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'inbox-chat-dark');
    await asking.focus();
    await page.keyboard.press('3'); // deny
    await asking.waitFor({ ...WAIT, state: 'detached' });
    await expect.poll(counted, WAIT).toBe(waiting - 1);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Chat: Run the tests' }).click();
    await expect.poll(() => new URL(page.url()).pathname, WAIT).toBe(chat);
    await conversation(page)
      .getByText('The person does not want shell.run to do this.')
      .first()
      .waitFor(WAIT);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('Escape stops an answer, and a daemon that dies loses and doubles nothing', SLOW, async () => {
    const { page, context } = await look(browser, stage.address('/chat/new'));
    const said = conversation(page);
    await ask(page, LONG_STORY);
    await said.getByText('word5').waitFor(WAIT);
    await page.keyboard.press('Escape');
    await said.getByText('Stopped.').waitFor(WAIT);
    await idle(page);
    expect(await said.getByText('word120').count()).toBe(0);

    await ask(page, LONG_STORY);
    await expect.poll(() => times(said, 'word9'), WAIT).toBe(1);
    // A second one begins in the middle of the same answer and has all of it.
    const late = await look(browser, stage.address(new URL(page.url()).pathname));
    await idle(page);
    await expect.poll(() => late.page.getByRole('button', { name: 'Send' }).count(), WAIT).toBe(1);
    expect(await said.textContent()).toContain(STORY);
    expect(await conversation(late.page).textContent()).toContain(STORY);
    await late.context.close();

    await ask(page, LONG_STORY);
    await expect.poll(() => times(said, 'word9'), WAIT).toBe(2);
    await stage.end('kill');
    await page.getByText('Symphony does not answer.').waitFor(WAIT);
    await stage.begin();
    await said.getByText('Symphony was ended before it had answered.').waitFor(WAIT);
    await ask(page, 'Are you back?');
    await said.getByText(/You said: .*Are you back/s).waitFor(WAIT);
    await idle(page);
    expect(await said.getByText(LONG_STORY).count()).toBe(3);
    expect(await said.getByText('Are you back?').count()).toBe(2);
    await keepScreen(page, 'chat-back-light');

    await page.getByRole('link', { name: 'Stats' }).click();
    await page.getByRole('heading', { name: 'Calls of tools' }).waitFor(WAIT);
    await page.getByRole('rowheader', { name: 'files.read' }).waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('heading', { name: 'Calls of models' }).scrollIntoViewIfNeeded();
    await keepScreen(page, 'chat-stats-light');
    await context.close();
  });

  test('without a model it says what to configure', async () => {
    const file = join(stage.repository.path, '.symphony', 'symphony.yaml');
    writeFileSync(file, `${PLAIN}\nhttp: { port: ${new URL(stage.address()).port} }\n`);
    const { page, context, complaints } = await look(browser, stage.address('/chat/new'));
    await page.getByText('No model is configured to answer').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'chat-no-model-light');
    await page.getByRole('link', { name: 'Open the settings' }).click();
    await expect.poll(() => new URL(page.url()).pathname, WAIT).toBe('/settings');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
