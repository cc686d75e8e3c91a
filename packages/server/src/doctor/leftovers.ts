import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import { type Finding, ok, warning } from './finding.ts';
import { lookAt } from './look.ts';

/** A lock younger than this may belong to a git command that is running now. */
const LOCK_AGE_MS = 60_000;

export async function checkLeftovers(git: Git, root: string, chambers: string): Promise<Finding[]> {
  const common = await git(root, 'rev-parse', '--path-format=absolute', '--git-common-dir');
  const registered = await worktrees(git, root);
  const findings = [
    ...(await staleLocks(common, root)),
    ...lostWorktrees(registered),
    ...(await strangeFolders(registered, root, chambers)),
  ];
  return findings.length > 0 ? findings : [ok('leftovers', 'No lock and no lost worktree is lying about.')];
}

async function staleLocks(common: string, root: string): Promise<Finding[]> {
  const admins = (await namesIn(join(common, 'worktrees'))).map((name) => join(common, 'worktrees', name));
  const refs = (await namesIn(join(common, 'refs', 'heads'), true)).map((name) =>
    join(common, 'refs', 'heads', name),
  );
  const candidates = [
    ...[common, ...admins].flatMap((folder) => [join(folder, 'index.lock'), join(folder, 'HEAD.lock')]),
    join(common, 'packed-refs.lock'),
    join(common, 'config.lock'),
    join(common, 'shallow.lock'),
    ...refs.filter((path) => path.endsWith('.lock')),
  ];
  const findings: Finding[] = [];
  for (const path of candidates) {
    const found = lookAt(path);
    if (!found || Date.now() - found.mtimeMs < LOCK_AGE_MS) continue;
    const shown = relative(root, path);
    findings.push(
      warning(
        'leftovers',
        `${shown} was left by a git command that was ended.`,
        `If no git command is running, remove it: \`rm ${shown}\`.`,
      ),
    );
  }
  return findings;
}

interface Worktree {
  readonly path: string;
  readonly prunable: boolean;
}

const lostWorktrees = (registered: readonly Worktree[]): Finding[] =>
  registered
    .filter(({ prunable }) => prunable)
    .map(({ path }) =>
      warning(
        'leftovers',
        `The worktree ${path} is registered and not there.`,
        'Forget it with `git worktree prune`.',
      ),
    );

async function strangeFolders(
  registered: readonly Worktree[],
  root: string,
  chambers: string,
): Promise<Finding[]> {
  const known = new Set(registered.map(({ path }) => path));
  const findings: Finding[] = [];
  for (const name of await namesIn(chambers)) {
    const path = join(chambers, name);
    if (name.startsWith('.') || known.has(path) || !lookAt(path)?.isDirectory()) continue;
    findings.push(
      warning(
        'leftovers',
        `${relative(root, path)} is no worktree of this repository.`,
        `Look at it, then delete it: \`rm -r ${relative(root, path)}\`.`,
      ),
    );
  }
  return findings;
}

async function worktrees(git: Git, root: string): Promise<Worktree[]> {
  const list = await git(root, 'worktree', 'list', '--porcelain', '-z');
  return list
    .split('\0\0')
    .map((block) => block.split('\0'))
    .filter(([first]) => first?.startsWith('worktree '))
    .map(([first = '', ...rest]) => ({
      path: first.slice('worktree '.length),
      prunable: rest.some((line) => line.startsWith('prunable')),
    }));
}

/** Nothing where there is no such folder. */
const namesIn = (folder: string, recursive = false): Promise<string[]> =>
  readdir(folder, { recursive }).catch((): string[] => []);
