/**
 * What the tests need of the system besides Node and git: bubblewrap and socat confine agents, tmux
 * looks at terminals, Chromium at the workbench. As root on Debian they are installed; elsewhere the tests that need them are
 * skipped and say so. Plain JavaScript that runs on Node 20.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PACKAGES = { bwrap: 'bubblewrap', socat: 'socat', tmux: 'tmux', chromium: 'chromium' };

export function bringSystemPackages() {
  const missing = Object.keys(PACKAGES).filter((program) => !isOnPath(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => PACKAGES[program]);
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && isOnPath('apt-get');
  if (mayInstall && (apt(['install', ...packages]) || (apt(['update']) && apt(['install', ...packages]))))
    return;
  process.stderr.write(
    `Without ${packages.join(', ')} some tests are skipped; your package manager has them.\n`,
  );
}

function apt(args) {
  process.stderr.write(`apt-get ${args.join(' ')} …\n`);
  const done = spawnSync('apt-get', ['-y', '-q', '--no-install-recommends', ...args], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return done.status === 0;
}

const isOnPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));
