/**
 * Bundles the `symphony` command and the players it starts, so that Node reads a few files instead of a thousand: it
 * starts in about half the time. Called by `npm start`, `npm test` and `npm run build`; bin/symphony.mjs uses the bundle
 * while the sources are as they were. Plain JavaScript that runs on Node 20.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundled, bundlesIn, CURRENT, look } from './bundled.mjs';
import { installed } from './install.mjs';
import { ROOT } from './node24.mjs';

const BUNDLES = bundlesIn(ROOT);
/** Programs with a process of their own. */
const ENTRIES = {
  main: 'packages/cli/src/main.ts',
  'rehearsal-player': 'packages/adapters/src/agent/rehearsal/player.ts',
  'own-player': 'packages/server/src/player/main.ts',
};
/** They load compiled code from beside themselves, or are there on some machines only. */
const LEFT_OUT = [/\.node$/, '@lydell/node-pty', 'msgpackr-extract', 'react-devtools-core'];
/** Older ones may have processes that run from them. */
const KEPT = 4;

/** True when the bundle is there and up to date. Without it everything works, only slower. */
export function bundleCommand(node) {
  if (process.env.SYMPHONY_BUNDLE === 'off' || bundled() !== null) return true;
  process.stderr.write('Bundling the command …\n');
  return spawnSync(node, [fileURLToPath(import.meta.url), '--here'], { stdio: 'inherit' }).status === 0;
}

async function bundle() {
  const { rolldown } = await import('rolldown');
  const making = await rolldown({
    cwd: ROOT,
    input: ENTRIES,
    platform: 'node',
    external: LEFT_OUT,
    plugins: [besideSources],
    checks: { pluginTimings: false },
    logLevel: 'warn',
  });
  const name = `${process.pid}-${Date.now().toString(36)}`;
  const dir = join(BUNDLES, name);
  const { output } = await making.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'part-[hash].mjs',
  });
  await making.close();
  const own = output
    .flatMap(({ moduleIds = [] }) => moduleIds)
    .filter((id) => id.startsWith(join(ROOT, 'packages')) && !id.includes('node_modules'))
    .map((id) => relative(ROOT, id));
  const sources = [...new Set(['package-lock.json', ...own])].sort();
  // Written aside and moved: whoever starts meanwhile finds all of it or nothing.
  const aside = join(BUNDLES, `${name}.json`);
  writeFileSync(
    aside,
    JSON.stringify({ folder: name, sources: sources.map((source) => look(ROOT, source)) }),
  );
  renameSync(aside, join(BUNDLES, CURRENT));
  removeOld();
}

/** Files that lie beside a source are looked for there, wherever the bundle is; programs are those of the bundle. */
const besideSources = {
  name: 'beside-sources',
  transform: {
    filter: { id: /packages[\\/][a-z]+[\\/]src[\\/]/, code: /import\.meta\./ },
    handler(code, id) {
      const back = relative(join(BUNDLES, 'any'), id).split(sep).join('/');
      return code
        .replace(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (whole, path) => {
          const program = programAt(resolve(dirname(id), path));
          return program ? `new URL('./${program}.mjs', import.meta.here)` : whole;
        })
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(back)}, import.meta.here).href`)
        .replaceAll('import.meta.dirname', `(import.meta.beside + ${JSON.stringify(`/${dirname(back)}`)})`)
        .replaceAll('import.meta.here', 'import.meta.url')
        .replaceAll('import.meta.beside', 'import.meta.dirname');
    },
  },
};

const programAt = (path) => Object.entries(ENTRIES).find(([, source]) => join(ROOT, source) === path)?.[0];

function removeOld() {
  const made = readdirSync(BUNDLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, at: statSync(join(BUNDLES, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of made.slice(KEPT)) rmSync(join(BUNDLES, name), { recursive: true, force: true });
}

function tell(error) {
  process.stderr.write(`The command could not be bundled, so it runs from its sources: ${error.message}\n`);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(BUNDLES, { recursive: true });
  if (process.argv.includes('--here')) await bundle().catch(tell);
  else process.exit(bundleCommand(installed()) ? 0 : 1);
}
