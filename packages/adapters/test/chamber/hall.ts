import { join } from 'node:path';
import type { Chamber, ChamberRequest } from '@symphony/domain';
import { makeRepository, type Repository, type RepositoryOptions } from '@symphony/testkit';
import { afterEach } from 'vitest';
import {
  type ChamberSettings,
  openChambers,
  type WorktreeChambers,
} from '../../src/chamber/worktree/index.ts';
import { type Git, openGit } from '../../src/git/index.ts';

/** A real repository with chambers, for one test. */
export interface Hall {
  readonly repository: Repository;
  readonly root: string;
  readonly bundles: string;
  readonly settings: ChamberSettings;
  readonly notices: string[];
  readonly chambers: WorktreeChambers;
  prepare(identifier: string, known?: Chamber | null): Promise<Chamber>;
  in(chamber: Chamber): Repository;
  /** A conductor that starts anew: nothing in memory is carried over. */
  restarted(git?: Git): WorktreeChambers;
}

const opened: Repository[] = [];
afterEach(async () => {
  for (const repository of opened.splice(0)) await repository.remove();
});

let number = 0;

export async function openHall(
  options: RepositoryOptions & { settings?: Partial<ChamberSettings> } = {},
): Promise<Hall> {
  const repository = await makeRepository(options);
  opened.push(repository);
  return hallAt(repository, options.settings);
}

export function hallAt(repository: Repository, changes: Partial<ChamberSettings> = {}): Hall {
  const root = join(repository.path, '.symphony', 'chambers');
  const bundles = join(repository.path, '.symphony', 'bundles');
  const settings: ChamberSettings = {
    links: [],
    copies: [],
    ports: 1,
    env: {},
    hooks: { after_create: null, before_run: null, after_run: null, before_remove: null },
    hookTimeoutMs: 20_000,
    fetch: true,
    ...changes,
  };
  number += 1;
  const instance = `chamber-test-${process.pid}-${number}`;
  const notices: string[] = [];
  const open = (git = openGit(instance)) =>
    openChambers({
      repository: repository.path,
      root,
      git,
      instance,
      bundles,
      settings: () => settings,
      notice: (message) => notices.push(message),
    });
  const chambers = open();
  return {
    repository,
    root,
    bundles,
    settings,
    notices,
    chambers,
    prepare: (identifier, known = null) => chambers.prepare(request(identifier, known)),
    in: (chamber) => repository.at(chamber.path),
    restarted: open,
  };
}

export const request = (identifier: string, known: Chamber | null = null): ChamberRequest => ({
  item: `id-of-${identifier}`,
  identifier,
  title: 'A piece of work',
  target: 'main',
  known,
});

/** The chamber's private git directory. */
export const adminOf = (hall: Hall, chamber: Chamber): Promise<string> =>
  hall.in(chamber).git('rev-parse', '--absolute-git-dir');

/** Git finds nothing wrong with the repository. */
export async function soundness(repository: Repository): Promise<string> {
  return repository.git('fsck', '--full', '--strict', '--no-dangling', '--no-progress');
}
