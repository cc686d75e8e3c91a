/** `npm test`: installs what is missing, then runs everything CI runs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installed } from './install.mjs';
import { ROOT } from './node24.mjs';

const node = installed();
const done = spawnSync(node, [join(ROOT, 'scripts', 'check.mjs'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
});
process.exit(done.status ?? 1);
