import { cp, mkdir, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { excludeFile, inChamber } from './chamber-git.ts';
import { shapeOf, textOf, unlinkIfThere, writeWhole } from './disk.ts';
import { failure, gitFailure } from './failure.ts';
import type { Ground, Place } from './ground.ts';
import { canonical, isBelow } from './path.ts';
import type { ChamberSettings } from './settings.ts';

/**
 * Ignored files the project needs (`.env`, caches), linked or copied from the main checkout.
 *
 * A linked folder is a symbolic link, which the usual pattern `node_modules/` does not match: git
 * would call it new, and an agent's `git add -A` would commit it. Git has no exclude list per
 * worktree; `extensions.worktreeConfig` would change the user's repository for every git that
 * reads it. So the chamber's private git directory holds a list (the user's own global one, then
 * these paths), our git reads it by `-c core.excludesFile`, and the agent's by its environment.
 */
export async function provision(ground: Ground, place: Place, settings: ChamberSettings): Promise<void> {
  const wanted = [
    ...settings.links.map((path) => ({ path: checked(path), how: 'link' as const })),
    ...settings.copies.map((path) => ({ path: checked(path), how: 'copy' as const })),
  ];
  if (wanted.length === 0) return unlinkIfThere(excludeFile(place.admin));
  const tracked = await trackedAmong(
    ground,
    place,
    wanted.map(({ path }) => path),
  );
  const given = wanted.filter(({ path }) => !tracked.has(path));
  await writeExcludes(
    ground,
    place,
    given.map(({ path }) => path),
  );
  for (const { path, how } of given) await give(ground, place, path, how);
}

/** The path in its plain form, if it stays inside the repository and out of what git and we keep there. */
function checked(path: string): string {
  const plain = normalize(path).replace(/[/\\]+$/, '');
  const first = plain.split(sep)[0];
  if (isAbsolute(plain) || first === '..' || plain === '.' || plain === '')
    throw failure(
      'invalid',
      `"${path}" cannot be linked or copied into chambers: it is not a path inside the repository.`,
      'Give links and copies as paths relative to the repository.',
    );
  if (first === '.git' || first === '.symphony')
    throw failure('invalid', `"${path}" cannot be linked or copied into chambers: ${first} is not shared.`);
  return plain;
}

/** Those paths that git tracks, or that hold something git tracks, in the main checkout or in the chamber. */
async function trackedAmong(ground: Ground, place: Place, paths: readonly string[]): Promise<Set<string>> {
  const ask = ['--literal-pathspecs', 'ls-files', '-z', '--', ...paths];
  const main = await ground.git.try(ground.repository, ask);
  if (main.code !== 0) throw gitFailure('ls-files', main);
  const known = `${main.stdout}\0${await inChamber(ground, place, ...ask)}`.split('\0');
  return new Set(paths.filter((path) => known.some((each) => each === path || each.startsWith(`${path}/`))));
}

async function give(ground: Ground, place: Place, path: string, how: 'link' | 'copy'): Promise<void> {
  const from = join(ground.repository, path);
  const to = join(place.path, path);
  if ((await shapeOf(from)) === 'nothing' || (await shapeOf(to)) !== 'nothing') return;
  // The tree may hold symbolic links of its own that lead out of the chamber.
  if (!isBelow(place.path, await canonical(to)))
    throw failure('refused', `"${path}" cannot be placed in the chamber: a symbolic link leads out of it.`);
  await mkdir(dirname(to), { recursive: true });
  if (how === 'link') await symlink(from, to);
  else await cp(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: false });
}

async function writeExcludes(ground: Ground, place: Place, paths: readonly string[]): Promise<void> {
  const lines = paths.map((path) => `/${path.replace(/[\\*?[ ]/g, '\\$&')}`);
  await writeWhole(excludeFile(place.admin), `${await globalExcludes(ground)}\n${lines.join('\n')}\n`);
}

async function globalExcludes(ground: Ground): Promise<string> {
  const asked = await ground.git.try(ground.repository, ['config', '--path', '--get', 'core.excludesFile']);
  const home = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const file = asked.code === 0 ? asked.stdout.trimEnd() : join(home, 'git', 'ignore');
  return (await textOf(file)) ?? '';
}
