/** Runs a script with the right Node: `node scripts/in-node.mjs FILE …`. */
import { spawnSync } from 'node:child_process';
import { installed } from './install.mjs';

const done = spawnSync(installed(), ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(done.status ?? 1);
