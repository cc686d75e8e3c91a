import { relative, sep } from 'node:path';
import type { Git } from '@symphony/adapters/git';
import { type FSWatcher, watch } from 'chokidar';
import picomatch from 'picomatch';

/** Never of interest: git's own, ours, and what others made. */
const NEVER: ReadonlySet<string> = new Set(['.git', '.symphony', 'node_modules']);

export interface RepositoryWatchOptions {
  readonly root: string;
  readonly git: Git;
  readonly patterns: readonly string[];
  /** The path of a file that came, changed or went, relative and with `/`. */
  readonly onFile: (path: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Watches the files of a repository below the folders the patterns can reach. Resolves when nothing goes unnoticed. */
export async function watchRepository(options: RepositoryWatchOptions): Promise<FSWatcher> {
  const { root, git, patterns, onFile, onError } = options;
  const wanted = patterns.filter((each) => !each.startsWith('!'));
  const bases = wanted.map((each) => picomatch.scan(each).base.replace(/\/+$/, ''));
  const ignoredFolders = await foldersIgnored(git, root);
  const isOutOfReach = (path: string): boolean => {
    if (path === '') return false;
    if (path.split('/').some((part) => NEVER.has(part)) || ignoredFolders.has(path)) return true;
    return !bases.some((base) => base === '' || isWithin(path, base) || isWithin(base, path));
  };
  const relativePath = (path: string): string => relative(root, path).split(sep).join('/');
  const watcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => isOutOfReach(relativePath(path)),
  });
  watcher.on('all', (event, path) => {
    if (event === 'add' || event === 'change' || event === 'unlink') onFile(relativePath(path));
  });
  watcher.on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return watcher;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** Whole folders git ignores: build output may be larger than the repository, and watching it costs. */
async function foldersIgnored(git: Git, root: string): Promise<ReadonlySet<string>> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const { code, stdout } = await git.try(root, args);
  const paths = code === 0 ? stdout.split('\0') : [];
  return new Set(paths.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)));
}

/** Of these paths, those git does not ignore. A git that cannot tell is taken to ignore none. */
export async function withoutIgnored(git: Git, root: string, paths: readonly string[]): Promise<string[]> {
  const { stdout } = await git.try(root, ['check-ignore', '-z', '--stdin'], { input: paths.join('\0') });
  const ignored = new Set(stdout.split('\0'));
  return paths.filter((path) => !ignored.has(path));
}

/** Whether a path fits the patterns; those that begin with `!` take away, and a folder means all that is in it. */
export function matcherOf(written: readonly string[]): (path: string) => boolean {
  const patterns = written.map((each) => (each.endsWith('/') ? `${each}**` : each));
  const wanted = patterns.filter((each) => !each.startsWith('!'));
  const ignore = patterns.filter((each) => each.startsWith('!')).map((each) => each.slice(1));
  return wanted.length === 0 ? () => false : picomatch([...wanted], { dot: true, ignore });
}
