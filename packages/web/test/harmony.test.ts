import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeMelody } from '@symphony/adapters/melody';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, keepScreen, look, noBrowser, openBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const WAIT = { timeout: 30_000 };

const ITEMS = {
  'T-1': '---\ntitle: The ground\nstate: Todo\nrehearsal:\n  - sleep: 10m\n---\n',
  'T-2': '---\ntitle: The walls\nstate: Todo\nblocked_by: [T-1]\n---\n',
};

/** Written by hand: what is played twice, then somebody is asked. */
const ASKS = `name: asks
title: Asks somebody
description: Counts to two, then asks.
parameters:
  word: { type: text, min_length: 3 }
steps:
  - id: twice
    repeat:
      times: 2
      steps:
        - id: say
          operator: value
          with: { value: "{{ word }} {{ round }}" }
        - id: said
          result: said
          from: "{{ say.value }}"
  - id: right
    ask: "Is {{ twice.said }} right?"
    options: ["yes", "no"]
  - id: verdict
    result: verdict
    from: "{{ right.answer }}"
`;

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const port = (page: Page, id: string, name: string) =>
  node(page, id).locator(`.react-flow__handle[data-handleid="${name}"]`);
const palette = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Palette' }).getByRole('button', { name, exact: true });
const field = (page: Page, label: string) =>
  page.getByRole('complementary', { name: 'Inspector' }).getByLabel(label);

describe.skipIf(noBrowser)('the Harmony Board', () => {
  let stage: Stage;
  let browser: Browser;
  beforeAll(async () => {
    [stage, browser] = await Promise.all([
      openStage({ items: ITEMS, files: { '.symphony/melodies/asks.yaml': ASKS } }),
      openBrowser(),
    ]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('a melody is drawn, saved as it is drawn, and played step by step', { timeout: 180_000 }, async () => {
    const { page, complaints } = await look(browser, stage.address('/harmony'), { width: 1440, height: 900 });
    await page.getByRole('list', { name: 'Melodies' }).getByText('Fix failing tests').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'harmony-shelf-light');
    await page.getByRole('button', { name: 'New melody' }).click();
    await page.getByLabel('Title').fill('Three steps');
    await page.getByRole('button', { name: 'Draw it' }).click();

    await palette(page, 'value').click();
    await field(page, 'Value *').fill('hello');
    // Dragged onto the canvas, to the right of the first.
    const first = await node(page, 'value').boundingBox();
    if (!first) throw new Error('the first node is not drawn');
    const canvas = page.locator('.react-flow__pane');
    const pane = await canvas.boundingBox();
    if (!pane) throw new Error('there is no canvas');
    await palette(page, 'wait').dragTo(canvas, {
      targetPosition: { x: first.x - pane.x + 20, y: first.y - pane.y + 180 },
    });
    await field(page, 'Ms *').fill('1500');
    await palette(page, 'Output').click();
    await node(page, 'output').waitFor(WAIT);

    // A value by the pointer, from port to port; an order by the keyboard.
    await port(page, 'value', 'out:value').dragTo(port(page, 'output', 'in:value'));
    await page.locator('.graph-edge-data').waitFor({ ...WAIT, state: 'attached' });
    await node(page, 'value').click({ position: { x: 60, y: 20 } });
    await page.keyboard.press('c');
    await page.getByRole('combobox', { name: 'Connect value to' }).fill('wait');
    await page.keyboard.press('Enter');
    await page.locator('.graph-edge-control').waitFor({ ...WAIT, state: 'attached' });
    await page.getByText('It can be saved and played').waitFor(WAIT);

    // Undo and redo.
    await node(page, 'wait').click({ position: { x: 60, y: 20 } });
    await page.keyboard.press('Delete');
    await expect.poll(() => page.locator('.react-flow__node').count(), WAIT).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.react-flow__node').count(), WAIT).toBe(3);
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => page.locator('.react-flow__node').count(), WAIT).toBe(2);
    await page.keyboard.press('Control+z');
    await page.locator('.graph-edge-control').waitFor({ ...WAIT, state: 'attached' });

    await page.getByRole('button', { name: 'Text' }).click();
    const text = await page.getByRole('dialog').locator('pre').textContent(WAIT);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('unsaved').waitFor({ ...WAIT, state: 'detached' });
    const file = join(stage.repository.path, '.symphony', 'melodies', 'three-steps.yaml');
    await expect.poll(() => existsSync(file), WAIT).toBe(true);
    const written = readFileSync(file, 'utf8');
    expect(written).toBe(text);
    const reading = decodeMelody(Buffer.from(written), 'yaml', file);
    if (!reading.ok) throw new Error(reading.problems.map(({ sentence }) => sentence).join(' '));
    const { nodes, edges } = reading.melody.flow;
    expect(nodes.map(({ id, kind }) => [id, kind])).toEqual([
      ['value', 'operator'],
      ['wait', 'operator'],
      ['output', 'output'],
    ]);
    expect(nodes[0]).toMatchObject({ operator: 'value', config: { value: 'hello' } });
    expect(edges).toEqual([
      { kind: 'data', from: 'value', fromPort: 'value', to: 'output', toPort: 'value' },
      { kind: 'control', from: 'value', to: 'wait' },
    ]);
    expect(nodes.every(({ position }) => position !== undefined)).toBe(true);

    // Opened anew it is where it was, and nothing is unsaved.
    await page.reload();
    await node(page, 'wait').waitFor(WAIT);
    expect(await page.getByText('unsaved').count()).toBe(0);
    await page.getByRole('button', { name: 'Text' }).click();
    await expect.poll(() => page.getByRole('dialog').locator('pre').textContent(), WAIT).toBe(written);
    await page.keyboard.press('Escape');
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'harmony-editor-light');

    // It stops before the breakpoint, goes one step, and runs to its end.
    await node(page, 'wait').click({ position: { x: 60, y: 20 } });
    await page.keyboard.press('b');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByText('It stops before wait.').waitFor(WAIT);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText('stopped before wait').waitFor(WAIT);
    await node(page, 'value').locator('[data-state="completed"]').waitFor(WAIT);
    expect(await node(page, 'wait').locator('[data-state="completed"]').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'harmony-run-paused-light');
    await page.getByRole('button', { name: 'Step' }).click();
    await node(page, 'wait').locator('[data-state="running"]').waitFor(WAIT);
    await node(page, 'wait').locator('[data-state="completed"]').waitFor(WAIT);
    const resume = page.getByRole('button', { name: 'Resume' });
    if (await resume.isVisible()) await resume.click();
    await page.getByRole('heading', { name: 'completed' }).waitFor(WAIT);
    await page.getByRole('region', { name: 'Results' }).getByText('hello').waitFor(WAIT);
    await page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name: /wait/ }).click();
    await page.getByRole('complementary', { name: 'Inspector' }).getByText('done').waitFor(WAIT);
    expect(complaints).toEqual([]);
  });

  test('a run shows its rounds, and its gate is answered on the spot', { timeout: 120_000 }, async () => {
    const { page, complaints } = await look(browser, stage.address('/harmony/m/asks'), { dark: true });
    await page.getByRole('button', { name: 'Run', exact: true }).click(WAIT);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText('The parameter word is missing.').waitFor(WAIT);
    await page.getByLabel('word *').fill('round');
    await page.getByRole('button', { name: 'Play' }).click();
    await node(page, 'right').locator('[data-state="waiting"]').waitFor(WAIT);
    await node(page, 'right').click();
    await page.getByText('Is round 2 right?').waitFor(WAIT);
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'harmony-run-gate-dark');
    await page.getByRole('button', { name: 'yes' }).click();
    await page.getByRole('heading', { name: 'completed' }).waitFor(WAIT);

    await node(page, 'twice').dblclick();
    await node(page, 'say').click();
    const outputs = page.getByRole('region', { name: 'Outputs' });
    await outputs.getByText('round 2').waitFor(WAIT);
    await page.getByLabel('Round of twice').selectOption('Round 1');
    await node(page, 'say').click();
    await outputs.getByText('round 1').waitFor(WAIT);
    await keepScreen(page, 'harmony-run-round-dark');
    expect(complaints).toEqual([]);
  });

  test('what items wait for is drawn, in the dark and on a phone', { timeout: 90_000 }, async () => {
    const { page, complaints } = await look(browser, stage.address('/harmony/items'), { dark: true });
    await page.locator('.react-flow__node').nth(1).waitFor(WAIT);
    await page.locator('.graph-edge').waitFor({ ...WAIT, state: 'attached' });
    expect(await barriers(page)).toEqual([]);
    await keepScreen(page, 'harmony-items-dark');
    await page.locator('.react-flow__node', { hasText: 'The walls' }).dblclick();
    await expect.poll(() => new URL(page.url()).pathname, WAIT).toBe('/item/T-2');
    expect(complaints).toEqual([]);

    const phone = await look(browser, stage.address('/harmony'), { width: 390, height: 844, dark: true });
    await phone.page.getByRole('link', { name: 'Fix failing tests' }).click();
    await phone.page.locator('.react-flow__node').first().waitFor(WAIT);
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await barriers(phone.page)).toEqual([]);
    await keepScreen(phone.page, 'harmony-editor-phone-dark');
    expect(phone.complaints).toEqual([]);
  });
});
