/**
 * Finds the bundle of the command that scripts/bundle.mjs makes. It is used only while every source it was made of
 * is as it was: after an edit or a pull the sources run as they are until it is made anew. Plain JavaScript that
 * runs on Node 20.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './node24.mjs';

/** One folder for each state of the sources: a process that runs from an older one may load more of it later. */
export const bundlesIn = (root) => join(root, 'dist', 'command');
export const CURRENT = 'current.json';

/** The folder of the bundle; null where there is none that tells the same as the sources. */
export function bundled(root = ROOT) {
  const bundles = bundlesIn(root);
  try {
    const { folder, sources } = JSON.parse(readFileSync(join(bundles, CURRENT), 'utf8'));
    return sources.every((source) => isAsItWas(root, source)) ? join(bundles, folder) : null;
  } catch {
    return null; // none was made, or a source is gone
  }
}

/** What changes whenever somebody writes a file. Reading a thousand files would take longer than the bundle saves. */
export function look(root, path) {
  const { mtimeMs, size } = statSync(join(root, path));
  return [path, mtimeMs, size];
}

function isAsItWas(root, [path, mtimeMs, size]) {
  const [, now, length] = look(root, path);
  return now === mtimeMs && length === size;
}
