import { type StopSignal, ToolError } from '@symphony/domain';
import type { ChamberGround } from './ground.ts';
import { type ProgramResult, runProgram } from './program.ts';

/**
 * Git for an agent's tools. It is pinned to the repository that was there before the agent was, and starts nothing an
 * agent could have named: no hooks (their folder may lie in the work tree), no monitor, no drivers for diffs, no
 * signing program, and no git inside a repository within the chamber.
 */
const QUIET = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
  'diff.external=',
  'submodule.recurse=false',
  'core.quotePath=false',
  'advice.detachedHead=false',
].flatMap((setting) => ['-c', setting]);

/** Nobody is asked, and nothing is fetched: what is missing of a partial clone would be, by a program the settings name. */
const UNATTENDED = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  LC_ALL: 'C',
};

const PATIENCE_MS = 60_000;

export interface GitOptions {
  readonly mostBytes?: number;
  readonly input?: string;
  /** Further settings, `key=value`. */
  readonly settings?: readonly string[];
}

export async function tryGit(
  { place, env, confine, repository }: ChamberGround,
  args: readonly string[],
  signal: StopSignal,
  { mostBytes = 4 * 1024 * 1024, input = '', settings = [] }: GitOptions = {},
): Promise<ProgramResult> {
  if (repository === null)
    throw new ToolError('The folder you work in is not in a git repository.', {
      guidance: 'Do without git here.',
    });
  const launch = confine({
    command: 'git',
    args: [
      `--git-dir=${repository.gitDir}`,
      `--work-tree=${repository.workTree}`,
      ...QUIET,
      ...settings.flatMap((setting) => ['-c', setting]),
      ...args,
    ],
    cwd: place.root,
    env: { ...env, ...UNATTENDED },
  });
  return runProgram({ launch, signal, timeoutMs: PATIENCE_MS, mostBytes, input });
}

/** The same; failing is a failure. */
export async function gitIn(
  ground: ChamberGround,
  args: readonly string[],
  signal: StopSignal,
  options?: GitOptions,
): Promise<ProgramResult> {
  const result = await tryGit(ground, args, signal, options);
  if (result.code === 0 || result.cut) return result;
  throw new ToolError(`git ${args[0]} failed: ${(result.err || result.out).trim().slice(0, 1_000)}`, {
    guidance: 'Look at git.status first.',
  });
}

/** The commit a name stands for: from there on a name that looks like an option changes nothing. */
export async function commitOf(ground: ChamberGround, name: string, signal: StopSignal): Promise<string> {
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { code, out } = await tryGit(ground, asked, signal);
  if (code === 0) return out.trim();
  throw new ToolError(`There is no branch, tag or commit \`${name}\`.`, {
    guidance: 'git.log shows the last commits.',
  });
}

/**
 * Programs that the repository's own settings put between files and what is stored, by way of other files as well. An
 * agent can write those settings; a person's own (`git lfs install` writes there) are not among them.
 */
export async function filtersOf(ground: ChamberGround, signal: StopSignal): Promise<readonly string[]> {
  const asked = [
    'config',
    '--includes',
    '--show-scope',
    '--null',
    '--name-only',
    '--get-regexp',
    '^filter\\..*\\.(clean|smudge|process)$',
  ];
  const { code, out, err } = await tryGit(ground, asked, signal);
  // 1 is how it says: none.
  if (code > 1)
    throw new ToolError(`The repository's settings could not be read: ${err.trim().slice(0, 500)}`);
  const found = [...out.matchAll(/([^\0]*)\0([^\0]*)\0/g)].flatMap(([, scope = '', key = '']) =>
    scope === 'local' || scope === 'worktree' ? [key] : [],
  );
  return [...new Set(found.map((key) => key.slice('filter.'.length, key.lastIndexOf('.'))))];
}

/** Settings under which those programs are not started. */
export const withoutFilters = (names: readonly string[]): string[] =>
  names.flatMap((name) => [
    `filter.${name}.clean=`,
    `filter.${name}.smudge=`,
    `filter.${name}.process=`,
    `filter.${name}.required=false`,
  ]);
