import { join } from 'node:path';
import type { Json, StopSignal, Tool } from '@symphony/domain';
import { defineTool, fields, text, whole, yesOrNo } from '../define.ts';
import { BoundedOutput } from './bounded-output.ts';
import { commitOf, filtersOf, gitIn, withoutFilters } from './git.ts';
import type { ChamberGround } from './ground.ts';

const MOST_FILES = 500;
const DIFF = { head: 60_000, tail: 4_000 };
/** A person's own diff settings and drivers must not decide what is shown. */
const PLAIN = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--ignore-submodules=dirty',
  '--submodule=short',
];

/** Looking at a repository. */
export const gitLookingTools = (ground: ChamberGround): Tool[] => [status(ground), diff(ground), log(ground)];

const status = (ground: ChamberGround): Tool =>
  defineTool<Record<never, never>>({
    name: 'git.status',
    description: 'Tells the branch and what differs from the last commit.',
    permissions: ['read'],
    input: fields({}),
    run: async (_, { signal }) => {
      const { branch, files } = await statusOf(ground, signal);
      const left = files.length - MOST_FILES;
      return {
        branch,
        clean: files.length === 0,
        files: files.slice(0, MOST_FILES),
        ...(left > 0 ? { leftOut: left } : {}),
      };
    },
  });

/** In words, because a model should not have to know two letters. */
const WORDS: Readonly<Record<string, string>> = {
  M: 'modified',
  T: 'modified',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  U: 'conflicting',
  '?': 'untracked',
};

async function statusOf(
  ground: ChamberGround,
  signal: StopSignal,
): Promise<{ branch: string; files: { path: string; state: string; staged: boolean }[] }> {
  const args = [
    'status',
    '--porcelain=v1',
    '--branch',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
    '--no-renames',
    '--',
    '.',
  ];
  const settings = withoutFilters(await filtersOf(ground, signal));
  const [first = '', ...rest] = (await gitIn(ground, args, signal, { settings })).out.split('\0');
  const files = rest
    .filter((line) => line !== '')
    .map((line) => {
      const [index = ' ', tree = ' '] = line;
      const state = WORDS[index === ' ' ? tree : index] ?? 'changed';
      return { path: fromRoot(ground, line.slice(3)), state, staged: tree === ' ' };
    });
  return { branch: first.replace(/^## (No commits yet on )?/, '').split('...')[0] ?? '', files };
}

/** Git tells paths from the top of the work tree; the place may lie below it. */
export function fromRoot({ place, repository }: ChamberGround, path: string): string {
  return place.shown(join(repository?.workTree ?? place.root, path));
}

const diff = (ground: ChamberGround): Tool =>
  defineTool<{ from?: string; to?: string; path?: string; staged?: boolean }>({
    name: 'git.diff',
    description:
      'Shows what differs: the files against the last commit unless `from` (and `to`) name commits. Untracked files are not in it; git.status lists them.',
    permissions: ['read'],
    input: fields({
      'from?': text('A branch, tag or commit to compare from.'),
      'to?': text('One to compare to; the files as they are unless told.'),
      'path?': text('Only this file or folder.'),
      'staged?': yesOrNo('Only what is staged.'),
    }),
    run: async ({ from = 'HEAD', to, path, staged = false }, { signal }) => {
      const commits = [await commitOf(ground, from, signal)];
      if (to !== undefined) commits.push(await commitOf(ground, to, signal));
      const settings = withoutFilters(await filtersOf(ground, signal));
      const args = [
        'diff',
        ...PLAIN,
        ...(staged ? ['--cached'] : []),
        ...commits,
        '--',
        ...(await pathspec(ground, path)),
      ];
      const { out, cut } = await gitIn(ground, args, signal, { settings });
      const bounded = new BoundedOutput(DIFF);
      bounded.write(Buffer.from(out));
      return { text: bounded.text(), ...(cut || bounded.cut ? { cut: true } : {}) };
    },
  });

const log = (ground: ChamberGround): Tool =>
  defineTool<{ from?: string; path?: string; limit?: number }>({
    name: 'git.log',
    description: 'Tells the last commits, newest first.',
    permissions: ['read'],
    input: fields({
      'from?': text('The branch, tag or commit to begin at; where you are unless told.'),
      'path?': text('Only commits that touched this file or folder.'),
      'limit?': whole('How many; 20 unless told.', 1, 500),
    }),
    run: async ({ from = 'HEAD', path, limit = 20 }, { signal }) => {
      const commit = await commitOf(ground, from, signal);
      const shape = [
        '--no-color',
        '--no-show-signature',
        `--max-count=${limit}`,
        '--format=%H%x00%an%x00%aI%x00%s%x00%b%x1e',
      ];
      const { out } = await gitIn(
        ground,
        ['log', ...shape, commit, '--', ...(await pathspec(ground, path))],
        signal,
      );
      return {
        commits: out
          .split('\x1e')
          .map((entry) => entry.trimStart())
          .filter((entry) => entry !== '')
          .map(commitIn),
      };
    },
  });

function commitIn(entry: string): Json {
  const [hash = '', author = '', date = '', subject = '', body = ''] = entry.split('\0');
  return {
    hash,
    author,
    date,
    subject,
    ...(body.trim() === '' ? {} : { body: body.trim().slice(0, 2_000) }),
  };
}

/** A path a model wrote, as git is to take it: as it is written, and inside. */
export async function pathspec({ place }: ChamberGround, path: string | undefined): Promise<string[]> {
  if (path === undefined || path === '' || path === '.') return [];
  return [`:(literal)${place.shown(await place.writable(path))}`];
}
