/**
 * `npm run test:agents -- [--all] [VITEST ARGUMENT …]`: the tests of the agent adapters with the real
 * programs and a scripted model. Nothing leaves this machine but what installs the programs, and
 * nothing is spent. Claude and codex take a second or two for a run; `--all` adds the slower ones.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { AGENTS, agentVariables, QUICK_AGENTS } from './agents.mjs';
import { installed } from './install.mjs';
import { ROOT } from './node24.mjs';
import { bringSystemPackages } from './system.mjs';

const TESTS = [
  'packages/testkit/test/model-server',
  'packages/adapters/test/agent',
  'packages/cli/test/agents',
];

const given = process.argv.slice(2);
const all = given.includes('--all');
const rest = given.filter((argument) => argument !== '--all');
const tests = rest.some((argument) => !argument.startsWith('-')) ? [] : TESTS;

const node = installed();
bringSystemPackages();
const programs = bringPrograms(all ? Object.keys(AGENTS) : QUICK_AGENTS);
const done = spawnSync(node, [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...tests, ...rest], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...programs,
    SYMPHONY_REAL_AGENTS: all ? 'all' : '1',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  },
});
process.exit(done.status ?? 1);

function bringPrograms(names) {
  try {
    return agentVariables(names);
  } catch (error) {
    process.stderr.write(`npm run test:agents: ${error.message}\n`);
    process.exit(1);
  }
}
