import { type ChamberSettings, openChambers } from '@symphony/adapters/chamber/worktree';
import type { Git } from '@symphony/adapters/git';
import { type Board, openBoard } from '@symphony/adapters/tracker/board';
import { columnsOf, type LoadedConfig } from './config/index.ts';
import type { Workplace } from './workplace.ts';

/** The parts that commands use without a conductor: loaded without anything else. */

export const composeBoard = (workplace: Workplace, config: LoadedConfig['config']): Board =>
  openBoard({ folder: workplace.board, states: columnsOf(config) });

export const composeChambers = (workplace: Workplace, git: Git, settings: () => ChamberSettings) =>
  openChambers(chamberOptions(workplace, git, settings));

export function chamberOptions(workplace: Workplace, git: Git, settings: () => ChamberSettings) {
  const { root: repository, chambers: root, bundles, instance } = workplace;
  return { repository, root, bundles, instance, git, settings };
}
