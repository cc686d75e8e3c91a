import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChamberPlace, isAbsent, textOf } from './chamber-place.ts';
import { type GitCall, readGit } from './git-output.ts';
import { NewFiles } from './new-files.ts';

/** How git is called there, with an index in which new files are known too. It is gone afterwards. */
export async function withAllFiles<T>(
  place: ChamberPlace,
  head: string,
  use: (call: (args: readonly string[]) => GitCall) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'symphony-changes-'));
  try {
    const index = join(scratch, 'index');
    const env = { GIT_INDEX_FILE: index };
    const pinned = [`--git-dir=${place.admin}`, `--work-tree=${place.path}`, ...(await excludes(place))];
    const call = (args: readonly string[]): GitCall => ({
      cwd: place.path,
      args: [...pinned, ...args],
      env,
    });
    await copyIndex(join(place.admin, 'index'), index);
    // What is staged, half merged or being staged just now does not matter: only what is in the files.
    const known = place.head === '' ? ['--empty'] : ['--reset', '--no-recurse-submodules', 'HEAD'];
    await readGit(call(['read-tree', ...known]), all);
    await announceNewFiles(head, call);
    return await use(call);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Gives new files a place in the index, with an object that is nobody's, so that git looks into the
 * files themselves. `git add --intent-to-add` would do the same, but runs git inside every repository
 * within the chamber, with the settings it has there. A new repository within it is passed
 * over until it is committed.
 */
async function announceNewFiles(head: string, call: (args: readonly string[]) => GitCall): Promise<void> {
  const names = new NewFiles('1'.repeat(head.length));
  await readGit(call(['ls-files', '--others', '--exclude-standard', '-z']), (chunk) => names.take(chunk));
  // A new file may stand where a folder was, and the other way round.
  await readGit(
    { ...call(['update-index', '--replace', '-z', '--index-info']), input: names.records() },
    all,
  );
}

const all = (): boolean => true;

/** What chambers share with the main checkout is linked there and no work of theirs (see the chambers' provisions). */
async function excludes({ admin }: ChamberPlace): Promise<readonly string[]> {
  const file = join(admin, 'symphony-exclude');
  return (await textOf(file)) === null ? [] : ['-c', `core.excludesFile=${file}`];
}

/**
 * Git takes a file for unchanged by its size and time, unless its time is not older than the index's
 * own: so the copy must not be younger than the original.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
    const second = Math.floor((await stat(from)).mtimeMs / 1000);
    await utimes(to, second, second);
  } catch (error) {
    if (!isAbsent(error)) throw error; // without one git compares every file, slowly and rightly
  }
}
