import { FolderChambers, type FolderStore } from '@symphony/adapters/chamber/folder';
import { type ChamberSettings, openChambers, plainChamberKey } from '@symphony/adapters/chamber/worktree';
import type { Git } from '@symphony/adapters/git';
import { type Board, openBoard } from '@symphony/adapters/tracker/board';
import { columnsOf, type LoadedConfig } from './config/index.ts';
import { warn } from './warning.ts';
import type { Workplace } from './workplace.ts';

/** The parts that commands use without a conductor: loaded without anything else. */

type Config = LoadedConfig['config'];

export const composeBoard = (workplace: Workplace, config: Config): Board =>
  openBoard({ folder: workplace.board, states: columnsOf(config) });

export const composeChambers = (
  workplace: Workplace,
  git: Git,
  settings: () => ChamberSettings,
  config: Config,
) => openChambers(chamberOptions(workplace, git, settings, config));

/** Null: items have worktrees. */
export const composeFolders = (
  { instance, folders: records }: Workplace,
  git: Git,
  settings: () => ChamberSettings,
  config: () => Config,
  store?: FolderStore,
): FolderChambers | null =>
  config().chamber.kind === 'folder'
    ? new FolderChambers({
        git,
        instance,
        settings,
        records,
        root: () => rootOf(config()),
        notice: warn,
        ...(store && { store }),
      })
    : null;

/** A folder is never made where worktrees are. */
const rootOf = ({ chamber }: Config): string => {
  if (chamber.root === null) throw new Error('`chamber.root` must be given for chambers that are folders.');
  return chamber.root;
};

export function chamberOptions(
  workplace: Workplace,
  git: Git,
  settings: () => ChamberSettings,
  { chamber }: Config,
) {
  const { root: repository, bundles, instance } = workplace;
  const root = chamber.root ?? workplace.chambers;
  const named = chamber.keys === 'plain' ? { keyOf: plainChamberKey } : {};
  return { repository, root, bundles, instance, git, settings, ...named };
}
