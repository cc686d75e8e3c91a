import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOf } from '@symphony/domain';
import { makeRepository } from '@symphony/testkit';
import { describe, expect, test } from 'vitest';
import { adminOf, soundness } from '../chamber/hall.ts';
import { openSurveyHall } from './hall.ts';

describe('M8 the mission branch', () => {
  test('M8 is cut from the fetched target when that only adds to the local one, and its base stays', async () => {
    const { hall, survey } = await openSurveyHall();
    const { repository } = hall;
    const origin = await makeRepository({ name: 'origin', files: null });
    try {
      await origin.git('pull', '--quiet', repository.path, 'main');
      await repository.git('remote', 'add', 'origin', origin.path);
      const local = await repository.git('rev-parse', 'main');
      const ahead = await origin.commit({ 'b.txt': 'b\n' }, 'Somebody else');
      expect(ahead).not.toBe(local);
      expect(await survey.openBranch('symphony/mission/m', 'main')).toEqual({ base: ahead, commit: ahead });
      // The local target goes its own way: the branch was still cut from the fetched one.
      await repository.commit({ 'c.txt': 'c\n' }, 'Mine');
      expect(await survey.openBranch('symphony/mission/m', 'main')).toEqual({ base: ahead, commit: ahead });
    } finally {
      await origin.remove();
    }
  });

  test('M8 a branch in the way is named with what to do', async () => {
    const { hall, survey } = await openSurveyHall();
    await hall.repository.git('branch', 'symphony');
    const failure = await survey.openBranch('symphony/mission/m', 'main').catch(failureOf);
    expect(failure).toMatchObject({ code: 'conflict', nextStep: expect.stringContaining('git branch -m') });
  });

  test('M8 one that shares nothing with the target is not taken', async () => {
    const { hall, survey } = await openSurveyHall();
    await hall.repository.git('checkout', '--quiet', '--orphan', 'symphony/mission/m');
    await hall.repository.commit({ 'x.txt': 'x\n' }, 'Alone');
    await hall.repository.git('checkout', '--quiet', 'main');
    const failure = await survey.openBranch('symphony/mission/m', 'main').catch(failureOf);
    expect(failure).toMatchObject({ code: 'conflict' });
  });
});

describe('M4 marks', () => {
  test('M4 in a file that moved only the new lines count, whatever its name', async () => {
    const { hall, survey } = await openSurveyHall();
    const body = Array.from({ length: 20 }, (_, at) => `call(${at});\n`).join('');
    const base = await hall.repository.commit({ 'a.ts': `// DEVIATION_MINOR: old\n${body}` }, 'Base');
    const head = await hall.repository.commit(
      {
        'a.ts': null,
        'deep/"quoted" ü\\.ts': `// DEVIATION_MINOR: old\n${body}// DEVIATION_MINOR: new`,
        'glob*[1].ts': '/* ARCHITECTURAL_MISMATCH: x */\n',
      },
      'Move',
    );
    expect(await survey.marks(base, head)).toEqual([
      { file: 'deep/"quoted" ü\\.ts', line: 22, severity: 'minor', text: 'new' },
      { file: 'glob*[1].ts', line: 1, severity: 'major', text: 'x' },
    ]);
  });

  test('M4 the user settings for differences and what is no text do not matter', async () => {
    const { hall, survey, started } = await openSurveyHall();
    const { repository } = hall;
    for (const setting of [
      ['diff.noprefix', 'true'],
      ['diff.external', 'false'],
      ['color.ui', 'always'],
      ['diff.context', '9'],
    ])
      await repository.git('config', ...setting);
    const base = await repository.git('rev-parse', 'HEAD');
    const head = await repository.commit(
      {
        'a.sh': `${'x'.repeat(5_000)} # DEVIATION_MINOR: too far out\n# DEVIATION_MINOR: here\n`,
        'binary.bin': `\0\0// DEVIATION_MINOR: not a text\n`,
      },
      'Marks',
    );
    expect(await survey.marks(base, head)).toEqual([
      { file: 'a.sh', line: 2, severity: 'minor', text: 'here' },
    ]);
    const clean = await repository.commit({ 'b.txt': 'nothing: here\n' }, 'Clean');
    started.splice(0);
    expect(await survey.marks(head, clean)).toEqual([]);
    expect(started).toEqual(['diff-tree']);
  });

  test('M4 what is too large to be read is told', async () => {
    const { hall, survey } = await openSurveyHall();
    const base = await hall.repository.git('rev-parse', 'HEAD');
    const line = `${'y'.repeat(99)}\n`;
    const head = await hall.repository.commit(
      { 'b.ts': '// DEVIATION_MINOR: small\n', 'a.ts': `// DEVIATION_MINOR: large\n${line.repeat(530_000)}` },
      'Large',
    );
    expect(await survey.marks(base, head)).toMatchObject([{ file: 'b.ts' }]);
    expect(hall.notices).toEqual(['a.ts is too large to be searched for marks.']);
  });
});

describe('M10 looking at a chamber', () => {
  test('M10 touches neither index nor branch nor files, and leaves nothing in the repository', async () => {
    const { hall, survey } = await openSurveyHall({ files: { 'a.txt': 'a\n', '.gitignore': 'ignored\n' } });
    const chamber = await hall.prepare('A');
    const within = hall.in(chamber);
    await within.write({ 'a.txt': 'staged\n' });
    await within.git('add', 'a.txt');
    await within.write({ 'a.txt': 'not staged\n', 'new.txt': 'n\n', ignored: 'i\n' });
    const admin = await adminOf(hall, chamber);
    const look = async () => ({
      index: await readFile(join(admin, 'index')),
      written: (await stat(join(admin, 'index'))).mtimeMs,
      status: await within.git('--no-optional-locks', 'status', '--porcelain', '--ignored'),
      refs: await hall.repository.git('for-each-ref'),
      objects: await hall.repository.git('count-objects'),
    });
    const before = await look();
    const sight = await survey.sight(chamber);
    expect(sight?.files).toEqual(['a.txt', 'new.txt']);
    await survey.trial(sight ?? never(), sight ?? never());
    expect(await look()).toEqual(before);
    expect(await survey.read(sight?.commit ?? '', 'a.txt')).toBe('not staged\n');
    await soundness(hall.repository);
  });

  test('M10 a chamber that has not changed is inspected and no more', async () => {
    const { hall, survey, started } = await openSurveyHall();
    const chamber = await hall.prepare('A');
    await hall.in(chamber).write({ 'a.txt': 'a\n' });
    const first = await survey.sight(chamber);
    started.splice(0);
    expect(await survey.sight(chamber)).toEqual(first);
    expect(started.sort()).toEqual(['rev-list', 'rev-parse', 'status']);
  });

  test('M10 what is not needed any more goes, and what was seen last stays', async () => {
    const { hall, survey, scratch } = await openSurveyHall({ renewAfter: 10 });
    const [quiet, busy] = [await hall.prepare('quiet'), await hall.prepare('busy')];
    await hall.in(quiet).write({ 'README.md': 'quiet\n' });
    const mine = await survey.sight(quiet);
    const kept: number[] = [];
    for (let at = 0; at < 40; at += 1) {
      await hall.in(busy).write({ 'README.md': `busy ${at}\n` });
      const theirs = await survey.sight(busy);
      expect(await survey.trial(mine ?? never(), theirs ?? never())).toEqual(['README.md']);
      kept.push((await readdir(scratch, { recursive: true })).length);
    }
    expect(hall.notices).toEqual([]);
    expect(Math.max(...kept.slice(20))).toBeLessThanOrEqual(Math.max(...kept.slice(0, 20)) + 10);
    expect(await survey.sight(quiet)).toEqual(mine);
    expect(await survey.read(mine?.commit ?? '', 'README.md')).toBe('quiet\n');
    expect(hall.notices).toEqual([]);
  });

  test('M10 what a repository within the chamber has in its settings is never run here', async () => {
    const { hall, survey } = await openSurveyHall();
    const chamber = await hall.prepare('A');
    const ran = join(hall.repository.path, '..', 'ran');
    await mkdir(join(chamber.path, 'nested'));
    const nested = hall.repository.at(join(chamber.path, 'nested'));
    await nested.git('init', '--quiet');
    await nested.git('config', 'user.name', 'Test Player');
    await nested.git('config', 'user.email', 'player@example.test');
    await nested.commit({ '.gitattributes': '* filter=mine\n', 'x.txt': 'one\n' }, 'Inside');
    await hall.in(chamber).commit({ 'mine.txt': 'm' }, 'With a repository inside');
    await nested.git('config', 'filter.mine.clean', `sh -c 'touch "${ran}"; cat'`);
    await nested.write({ 'x.txt': 'two\n' });
    await utimes(join(chamber.path, 'nested', 'x.txt'), 1, 1);
    await hall.in(chamber).write({ 'more.txt': 'more\n' });
    expect((await survey.sight(chamber))?.files).toEqual(['mine.txt', 'more.txt', 'nested']);
    expect(existsSync(ran)).toBe(false);
  });
});

const never = (): never => {
  throw new Error('there is no sight');
};
