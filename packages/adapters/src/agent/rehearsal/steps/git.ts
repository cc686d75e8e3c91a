import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Git as the player uses it: the user's hooks and identity apply, but nothing may wait for a
 * person (signing, editors, passwords) or go on in the background (collection of garbage).
 */
export interface GitSaid {
  readonly code: number;
  readonly out: string;
  readonly raw: Buffer;
  /** Everything it said, for a person. */
  readonly tail: string;
}

const SETTINGS = ['gc.auto=0', 'maintenance.auto=false', 'commit.gpgsign=false'];
/** One git command's output; a chamber's text files are smaller. */
const OUTPUT_LIMIT = 256 * 1024 * 1024;
const TAIL = 2_000;

export function git(cwd: string, args: readonly string[], extra: readonly string[] = []): GitSaid {
  const settings = [...SETTINGS, ...extra].flatMap((setting) => ['-c', setting]);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    LC_ALL: 'C',
  };
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) delete env[name];
  const said = spawnSync('git', [...settings, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: OUTPUT_LIMIT,
  });
  if (said.error) throw said.error;
  const out = said.stdout.toString('utf8');
  return {
    code: said.status ?? 128,
    out: out.trimEnd(),
    raw: said.stdout,
    tail: `${out}${said.stderr.toString('utf8')}`.trim().slice(-TAIL),
  };
}

/** The commit the chamber is at, or null before the first one. */
export function headOf(cwd: string): string | null {
  const said = git(cwd, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return said.code === 0 ? said.out : null;
}

export const isMerging = (cwd: string): boolean =>
  git(cwd, ['rev-parse', '--verify', '--quiet', 'MERGE_HEAD']).code === 0;

/** Commits what is staged, under the user's name where there is one. */
export function commitStaged(cwd: string, message: string): GitSaid {
  return git(cwd, ['commit', '--quiet', '-m', message], identity(cwd));
}

export function identity(cwd: string): readonly string[] {
  const named = (key: string) => git(cwd, ['config', '--get', key]).out !== '';
  return named('user.name') && named('user.email')
    ? []
    : ['user.name=Rehearsal', 'user.email=rehearsal@localhost'];
}

/**
 * A git command killed in its middle leaves lock files. Called only when this session was
 * interrupted inside a step: whoever held them is dead, and nobody else works in the chamber.
 */
export function removeStaleLocks(cwd: string): void {
  const branch = git(cwd, ['symbolic-ref', '--quiet', 'HEAD']).out;
  const names = ['index', 'HEAD', 'ORIG_HEAD', 'MERGE_HEAD', 'AUTO_MERGE', ...(branch ? [branch] : [])];
  for (const name of names) {
    const said = git(cwd, ['rev-parse', '--git-path', `${name}.lock`]);
    if (said.code === 0) rmSync(resolve(cwd, said.out), { force: true });
  }
}
