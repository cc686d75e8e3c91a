import { type StopSignal, type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, filled, listOf, text } from '../define.ts';
import { filtersOf, gitIn, tryGit } from './git.ts';
import { fromRoot, pathspec } from './git-looking.ts';
import type { ChamberGround } from './ground.ts';

export const gitCommitTool = (ground: ChamberGround): Tool =>
  defineTool<{ message: string; paths?: readonly string[] }>({
    name: 'git.commit',
    description:
      'Commits what was changed: everything, or only `paths`. Hooks are not run; run what they would check with shell.run before.',
    permissions: ['read', 'write'],
    input: fields({
      message: filled('What the commit does, in the imperative; a longer explanation after an empty line.'),
      'paths?': listOf(text('A file or folder.'), 'Only these.', { minItems: 1 }),
    }),
    run: async ({ message, paths }, { signal }) => {
      await expectNoFilters(ground, signal);
      const chosen = paths ? (await Promise.all(paths.map((path) => pathspec(ground, path)))).flat() : [];
      await stage(ground, chosen.length > 0 ? chosen : ['.'], signal);
      const staged = await gitIn(ground, ['diff', '--cached', '--name-only', '-z', '--no-ext-diff'], signal);
      const files = staged.out
        .split('\0')
        .filter((path) => path !== '')
        .map((path) => fromRoot(ground, path));
      if (files.length === 0)
        throw new ToolError('There is nothing to commit.', { guidance: 'git.status tells what is changed.' });
      const made = await tryGit(
        ground,
        ['commit', '--quiet', '--no-verify', '--file=-', '--cleanup=strip'],
        signal,
        {
          input: message,
        },
      );
      if (made.code !== 0) throw notCommitted(made.err || made.out);
      const hash = (await gitIn(ground, ['rev-parse', 'HEAD'], signal)).out.trim();
      return { hash, files: files.slice(0, 500), count: files.length };
    },
  });

/** Storing files without the program that should change them would store the wrong thing; starting it is not for this tool. */
async function expectNoFilters(ground: ChamberGround, signal: StopSignal): Promise<void> {
  const filters = await filtersOf(ground, signal);
  if (filters.length === 0) return;
  throw new ToolError(
    `This repository's own settings name programs for its files (filter ${filters.join(', ')}).`,
    {
      code: 'E8001',
      guidance: 'Commit with shell.run (`git add`, `git commit`), where they may run.',
    },
  );
}

/** Repositories within are left out: to see whether one changed git would start git inside it, with its settings. */
async function stage(ground: ChamberGround, chosen: readonly string[], signal: StopSignal): Promise<void> {
  const { out } = await gitIn(ground, ['ls-files', '--full-name', '--stage', '-z', '--', ':/'], signal, {
    mostBytes: 64 * 1024 * 1024,
  });
  const within = out
    .split('\0')
    .flatMap((line) =>
      line.startsWith('160000 ') ? [`:(top,exclude,literal)${line.slice(line.indexOf('\t') + 1)}`] : [],
    );
  await gitIn(ground, ['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], signal, {
    input: [...chosen, ...within].join('\0'),
  });
}

const notCommitted = (said: string): ToolError =>
  /tell me who you are|unable to auto-detect email/i.test(said)
    ? new ToolError('Git does not know who commits.', {
        code: 'E2001',
        guidance: 'Ask the person to set user.name and user.email with `git config`.',
      })
    : new ToolError(`git commit failed: ${said.trim().slice(0, 1_000)}`);
