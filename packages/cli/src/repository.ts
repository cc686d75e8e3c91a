import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Complaint } from './complaint.ts';

/**
 * The top of the main working tree, found without loading the server: `status` against a running
 * conductor should cost little more than Node itself. In a chamber the answer is the repository
 * the chamber belongs to.
 */
export async function findRoot(folder: string): Promise<string> {
  const start = resolve(folder);
  await assertFolder(start);
  for (let at = start; ; at = dirname(at)) {
    const kind = await kindOf(join(at, '.git'));
    if (kind === 'folder') return at;
    if (kind === 'file') return mainTreeOf(at);
    if (await isBare(at)) {
      throw new Complaint(
        `${at} is a bare repository: there is no working tree to keep .symphony in.`,
        'Run Symphony in a clone of it.',
      );
    }
    if (dirname(at) === at) {
      throw new Complaint(
        `${start} is not inside a git repository.`,
        'Go to one, name one with `-C PATH`, or make one with `git init`.',
      );
    }
  }
}

/** What git itself looks for in a repository without a working tree, and a `.git` folder entered by a person has too. */
async function isBare(path: string): Promise<boolean> {
  if (basename(path) === '.git' || (await kindOf(join(path, 'HEAD'))) !== 'file') return false;
  const folders = [join(path, 'objects'), join(path, 'refs')];
  return (await Promise.all(folders.map(kindOf))).every((kind) => kind === 'folder');
}

async function assertFolder(path: string): Promise<void> {
  const kind = await kindOf(path);
  if (kind !== 'folder') {
    const what = kind === 'file' ? 'is a file, not a folder' : 'does not exist';
    throw new Complaint(`${path} ${what}.`, 'Name the folder of a git repository with `-C PATH`.');
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | null> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Complaint(`${path} cannot be read: ${(error as Error).message}.`, 'Check its permissions.');
  }
}

/** A linked worktree shares the main one's `.git`; a submodule has its own and is a repository by itself. */
async function mainTreeOf(tree: string): Promise<string> {
  const run = promisify(execFile);
  try {
    const { stdout } = await run('git', ['rev-parse', '--path-format=absolute', '--git-common-dir'], {
      cwd: tree,
    });
    const common = stdout.trim();
    return basename(common) === '.git' ? dirname(common) : tree;
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT')
      throw new Complaint(
        'git is not installed, or not on PATH.',
        'Install git 2.38 or newer, then try again.',
      );
    throw new Complaint(
      `git cannot read the repository of ${tree}: ${stderr?.trim() || (error as Error).message}.`,
      'Try `git status` there.',
    );
  }
}
