import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { PortError } from '@symphony/domain';
import { makeFolder } from './disk-refusal.ts';

/** Where Symphony works: one repository and its `.symphony` folder. Everything it writes is below that folder. */
export interface Workplace {
  /** The top of the main working tree. */
  readonly root: string;
  /** `<root>/.symphony` */
  readonly folder: string;
  /** The event log, its mirror and snapshots. */
  readonly log: string;
  readonly board: string;
  readonly chambers: string;
  readonly bundles: string;
  /** Which workspaces outside of the repository are ours. */
  readonly folders: string;
  /** What agents made, kept for good. */
  readonly artifacts: string;
  /** The rehearsal player's journals. */
  readonly sessions: string;
  /** What lives only while a conductor runs: lock, socket, scratch worktree. */
  readonly run: string;
  /** Names this repository in the environment of every process started for it. */
  readonly instance: string;
}

/** The workplace a folder belongs to. Inside a chamber this is the repository the chamber was cut from. */
export async function findWorkplace(folder: string): Promise<Workplace> {
  const git = openGit('');
  const found = await git.try(folder, [
    'rev-parse',
    '--path-format=absolute',
    '--git-common-dir',
    '--is-bare-repository',
  ]);
  if (found.code !== 0) {
    throw new PortError({
      code: 'missing',
      message: `${folder} is not inside a git repository.`,
      nextStep: 'Go to your repository, or make one with `git init`.',
    });
  }
  const [common = '', bare] = found.stdout.trim().split('\n');
  if (bare === 'true') {
    throw new PortError({
      code: 'refused',
      message: `${folder} is a bare repository: there is no working tree to keep .symphony in.`,
      nextStep: 'Run Symphony in a clone of it.',
    });
  }
  return workplaceAt(await topOf(git, folder, common));
}

/** The main working tree: for a submodule or a linked worktree git's own folder is elsewhere. */
async function topOf(git: ReturnType<typeof openGit>, folder: string, common: string): Promise<string> {
  const list = await git.try(folder, ['worktree', 'list', '--porcelain', '-z']);
  const first = /^worktree ([^\0]+)/.exec(list.stdout)?.[1];
  // A submodule's first "worktree" is its git folder inside the parent; its own top level is right then.
  if (first !== undefined && first !== common) return first;
  const top = await git.try(folder, ['rev-parse', '--show-toplevel']);
  return top.code === 0 ? top.stdout.trim() : dirname(common);
}

export function workplaceAt(path: string): Workplace {
  const root = realpathSync(path);
  const folder = join(root, '.symphony');
  return {
    root,
    folder,
    log: join(folder, 'log'),
    board: join(folder, 'board'),
    chambers: join(folder, 'chambers'),
    bundles: join(folder, 'bundles'),
    folders: join(folder, 'folders'),
    artifacts: join(folder, 'artifacts'),
    sessions: join(folder, 'sessions'),
    run: join(folder, 'run'),
    instance: createHash('sha256').update(root).digest('hex').slice(0, 16),
  };
}

/** Makes the folders a conductor needs, or says plainly why it cannot. */
export function furnish(workplace: Workplace): void {
  const { log, board, run, sessions, bundles } = workplace;
  for (const folder of [log, board, run, sessions, bundles]) makeFolder(folder);
}

/** Where what was removed waits, and what is seldom used is kept small. */
export const archiveOf = ({ folder }: Workplace): string => join(folder, 'archive');
