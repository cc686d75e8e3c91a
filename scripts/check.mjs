/** Everything CI asks for: types, lint and dead code, two at a time, then the tests. Stops at the first that fails. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './node24.mjs';

const AT_ONCE = 2;

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const packages = readdirSync(join(ROOT, 'packages'))
  .flatMap((name) => ['tsconfig.json', 'tsconfig.node.json'].map((file) => join('packages', name, file)))
  .filter((path) => existsSync(join(ROOT, path)));

const looks = [
  // The largest first, so that none is left to run alone at the end.
  ...['tsconfig.json', ...packages].map((path) => [`types ${path}`, bin('tsc'), ['-p', path]]),
  ['lint', bin('biome'), ['check', '.']],
  ['dead code', bin('knip'), []],
];
const tests = [
  'tests',
  process.execPath,
  [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)],
];

const waiting = [...looks];
await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
await run(tests, 'inherit');

async function takeTurns() {
  for (let look = waiting.shift(); look; look = waiting.shift()) await run(look, 'pipe');
}

/** What several say at once is kept apart: each is heard when it has ended. */
async function run([name, command, args], output) {
  const started = Date.now();
  const child = spawn(command, args, { cwd: ROOT, stdio: ['inherit', output, output] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (said.trim() !== '') console.log(said.trimEnd());
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) {
    console.error(`✗ ${name} failed after ${seconds} s`);
    process.exit(code || 1);
  }
  console.log(`✓ ${name} (${seconds} s)`);
}
