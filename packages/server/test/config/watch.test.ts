import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ConfigResult, watchConfig } from '../../src/config/index.ts';
import { AGENTS, folderWith, put } from './workspace.ts';

const FILE = '.symphony/symphony.yaml';

async function watching(root: string) {
  const heard: ConfigResult[] = [];
  const errors: Error[] = [];
  const watch = watchConfig({
    root,
    env: {},
    defaults: { target: 'main' },
    agents: AGENTS,
    onChange: (result) => heard.push(result),
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => watch.stop());
  await watch.ready;
  const until = (turns: number | 'invalid') =>
    vi.waitFor(
      () => {
        const last = heard.at(-1);
        expect(last && (last.ok ? last.settings.maxTurns : 'invalid')).toBe(turns);
      },
      { timeout: 5_000, interval: 20 },
    );
  return { watch, heard, errors, until };
}

test('C21 an edit, a broken edit and its repair are each told', async () => {
  const root = await folderWith({ [FILE]: 'max_turns: 1\n' });
  const { until, errors } = await watching(root);
  await put(root, FILE, 'max_turns: 2\n');
  await until(2);
  await put(root, FILE, 'max_turns: [\n');
  await until('invalid');
  await put(root, FILE, 'max_turns: 3\n');
  await until(3);
  expect(errors).toEqual([]);
});

test('C21 an editor that writes beside and renames over it is noticed, every time', async () => {
  const root = await folderWith({ [FILE]: 'max_turns: 1\n' });
  const { until } = await watching(root);
  for (const turns of [2, 3, 4]) {
    await writeFile(join(root, '.symphony/.symphony.yaml.swp'), `max_turns: ${turns}\n`);
    await rename(join(root, '.symphony/.symphony.yaml.swp'), join(root, FILE));
    await until(turns);
  }
});

test('C21 creation, deletion and creation again are noticed, the folder included', async () => {
  const root = await folderWith();
  const { until } = await watching(root);
  await put(root, FILE, 'max_turns: 5\n');
  await until(5);
  await rm(join(root, FILE));
  await until(20);
  await put(root, FILE, 'max_turns: 6\n');
  await until(6);
  await rm(join(root, '.symphony'), { recursive: true });
  await until(20);
  await put(root, FILE, 'max_turns: 7\n');
  await until(7);
});

test('C21 a prompt that appears mends the configuration that names it', async () => {
  const root = await folderWith({ [FILE]: 'max_turns: 8\nprompts: {default: own.md}\n' });
  const { until, heard } = await watching(root);
  await mkdir(join(root, '.symphony/prompts'));
  await put(root, '.symphony/prompts/own.md', 'Hello\n');
  await until(8);
  const before = heard.length;
  await put(root, '.symphony/prompts/own.md', 'Hello again\n');
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(before), { timeout: 5_000 });
});

test('many writes in a row are told once, and nothing is told after stop', async () => {
  const root = await folderWith({ [FILE]: 'max_turns: 1\n' });
  const { until, heard, watch } = await watching(root);
  for (let turns = 2; turns <= 12; turns++) await put(root, FILE, `max_turns: ${turns}\n`);
  await until(12);
  expect(heard.length).toBeLessThanOrEqual(3);
  await watch.stop();
  const told = heard.length;
  await put(root, FILE, 'max_turns: 13\n');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(heard.length).toBe(told);
});
