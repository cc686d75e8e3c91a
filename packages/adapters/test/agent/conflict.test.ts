import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RehearsalHall } from './hall.ts';

const PROMPT = 'Your branch conflicts with the target\n\nTarget: main\n\nboth sides …\n';

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

/** Commits `files` on a branch; null takes a file away. */
function commitOn(branch: string, files: Readonly<Record<string, string | null>>): void {
  const known = hall.git('branch', '--list', branch) !== '';
  hall.git('checkout', '--quiet', ...(known ? [branch] : ['-b', branch]));
  for (const [path, text] of Object.entries(files))
    if (text === null) hall.git('rm', '--quiet', path);
    else hall.write(path, text);
  hall.git('add', '--all');
  hall.git('commit', '--quiet', '-m', `change on ${branch}`);
}

/** Both branches change the same place; the chamber ends on the work's branch. */
function diverge(work: Record<string, string | null>, target: Record<string, string | null>): void {
  commitOn('work', work);
  commitOn('main', target);
  hall.git('checkout', '--quiet', 'work');
}

const targetIsIn = (): boolean => hall.git('merge-base', 'main', 'HEAD') === hall.git('rev-parse', 'main');

describe('M9 the built-in answer to a conflict', () => {
  test("merges the target and keeps both sides, the target's lines first", async () => {
    diverge({ 'README.md': 'start\nours\n' }, { 'README.md': 'start\ntheirs\n', 'new.txt': 'n\n' });
    const heard = await hall.playTurn([], { prompt: PROMPT });
    expect(heard.end()?.status).toBe('completed');
    expect(hall.read('README.md')).toBe('start\ntheirs\nours\n');
    expect(hall.read('new.txt')).toBe('n\n');
    expect(targetIsIn()).toBe(true);
    expect(hall.git('status', '--porcelain')).toBe('');
    expect(hall.git('log', '-1', '--format=%P').split(' ')).toHaveLength(2);
    expect(heard.of('tool-ended').at(-1)?.summary).toContain('README.md');
  });

  test('a file both sides added, one without a last newline, keeps both', async () => {
    diverge({ 'a.txt': 'ours' }, { 'a.txt': 'theirs' });
    await hall.playTurn([], { prompt: PROMPT });
    expect(hall.read('a.txt').split('\n').filter(Boolean)).toEqual(['theirs', 'ours']);
  });

  test('a change is kept where the other side took the file away', async () => {
    commitOn('main', { 'a.txt': 'a\n', 'b.txt': 'b\n' });
    diverge({ 'a.txt': null, 'b.txt': 'b ours\n' }, { 'a.txt': 'a theirs\n', 'b.txt': null });
    const heard = await hall.playTurn([], { prompt: PROMPT });
    expect(heard.end()?.status).toBe('completed');
    expect([hall.read('a.txt'), hall.read('b.txt')]).toEqual(['a theirs\n', 'b ours\n']);
    expect(targetIsIn()).toBe(true);
  });

  test('work that was not committed is committed before the merge', async () => {
    diverge({ 'README.md': 'ours\n' }, { 'README.md': 'theirs\n' });
    hall.write('loose.txt', 'keep me\n');
    await hall.playTurn([], { prompt: PROMPT });
    expect(hall.git('show', 'HEAD:loose.txt')).toBe('keep me');
    expect(hall.git('log', '--format=%s', 'main..HEAD')).toContain('SYM-1: keep what was not committed yet');
  });

  test('what is not text is left to a person: the turn fails and the merge is undone', async () => {
    diverge({ 'x.bin': 'a\0ours' }, { 'x.bin': 'a\0theirs' });
    const before = hall.git('rev-parse', 'HEAD');
    const heard = await hall.playTurn([], { prompt: PROMPT });
    expect(heard.end()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('x.bin conflicts and is not text'),
    });
    expect(hall.git('rev-parse', 'HEAD')).toBe(before);
    expect(hall.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(hall.chamber, '.git/MERGE_HEAD'))).toBe(false);
  });

  test('a target that is in already changes nothing', async () => {
    commitOn('work', { 'a.txt': 'a\n' });
    const before = hall.git('rev-parse', 'HEAD');
    const heard = await hall.playTurn([], { prompt: PROMPT });
    expect(heard.of('tool-ended').at(-1)?.summary).toBe('main is merged already');
    expect(hall.git('rev-parse', 'HEAD')).toBe(before);
  });

  test.each([
    [
      'a target that is not there',
      'Your branch conflicts with the target\nTarget: nowhere',
      /nowhere is not there/,
    ],
    ['an option as target', 'Your branch conflicts with the target\nTarget: --abort', /--abort is not there/],
    ['no target', 'Your branch conflicts with the target', /names no target/],
  ])('%s fails the turn in words', async (_, prompt, words) => {
    const heard = await hall.playTurn([], { prompt });
    expect(heard.end()?.status).toBe('failed');
    expect(heard.end()?.message).toMatch(words);
  });
});
