/** Everything CI asks for, step by step: types, lint, dead code, tests. Stops at the first that fails. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './node24.mjs';

const bin = (name) => join(ROOT, 'node_modules', '.bin', name);
const packages = readdirSync(join(ROOT, 'packages'))
  .flatMap((name) => ['tsconfig.json', 'tsconfig.node.json'].map((file) => join('packages', name, file)))
  .filter((path) => existsSync(join(ROOT, path)));

const steps = [
  ...[...packages, 'tsconfig.json'].map((path) => [`types ${path}`, bin('tsc'), ['-p', path]]),
  ['lint', bin('biome'), ['check', '.']],
  ['dead code', bin('knip'), []],
  [
    'tests',
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)],
  ],
];

for (const [name, command, args] of steps) {
  const started = Date.now();
  const done = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (done.status !== 0) {
    console.error(`✗ ${name} failed after ${seconds} s`);
    process.exit(done.status ?? 1);
  }
  console.log(`✓ ${name} (${seconds} s)`);
}
