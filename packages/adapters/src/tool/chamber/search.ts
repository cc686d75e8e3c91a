import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Json, type Launch, type StopSignal, type Tool, ToolError } from '@symphony/domain';
import { defineTool, fields, filled, text, whole, yesOrNo } from '../define.ts';
import { tryGit } from './git.ts';
import type { ChamberGround } from './ground.ts';
import { type ProgramResult, runProgram } from './program.ts';

const MOST_MATCHES = 200;
const LONGEST_LINE = 300;
const PATIENCE_MS = 30_000;
const MOST_BYTES = 8 * 1024 * 1024;

interface SearchInput {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly limit?: number;
}

/**
 * Text in files, found by a program made for it: ripgrep where it is installed, else git's own search, else grep.
 * Never in this process: a pattern a model wrote can take for ever. All three pass over binary files and links;
 * the first two over what .gitignore names. What is closed to the other tools is closed to these.
 */
export const searchTool = (ground: ChamberGround): Tool =>
  defineTool<SearchInput>({
    name: 'search.text',
    description:
      'Finds lines in files by a regular expression (extended syntax), or by plain text with `literal`. Tells path, line number and line.',
    permissions: ['read'],
    input: fields({
      pattern: filled('What to look for.'),
      'path?': text('Only in this file or folder.'),
      'glob?': text('Only in files whose path fits, for example `**/*.ts`.'),
      'literal?': yesOrNo('The pattern is plain text.'),
      'ignoreCase?': yesOrNo('Upper and lower case are the same.'),
      'limit?': whole(`How many matches; ${MOST_MATCHES} unless told.`, 1, 2_000),
    }),
    run: async (input, { signal }) => {
      const where =
        input.path === undefined ? '.' : ground.place.shown(await ground.place.existing(input.path));
      const found = await search(ground, input, where, signal);
      // 1 is how all three say: nothing found.
      if (found.code > 1 && !found.cut)
        throw new ToolError(`The search failed: ${found.err.trim().slice(0, 500)}`, {
          guidance: 'Correct the pattern, or set literal.',
        });
      return matchesIn(found, input);
    },
  });

async function search(
  ground: ChamberGround,
  input: SearchInput,
  where: string,
  signal: StopSignal,
): Promise<ProgramResult> {
  const ripgrep = await programOn(ground.env.PATH ?? '', 'rg');
  if (ripgrep === null && ground.repository !== null) return gitGrep(ground, input, where, signal);
  const { closed } = ground.place;
  const [command, args] =
    ripgrep === null
      ? ['grep', grepArgs(input, where, closed)]
      : [ripgrep, ripgrepArgs(input, where, closed)];
  // What is told on colours and configuration files belongs to a person's terminal.
  const env = { ...ground.env, RIPGREP_CONFIG_PATH: '', GREP_OPTIONS: '', GREP_COLORS: '' };
  const launch: Launch = ground.confine({ command, args, cwd: ground.place.root, env });
  return runProgram({ launch, signal, timeoutMs: PATIENCE_MS, mostBytes: MOST_BYTES });
}

const flag = (on: boolean | undefined, ...words: string[]): string[] => (on ? words : []);

const ripgrepArgs = (
  { pattern, glob, literal, ignoreCase }: SearchInput,
  where: string,
  closed: readonly string[],
): string[] => [
  '--no-config',
  '--null',
  '--line-number',
  '--no-heading',
  '--with-filename',
  '--color=never',
  '--hidden',
  ...flag(glob !== undefined, `--glob=${glob}`),
  // The last one that fits counts: no glob of a model opens what is closed. Those that see no case come after all others.
  '--iglob=!.git',
  ...closed.map((name) => `--iglob=!/${name}`),
  ...flag(literal, '--fixed-strings'),
  ...flag(ignoreCase, '--ignore-case'),
  '--regexp',
  pattern,
  '--',
  where,
];

function gitGrep(
  ground: ChamberGround,
  { pattern, glob, literal, ignoreCase }: SearchInput,
  where: string,
  signal: StopSignal,
): Promise<ProgramResult> {
  const args = [
    'grep',
    '--null',
    '--line-number',
    '--no-color',
    '-I',
    '--no-textconv',
    '--untracked',
    literal ? '--fixed-strings' : '--extended-regexp',
    ...flag(ignoreCase, '--ignore-case'),
    '-e',
    pattern,
    '--',
    glob === undefined ? `:(literal)${where}` : `:(glob)${where === '.' ? '' : `${where}/`}${glob}`,
    ...ground.place.closed.map((name) => `:(exclude,icase,literal)${name}`),
  ];
  return tryGit(ground, args, signal, { mostBytes: MOST_BYTES });
}

const grepArgs = (
  { pattern, glob, literal, ignoreCase }: SearchInput,
  where: string,
  closed: readonly string[],
): string[] => [
  '--recursive',
  '--null',
  '--line-number',
  '--with-filename',
  '-I',
  ...['.git', 'node_modules', ...closed].map((name) => `--exclude-dir=${name}`),
  ...flag(glob !== undefined, `--include=${glob?.split('/').at(-1)}`),
  literal ? '--fixed-strings' : '--extended-regexp',
  ...flag(ignoreCase, '--ignore-case'),
  '-e',
  pattern,
  '--',
  where,
];

/** `path NUL line SEP text`: git puts a zero byte after the number as well. */
function matchesIn({ out, cut }: ProgramResult, { limit = MOST_MATCHES }: SearchInput): Json {
  const lines = out.split('\n').filter((line) => line !== '');
  if (cut) lines.pop(); // half of it
  const matches = lines.slice(0, limit).flatMap((line) => {
    const found = /^([^\0]+)\0(\d+)[:\0](.*)$/s.exec(line);
    if (!found) return [];
    const [, path = '', number = '', said = ''] = found;
    return [{ path: path.replace(/^\.\//, ''), line: Number(number), text: said.slice(0, LONGEST_LINE) }];
  });
  return { matches, found: lines.length, ...(cut ? { cut: true } : {}) };
}

async function programOn(path: string, name: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter((each) => each.startsWith('/'))) {
    const program = join(folder, name);
    const there = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there) return program;
  }
  return null;
}
