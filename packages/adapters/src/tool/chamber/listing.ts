import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StopSignal } from '@symphony/domain';
import { gitIn } from './git.ts';
import type { ChamberGround } from './ground.ts';

/** Folders that are not looked into where no .gitignore says so. */
const PASSED_OVER = new Set(['.git', 'node_modules']);
const MOST_FILES = 200_000;

/** The paths of all files below a folder of the place, relative to its root; ignored ones left out where git knows. */
export async function filesBelow(
  ground: ChamberGround,
  folder: string,
  signal: StopSignal,
): Promise<string[]> {
  if (ground.repository === null) return walked(ground.place.root, folder === '.' ? '' : folder);
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', `:(literal)${folder}`];
  const { out } = await gitIn(ground, args, signal, { mostBytes: 64 * 1024 * 1024 });
  return [...new Set(out.split('\0').filter((path) => path !== ''))];
}

async function walked(root: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined && found.length < MOST_FILES; at = waiting.pop()) {
    for (const entry of await readdir(join(root, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) waiting.push(path);
      if (entry.isFile()) found.push(path);
    }
  }
  return found;
}
