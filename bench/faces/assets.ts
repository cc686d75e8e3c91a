import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const WEB = at('../../packages/web');
const VITE = at('../../node_modules/vite/bin/vite.js');

export interface Assets {
  readonly folder: string;
  remove(): void;
}

/**
 * The workbench as its sources are now, and beside it the pages it is held against. Built apart from
 * `packages/web/dist`, which others may be using or building.
 */
export async function buildAssets(): Promise<Assets> {
  const folder = mkdtempSync(join(tmpdir(), 'symphony-bench-'));
  try {
    await build(WEB, folder, '/');
    await build(at('./graph-page'), join(folder, 'graph'), '/graph/');
    cpSync(at('./naive-page'), join(folder, 'naive'), { recursive: true });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function build(root: string, into: string, base: string): Promise<void> {
  const config = join(WEB, 'vite.config.ts');
  const flags = [
    '--config',
    config,
    '--outDir',
    into,
    '--base',
    base,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ];
  const child = spawn(process.execPath, [VITE, 'build', root, ...flags], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${root} could not be built (code ${code})`)),
    );
  });
}
