import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { done, failed, type Stage, type StepEnd } from '../stage.ts';
import { short } from './commit.ts';
import { git, headOf, identity, isMerging, removeStaleLocks } from './git.ts';

/**
 * The built-in answer to a conflict: a real merge of the target, both sides of every conflicting
 * text kept, the target's lines first. The chamber is clean when it begins (the step before
 * commits), so an interrupted merge is thrown away and made again.
 */
export function mergeStep(stage: Stage): StepEnd {
  const { cwd, journal } = stage;
  const { target } = journal.record;
  if (target === null) return failed('the prompt names no target (a line "Target: <branch>")');
  if (journal.interrupted) removeStaleLocks(cwd);
  const now = headOf(cwd);
  if (now === null) return failed('the chamber has no commit to merge into');
  const { head } = journal.begin('merge', () => ({ kind: 'merge', head: now }));
  if (journal.interrupted) {
    if (now !== head && !isMerging(cwd)) return done(`merged ${target} before the interruption`);
    git(cwd, ['reset', '--hard', '--quiet', head]);
    git(cwd, ['clean', '-fd', '--quiet']);
  }
  const tip = commitOf(cwd, target);
  if (tip === null) return failed(`the target ${target} is not there`);
  if (git(cwd, ['merge-base', '--is-ancestor', tip, 'HEAD']).code === 0)
    return done(`${target} is merged already`);
  return mergeCommit(stage, target, tip);
}

function mergeCommit(stage: Stage, target: string, tip: string): StepEnd {
  const { cwd } = stage;
  const said = git(cwd, ['merge', '--no-edit', '-m', `Merge ${target}`, tip], identity(cwd));
  if (said.code === 0) return done(`merged ${target} as ${short(headOf(cwd))}, nothing conflicted`);
  const files = unmerged(cwd);
  // Hooks and untracked files in the way refuse a merge without leaving anything to resolve.
  if (files.size === 0) return abort(cwd, `git merge failed: ${said.tail}`);
  for (const [path, sides] of files) {
    const problem = resolveFile(stage, path, sides);
    if (problem !== null) return abort(cwd, problem);
  }
  const made = git(cwd, ['commit', '--quiet', '--no-edit'], identity(cwd));
  if (made.code !== 0) return abort(cwd, `git commit failed: ${made.tail}`);
  return done(
    `merged ${target} as ${short(headOf(cwd))}, kept both sides of ${[...files.keys()].join(', ')}`,
  );
}

function abort(cwd: string, reason: string): StepEnd {
  git(cwd, ['merge', '--abort']);
  return failed(reason);
}

interface Side {
  readonly mode: string;
  readonly blob: string;
}

/** Base, ours and theirs; a side that does not have the file is left out. */
type Sides = Partial<Record<'1' | '2' | '3', Side>>;

/** Every conflicting path with its sides, as the index holds them. */
function unmerged(cwd: string): Map<string, Sides> {
  const files = new Map<string, Sides>();
  for (const line of git(cwd, ['ls-files', '--unmerged', '-z']).out.split('\0')) {
    const match = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(line);
    if (!match) continue;
    const [, mode = '', blob = '', stage = '', path = ''] = match;
    files.set(path, { ...files.get(path), [stage]: { mode, blob } });
  }
  return files;
}

/** Returns what stands in the way, or null when the file is resolved and staged. */
function resolveFile(stage: Stage, path: string, sides: Sides): string | null {
  const { cwd } = stage;
  const ours = sides['2'];
  const theirs = sides['3'];
  if (!ours && !theirs) return problemOf(git(cwd, ['rm', '--quiet', '--cached', '--', path]));
  if (!ours || !theirs) {
    // One side took the file away, the other changed it: the change is kept.
    const kept = git(cwd, ['checkout', ours ? '--ours' : '--theirs', '--', path]);
    return problemOf(kept) ?? problemOf(git(cwd, ['add', '--', path]));
  }
  if (!isFile(ours) || !isFile(theirs))
    return `${path} conflicts and is not a plain file on both sides: a person must decide`;
  const both = union(stage, sides, ours, theirs);
  if (both === null) return `${path} conflicts and is not text: a person must decide`;
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), both);
  return problemOf(git(cwd, ['add', '--', path]));
}

/** Both sides' lines, the target's first; null when git finds the content is not text. */
function union(stage: Stage, sides: Sides, ours: Side, theirs: Side): Buffer | null {
  const { scratch } = stage.journal;
  mkdirSync(scratch, { recursive: true });
  const put = (name: string, side: Side | undefined): string => {
    const file = join(scratch, name);
    writeFileSync(file, side ? git(stage.cwd, ['cat-file', 'blob', side.blob]).raw : '');
    return file;
  };
  const files = [put('theirs', theirs), put('base', sides['1']), put('ours', ours)];
  const said = git(stage.cwd, ['merge-file', '--union', '-p', ...files]);
  rmSync(scratch, { recursive: true, force: true });
  return said.code === 0 ? said.raw : null;
}

const isFile = (side: Side): boolean => side.mode.startsWith('100');

const problemOf = (said: { code: number; tail: string }): string | null =>
  said.code === 0 ? null : said.tail || 'git failed without a word';

function commitOf(cwd: string, target: string): string | null {
  for (const name of [`refs/heads/${target}`, target]) {
    const said = git(cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    if (said.code === 0) return said.out;
  }
  return null;
}
