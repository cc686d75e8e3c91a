import { loadPrices } from '@symphony/adapters/price';
import { openSandbox } from '@symphony/adapters/sandbox';
import { socketPathFor } from '@symphony/bus/unix';
import { agentsToLookFor, mayLook } from './agents.ts';
import { ownPrices } from './config/index.ts';
import { examine as examineProject, type Finding } from './doctor/index.ts';
import { type Guess, guess } from './init/index.ts';
import { loadProjectConfig } from './project.ts';
import { fallbackSocketFolder } from './socket-folder.ts';
import type { Workplace } from './workplace.ts';

/** What is there to play with: looking needs every agent, so it is apart from what only needs the configuration. */

/** Everything Symphony needs here, looked at and not touched (C24). */
export async function examine(workplace: Workplace): Promise<Finding[]> {
  const agents = agentsToLookFor();
  const socketPath = socketPathFor(workplace.run, fallbackSocketFolder());
  const { config } = await loadProjectConfig(workplace);
  return examineProject({
    root: workplace.root,
    env: process.env,
    agents,
    socketPath,
    sandbox: openSandbox(),
    prices: loadPrices(ownPrices(config)),
  });
}

export const guessProject = (workplace: Workplace): Promise<Guess> =>
  guess(workplace.root, { agents: mayLook() ? agentsToLookFor() : [], env: process.env });
