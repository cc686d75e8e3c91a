import { readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findMarked } from '@symphony/adapters/process';
import type { Workplace } from '@symphony/server';
import type { Repository } from '@symphony/testkit';
import { expect } from 'vitest';

/** What every scenario must leave behind: an intact repository, no process, only the worktrees it names. */
export async function checkAftermath(
  repository: Repository,
  workplace: Workplace,
  kept: readonly string[],
): Promise<void> {
  expect(await findMarked(workplace.instance), 'processes of the instance').toEqual([]);
  expect(processesIn(workplace.root), 'processes inside the repository').toEqual([]);
  // Rejects when an object is missing or broken; what is unreachable is only dangling.
  expect(await repository.git('fsck', '--full', '--strict', '--no-dangling')).toBe('');
  const worktrees = (await repository.git('worktree', 'list', '--porcelain'))
    .split('\n')
    .flatMap((line) => (line.startsWith('worktree ') ? [line.slice('worktree '.length)] : []));
  const chambers = worktrees.filter((path) => dirname(path) === workplace.chambers);
  const others = worktrees.filter((path) => !chambers.includes(path));
  const wanted = [...kept].sort();
  expect(chambers.map((path) => nameOf(basename(path))).sort(), 'chambers left').toEqual(wanted);
  expect(
    others.filter((path) => path !== `${workplace.run}/train`),
    'worktrees beside chambers and train',
  ).toEqual([workplace.root]);
  const branches = await repository.git('for-each-ref', '--format=%(refname:strip=3)', 'refs/heads/symphony');
  // The branch of a mission stays until `symphony mission clean`.
  const ofChambers = branches.split('\n').filter((name) => name !== '' && !name.startsWith('mission/'));
  expect(ofChambers.map(nameOf).sort(), 'branches left').toEqual(wanted);
}

/** A failed scenario must not leave its agents to the next one. */
export async function endMarked({ instance }: Workplace): Promise<void> {
  for (const { pid } of await findMarked(instance)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // gone meanwhile is what was wanted
    }
  }
}

/** `S-1--0123456789abcdef` is the chamber of S-1. */
const nameOf = (key: string): string => key.replace(/--[0-9a-f]+$/, '');

/** Marked or not, whoever works in the folder. Only where the system tells. */
function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && folderOf(pid)?.startsWith(folder));
}

function folderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // it ended while we looked, or belongs to somebody else
  }
}
