import { openGit } from '@symphony/adapters/git';
import { loadPrices } from '@symphony/adapters/price';
import { openSandbox } from '@symphony/adapters/sandbox';
import type { Board } from '@symphony/adapters/tracker/board';
import { socketPathFor } from '@symphony/bus/unix';
import { agentsToLookFor, mayLook } from './agents.ts';
import { type ArtifactArchive, openArtifactsOf } from './artifacts/index.ts';
import { artifactKeys } from './artifacts/keys.ts';
import { composeBoard, composeChambers } from './compose.ts';
import { type ConfigResult, loadConfig, ownPrices } from './config/index.ts';
import { examine as examineProject, type Finding } from './doctor/index.ts';
import { type Guess, guess } from './init/index.ts';
import { configRequest } from './live-project.ts';
import { fallbackSocketFolder } from './socket-folder.ts';
import type { Workplace } from './workplace.ts';

/** A project as commands see it when they need its board, its chambers or its configuration and no conductor. */

export const loadProjectConfig = async (workplace: Workplace): Promise<ConfigResult> =>
  loadConfig(await configRequest(workplace));

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

/** A broken configuration must not keep a person from the board: what could be read of it serves. */
export async function openBoardOf(workplace: Workplace): Promise<Board> {
  const { config } = await loadProjectConfig(workplace);
  return composeBoard(workplace, config);
}

export async function openChambersOf(workplace: Workplace): Promise<ReturnType<typeof composeChambers>> {
  const result = await loadProjectConfig(workplace);
  const { hooks, links, copies, ports, hook_timeout: hookTimeoutMs, fetch } = result.config.chamber;
  const chamber = result.ok ? result.chamber : { hooks, links, copies, ports, hookTimeoutMs, fetch, env: {} };
  return composeChambers(workplace, openGit(workplace.instance), () => chamber);
}

/** Broken configuration or not, what is encrypted needs its key. */
export async function openProjectArtifacts(workplace: Workplace): Promise<ArtifactArchive> {
  const { config } = await loadProjectConfig(workplace);
  return openArtifactsOf(workplace, artifactKeys(config, process.env));
}

export const guessProject = (workplace: Workplace): Promise<Guess> =>
  guess(workplace.root, { agents: mayLook() ? agentsToLookFor() : [], env: process.env });
