import { openGit } from '@symphony/adapters/git';
import { type ChamberDoor, type FolderDoor, folderTrash, Trash } from '@symphony/adapters/stale';
import type { Board } from '@symphony/adapters/tracker/board';
import type { Chamber, ChamberOnDisk, ChamberPort } from '@symphony/domain';
import type { ArtifactArchive } from './artifacts/index.ts';
import { artifactKeys } from './artifacts/keys.ts';
import { type ConfigResult, loadConfig } from './config/index.ts';
import { configRequest } from './config-request.ts';
import { archiveOf, type Workplace } from './workplace.ts';
import { composeBoard, composeChambers, composeFolders } from './workrooms.ts';

/** A project as commands see it when they need its board, its chambers or its configuration and no conductor. */

export const loadProjectConfig = async (workplace: Workplace): Promise<ConfigResult> =>
  loadConfig(await configRequest(workplace));

/** A broken configuration must not keep a person from the board: what could be read of it serves. */
export async function openBoardOf(workplace: Workplace): Promise<Board> {
  const { config } = await loadProjectConfig(workplace);
  return composeBoard(workplace, config);
}

/** What a person may do with chambers, whatever they are; what cannot be done with some is not there. */
export interface ChambersOf extends ChamberPort {
  find(key: string): Promise<Chamber | null>;
  diff(key: string): Promise<string>;
  /** Brings back what was removed by force, from its bundle. */
  restore?(bundle: string): Promise<ChamberOnDisk>;
  /** Why it should rather stay, where that is more than the port itself asks for. */
  reasonToStay?(key: string): Promise<string | null>;
}

export async function openChambersOf(workplace: Workplace): Promise<ChambersOf & (ChamberDoor | FolderDoor)> {
  const result = await loadProjectConfig(workplace);
  const { hooks, links, copies, ports, hook_timeout: hookTimeoutMs, fetch } = result.config.chamber;
  const chamber = result.ok ? result.chamber : { hooks, links, copies, ports, hookTimeoutMs, fetch, env: {} };
  const git = openGit(workplace.instance);
  const store = folderTrash(new Trash(archiveOf(workplace)), Date.now);
  const folders = composeFolders(
    workplace,
    git,
    () => chamber,
    () => result.config,
    store,
  );
  return folders ?? composeChambers(workplace, git, () => chamber, result.config);
}

/** Broken configuration or not, what is encrypted needs its key. */
export async function openProjectArtifacts(workplace: Workplace): Promise<ArtifactArchive> {
  const { config } = await loadProjectConfig(workplace);
  const { openArtifactsOf } = await import('./artifacts/index.ts'); // most commands need none
  return openArtifactsOf(workplace, artifactKeys(config, process.env));
}
