/** `npm test`: installs what is missing, then runs everything CI runs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { agentVariables, QUICK_AGENTS } from './agents.mjs';
import { bundleCommand } from './bundle.mjs';
import { installed } from './install.mjs';
import { ROOT } from './node24.mjs';
import { bringSystemPackages } from './system.mjs';
import { buildWeb } from './web.mjs';

const node = installed();
bringSystemPackages();
if (!buildWeb(node) || !bundleCommand(node)) process.exit(1);
const done = spawnSync(node, [join(ROOT, 'scripts', 'check.mjs'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...realAgents(), NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
});
process.exit(done.status ?? 1);

/** They are hundreds of megabytes each: brought only where somebody asks for them. */
function realAgents() {
  if (!process.env.SYMPHONY_REAL_AGENTS) {
    process.stderr.write(
      'Real agents are not played: their recorded streams are. SYMPHONY_REAL_AGENTS=1 brings Claude Code and Codex.\n',
    );
    return {};
  }
  try {
    return agentVariables(QUICK_AGENTS);
  } catch (error) {
    process.stderr.write(`npm test: ${error.message}\n`);
    process.exit(1);
  }
}
