import { openGit } from '@symphony/adapters/git';
import type { Board } from '@symphony/adapters/tracker/board';
import type { ArtifactArchive } from './artifacts/index.ts';
import { artifactKeys } from './artifacts/keys.ts';
import { type ConfigResult, loadConfig } from './config/index.ts';
import { configRequest } from './config-request.ts';
import type { Workplace } from './workplace.ts';
import { composeBoard, composeChambers } from './workrooms.ts';

/** A project as commands see it when they need its board, its chambers or its configuration and no conductor. */

export const loadProjectConfig = async (workplace: Workplace): Promise<ConfigResult> =>
  loadConfig(await configRequest(workplace));

/** A broken configuration must not keep a person from the board: what could be read of it serves. */
export async function openBoardOf(workplace: Workplace): Promise<Board> {
  const { config } = await loadProjectConfig(workplace);
  return composeBoard(workplace, config);
}

export async function openChambersOf(workplace: Workplace): Promise<ReturnType<typeof composeChambers>> {
  const result = await loadProjectConfig(workplace);
  const { hooks, links, copies, ports, hook_timeout: hookTimeoutMs, fetch } = result.config.chamber;
  const chamber = result.ok ? result.chamber : { hooks, links, copies, ports, hookTimeoutMs, fetch, env: {} };
  return composeChambers(workplace, openGit(workplace.instance), () => chamber, result.config);
}

/** Broken configuration or not, what is encrypted needs its key. */
export async function openProjectArtifacts(workplace: Workplace): Promise<ArtifactArchive> {
  const { config } = await loadProjectConfig(workplace);
  const { openArtifactsOf } = await import('./artifacts/index.ts'); // most commands need none
  return openArtifactsOf(workplace, artifactKeys(config, process.env));
}
