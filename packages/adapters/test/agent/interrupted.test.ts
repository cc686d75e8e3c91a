import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RehearsalHall } from './hall.ts';

/**
 * The instants a random kill seldom meets, made by hand: the journal as a killed player left it,
 * and the chamber as the half-done step left it.
 */

let hall: RehearsalHall;

beforeEach(() => {
  hall = new RehearsalHall();
});

afterEach(() => hall.close());

/** Plays up to the step at hand, which follows `exit`, and gives the session's name. */
async function playUpTo(script: Json, prompt?: string): Promise<string> {
  const heard = await hall.play(script, prompt === undefined ? {} : { prompt });
  await heard.until('exited');
  return heard.sessionId() ?? '';
}

/** Puts into the journal that the step at hand was begun. */
function begun(session: string, record: Json): void {
  const path = join(hall.sessions, `${session}.json`);
  const journal = JSON.parse(readFileSync(path, 'utf8'));
  expect(journal).toMatchObject({ open: true, begun: null });
  writeFileSync(path, JSON.stringify({ ...journal, begun: record }));
}

const lock = (name: string): string => join(hall.chamber, '.git', `${name}.lock`);
const subjects = (): string[] => hall.git('log', '--format=%s').split('\n');

describe('C8 a step that was interrupted', () => {
  test.each([
    ['nothing of it', 'one\n'],
    ['half of it', 'one\ntw'],
    ['all of it', 'one\ntwo\n'],
  ])('an append of which the file holds %s is there once', async (_, text) => {
    const script = [{ exit: 0 }, { append: { path: 'a.txt', text: 'two\n' } }];
    hall.write('a.txt', text);
    const session = await playUpTo(script);
    begun(session, { kind: 'append', size: 4 });
    await hall.playTurn(script, { resume: session });
    expect(hall.read('a.txt')).toBe('one\ntwo\n');
  });

  test.each(['start\n', 'sta', 'start again\n'])('an edit that left %j is done once', async (text) => {
    const script = [{ exit: 0 }, { edit: { path: 'README.md', find: 'start', replace: 'start again' } }];
    const session = await playUpTo(script);
    hall.write('README.md', text);
    begun(session, { kind: 'edit', after: 'start again\n' });
    await hall.playTurn(script, { resume: session });
    expect(hall.read('README.md')).toBe('start again\n');
  });

  const committing = [{ write: { path: 'a.txt', text: 'a\n' } }, { exit: 0 }, { commit: 'add a' }];

  test('a commit that was made and not recorded is not made again; later changes stay uncommitted', async () => {
    const session = await playUpTo(committing);
    const head = hall.git('rev-parse', 'HEAD');
    hall.git('add', '--all');
    hall.git('commit', '--quiet', '-m', 'add a');
    hall.write('later.txt', 'later\n');
    writeFileSync(lock('index'), '');
    begun(session, { kind: 'commit', head });
    const heard = await hall.playTurn(committing, { resume: session });
    expect(heard.end()?.status).toBe('completed');
    expect(subjects()).toEqual(['add a', 'start']);
    expect(hall.git('status', '--porcelain')).toBe('?? later.txt');
  });

  test('a commit killed before it was made is made, over the locks its git left', async () => {
    const session = await playUpTo(committing);
    for (const name of ['index', 'HEAD', 'refs/heads/main']) writeFileSync(lock(name), '');
    begun(session, { kind: 'commit', head: hall.git('rev-parse', 'HEAD') });
    const heard = await hall.playTurn(committing, { resume: session });
    expect(heard.end()?.status).toBe('completed');
    expect(subjects()).toEqual(['add a', 'start']);
    expect(existsSync(lock('index'))).toBe(false);
  });

  test('a lock that this session did not leave is respected', async () => {
    writeFileSync(lock('index'), '');
    const heard = await hall.playTurn([{ write: { path: 'a.txt', text: '' } }, { commit: 'a' }]);
    expect(heard.end()).toMatchObject({ status: 'failed', message: expect.stringContaining('index.lock') });
    expect(existsSync(lock('index'))).toBe(true);
  });

  test('a merge left in its middle is made again from the start', async () => {
    const prompt = 'Your branch conflicts with the target\nTarget: main\n';
    hall.git('checkout', '--quiet', '-b', 'work');
    hall.write('README.md', 'ours\n');
    hall.git('commit', '--quiet', '-am', 'ours');
    const head = hall.git('rev-parse', 'HEAD');
    hall.git('checkout', '--quiet', 'main');
    hall.write('README.md', 'theirs\n');
    hall.write('new.txt', 'new\n');
    hall.git('add', '--all');
    hall.git('commit', '--quiet', '-m', 'theirs');
    hall.git('checkout', '--quiet', 'work');

    const heard = await hall.play([], { prompt });
    await heard.until('tool-started', 2);
    await heard.session.stop(0);
    // However far that one came: the merge is at hand, begun, and a new file has been laid out.
    const path = join(hall.sessions, `${heard.sessionId()}.json`);
    const journal = JSON.parse(readFileSync(path, 'utf8'));
    hall.git('reset', '--hard', '--quiet', head);
    hall.write('new.txt', 'ne');
    hall.write('README.md', '<<<<<<< half');
    const at = { ...journal.at, conflict: 2 };
    writeFileSync(path, JSON.stringify({ ...journal, open: true, at, begun: { kind: 'merge', head } }));
    writeFileSync(lock('index'), '');

    const again = await hall.playTurn([], { prompt: 'You were interrupted.', resume: heard.sessionId() });
    expect(again.end()?.status).toBe('completed');
    expect(hall.read('README.md')).toBe('theirs\nours\n');
    expect(hall.read('new.txt')).toBe('new\n');
    expect(hall.git('status', '--porcelain')).toBe('');
    expect(hall.git('rev-list', '--count', 'main..HEAD')).toBe('2');
  });
});
