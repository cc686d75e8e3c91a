/**
 * Builds the workbench into packages/web/dist. Does nothing when what it is made of has not changed
 * since. Called by `npm start`, `npm test` and `npm run build:web`. Plain JavaScript that runs on Node 20.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed } from './install.mjs';
import { ROOT } from './node24.mjs';

const WEB = join(ROOT, 'packages', 'web');
const STAMP = join(WEB, 'dist', '.made-of');
const SOURCES = [
  'package-lock.json',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/public',
  ...['web', 'domain', 'protocol', 'bus'].map((name) => `packages/${name}/src`),
];

/** True when the workbench is there and up to date. */
export function buildWeb(node) {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return true;
  process.stderr.write('Building the workbench …\n');
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: WEB, stdio: 'inherit' });
  if (done.status !== 0) return false;
  writeFileSync(STAMP, wanted);
  return true;
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function filesOf(path) {
  const entries = path.includes('.')
    ? null
    : readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true });
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exit(buildWeb(installed()) ? 0 : 1);
