import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ConfigResult, loadConfig } from '../../src/config/index.ts';

/** A fresh folder with these files in it, gone when the test is over. */
export async function folderWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'symphony-config-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) await put(root, path, text);
  return root;
}

export async function put(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

export const AGENTS = ['rehearsal', 'claude', 'codex'];

export async function loadText(
  yaml: string | null,
  more: {
    readonly env?: Record<string, string>;
    readonly files?: Record<string, string>;
  } = {},
): Promise<ConfigResult> {
  const files = { ...more.files, ...(yaml === null ? {} : { '.symphony/symphony.yaml': yaml }) };
  return loadConfig({
    root: await folderWith(files),
    env: more.env ?? {},
    defaults: { target: 'trunk' },
    agents: AGENTS,
  });
}

export async function problemsOf(...args: Parameters<typeof loadText>): Promise<readonly string[]> {
  const result = await loadText(...args);
  return result.ok ? [] : result.problems.map((each) => each.message);
}
