import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Written in one go: a test should not wait for four git commands. */
const CONFIG = `[user]
	name = Test Player
	email = player@example.test
[commit]
	gpgSign = false
[gc]
	auto = 0
`;

export interface RepositoryOptions {
  /** The folder's name; blanks and any script are fine. */
  readonly name?: string;
  /** The first branch; `main` unless told. */
  readonly branch?: string;
  /** The first commit's files. Null: no commit is made. */
  readonly files?: Readonly<Record<string, string>> | null;
}

/** A real git repository in a temporary folder, with an identity of its own and no change to the machine's settings. */
export interface Repository {
  readonly path: string;
  /** Runs git there and returns its output, trimmed at the end. Rejects when git fails. */
  git(...args: string[]): Promise<string>;
  /** Writes files (null deletes one) without committing them. */
  write(files: Readonly<Record<string, string | null>>): Promise<void>;
  /** Writes the files, commits everything and returns the commit. */
  commit(files: Readonly<Record<string, string | null>>, message: string): Promise<string>;
  /** A file's text in the working tree or, with `at`, in a commit. */
  read(file: string, at?: string): Promise<string>;
  /** The same tools for another folder, a worktree say. */
  at(path: string): Repository;
  remove(): Promise<void>;
}

export async function makeRepository(options: RepositoryOptions = {}): Promise<Repository> {
  const { name = 'repository', branch = 'main', files = { 'README.md': 'hello\n' } } = options;
  // Canonical, because git answers with real paths and tests compare them.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'symphony-test-')));
  const path = join(folder, name);
  await mkdir(path);
  const repository = repositoryAt(path, folder);
  await repository.git('init', '--quiet', `--initial-branch=${branch}`);
  await appendFile(join(path, '.git', 'config'), CONFIG);
  if (files !== null) await repository.commit(files, 'First commit');
  return repository;
}

function repositoryAt(path: string, folder: string): Repository {
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('git', args, {
      cwd: path,
      env: surroundings(),
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.trimEnd();
  };
  const write: Repository['write'] = async (files) => {
    for (const [file, text] of Object.entries(files)) {
      const target = join(path, file);
      if (text === null) await rm(target, { recursive: true });
      else {
        await mkdir(dirname(target), { recursive: true });
        await writeFile(target, text);
      }
    }
  };
  return {
    path,
    git,
    write,
    commit: async (files, message) => {
      await write(files);
      await git('add', '--all');
      await git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    read: (file, at) =>
      at === undefined ? readFile(join(path, file), 'utf8') : git('show', `${at}:${file}`),
    at: (other) => repositoryAt(other, folder),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** The machine's own git settings (signing, hooks, templates) must not decide over a test. */
function surroundings(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C',
  };
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete env[name];
  return env;
}
