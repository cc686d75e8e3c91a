/**
 * Brings the frameworks `npm run bench -- runtime` measures ours beside, in exactly these versions:
 * `node scripts/peers.mjs` prints the folder they lie in. They are large and nothing else needs them, so they lie in a
 * cache outside the repository and are brought once. Plain JavaScript that runs on Node 20.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runNpm } from './node24.mjs';

export const PEERS = {
  ai: '7.0.170',
  zod: '4.6.7',
  '@mastra/core': '1.71.0',
  '@langchain/core': '1.2.13',
  '@langchain/langgraph': '1.4.14',
  '@openai/agents': '0.20.0',
};

/** Returns the folder whose `node_modules` holds them all. Throws with one sentence when they cannot be had. */
export function installPeers() {
  const wanted = Object.entries(PEERS).map(([name, version]) => `${name}@${version}`);
  const key = createHash('sha256').update(wanted.join('\n')).digest('hex').slice(0, 12);
  const cache = cacheFolder();
  const folder = join(cache, `peers-${key}`);
  if (existsSync(folder)) return folder;
  process.stderr.write(`Bringing ${wanted.join(', ')} into ${cache} …\n`);
  mkdirSync(cache, { recursive: true });
  // Into a folder of its own first: whoever finds the peers' folder finds it whole.
  const half = mkdtempSync(join(cache, '.peers-'));
  try {
    const flags = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
    if (runNpm(['install', '--prefix', half, ...flags, ...wanted]) !== 0)
      throw new Error('The peers could not be installed: is the npm registry reachable? Then try again.');
    renameSync(half, folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}

/** A module of the peers' folder: what `import(specifier)` gives there. */
export async function importPeer(folder, specifier) {
  const entry = join(folder, `${specifier.replaceAll(/[^a-z]/g, '-')}.mjs`);
  if (!existsSync(entry)) writeFileSync(entry, `export * from ${JSON.stringify(specifier)};\n`);
  return import(pathToFileURL(entry).href);
}

function cacheFolder() {
  const { SYMPHONY_AGENT_CACHE, XDG_CACHE_HOME } = process.env;
  return resolve(
    SYMPHONY_AGENT_CACHE || join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'symphony', 'agents'),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(installPeers());
