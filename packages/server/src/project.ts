import { openGit } from '@symphony/adapters/git';
import type { Board } from '@symphony/adapters/tracker/board';
import { socketPathFor } from '@symphony/bus/unix';
import { type ArtifactArchive, openArtifactsOf } from './artifacts/index.ts';
import { artifactKeys } from './artifacts/keys.ts';
import { AGENTS, composeBoard, composeChambers } from './compose.ts';
import { type ConfigResult, loadConfig } from './config/index.ts';
import { examine as examineProject, type Finding } from './doctor/index.ts';
import { type Guess, guess } from './init/index.ts';
import { configRequest } from './live-project.ts';
import { fallbackSocketFolder } from './socket-folder.ts';
import type { Workplace } from './workplace.ts';

/** A project as commands see it when they need its board, its chambers or its configuration and no conductor. */

export const loadProjectConfig = async (workplace: Workplace): Promise<ConfigResult> =>
  loadConfig(await configRequest(workplace));

/** Everything Symphony needs here, looked at and not touched (C24). */
export function examine(workplace: Workplace): Promise<Finding[]> {
  const agents = AGENTS.map((name) => ({ name, look: async () => null })); // the rehearsal player needs nothing
  const socketPath = socketPathFor(workplace.run, fallbackSocketFolder());
  return examineProject({ root: workplace.root, env: process.env, agents, socketPath });
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

export const guessProject = (workplace: Workplace): Promise<Guess> => guess(workplace.root);
