import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGit } from '@symphony/adapters/git';
import { openSqliteStore } from '@symphony/adapters/store/sqlite';
import { givenContext, type LogEvent } from '@symphony/domain';
import { makeRepository, type Repository } from '@symphony/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanMission, openLearning } from '../../src/learning/index.ts';
import { MANIFEST } from '../../src/learning/manifest.ts';
import { MISSION_FILES } from '../../src/learning/mission-files.ts';
import { openChambersOf } from '../../src/project.ts';
import { SystemClock } from '../../src/system-clock.ts';
import { furnish, type Workplace, workplaceAt } from '../../src/workplace.ts';
import { begun, decided, deviation, ended, reported, TestLog } from './mission-log.ts';

let repository: Repository;
let workplace: Workplace;
beforeEach(async () => {
  repository = await makeRepository({ files: { 'a.txt': 'a\n', '.gitignore': '.symphony/\n' } });
  workplace = workplaceAt(repository.path);
  furnish(workplace);
});
afterEach(() => repository.remove());

const inside = (...path: string[]): string => join(workplace.folder, ...path);

/** Plays events of missions and lets what is learnt from them be written. */
async function play(...events: readonly LogEvent[]): Promise<readonly string[]> {
  const store = openSqliteStore({ folder: workplace.log, durability: 'normal', mirror: false });
  const log = new TestLog(store);
  const learning = openLearning({
    root: workplace.folder,
    repository: workplace.root,
    git: openGit(workplace.instance),
    store,
    state: () => log.state,
    clock: new SystemClock(0),
    warn: (message) => {
      throw new Error(message);
    },
  });
  log.onEntry((entry) => learning.hear(entry));
  await learning.lessons();
  for (const event of events) {
    log.record(event);
    if (event.type === 'deviation-decided') await learning.lessons();
  }
  const lessons = await learning.lessons();
  await learning.close();
  store.close();
  return lessons;
}

const LIFE: readonly LogEvent[] = [
  ...begun('dates'),
  reported('dates', 'a', deviation('major', 'the column holds Quetzalcoatl text')),
  reported('dates', 'b', {
    kind: 'rule',
    area: 'calculation',
    text: 'Quetzalcoatl counts days',
    why: 'agreed',
  }),
  reported('dates', 'b', {
    kind: 'discovery',
    discovery: { title: 'Quetzalcoatl is slow', detail: 'A bit.', critical: false },
  }),
  decided('dates', 'D1', 'rework', 'Parse the column before it is compared'),
];

function putOnBoard(id: string): void {
  mkdirSync(workplace.board, { recursive: true });
  writeFileSync(join(workplace.board, `${id}.md`), `---\ntitle: Quetzalcoatl ${id}\nstate: Done\n---\n`);
}

const everything = (): string[] =>
  readdirSync(workplace.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(inside(path)).isFile() && !/^(log|run|archive\/lock)/.test(path))
    .sort();

describe('cleaning up after a mission', () => {
  test('M11 keeps what was learnt, archives rules and plan, purges the rest; a look changes nothing', async () => {
    await play(...LIFE, ...ended('dates'));
    await repository.git('branch', 'symphony/mission/dates');
    for (const id of ['dates-a', 'dates-b', 'S-1']) putOnBoard(id);
    const before = everything();
    const look = await cleanMission(workplace, { mission: 'DATES', dryRun: true });
    expect(look).toMatchObject({ mission: 'dates', refused: null, done: false, unknown: [] });
    expect(look.bytes).toBeGreaterThan(1_000);
    expect(everything()).toEqual(before);
    const courses = Object.fromEntries(look.found.map(({ name, course }) => [name, course]));
    for (const name of MISSION_FILES) expect(courses[`missions/dates/${name}`]).toBe(MANIFEST.mission[name]);
    expect(courses).toMatchObject({
      'learning/GOTCHAS.md': 'keep',
      'board/dates-a.md': 'purge',
      'symphony/mission/dates': 'purge',
    });
    expect(courses).not.toHaveProperty(['board/S-1.md']);

    const done = await cleanMission(workplace, { mission: 'dates', dryRun: false });
    expect(done).toMatchObject({ done: true, refused: null, bytes: look.bytes });
    expect(existsSync(inside('missions', 'dates'))).toBe(false);
    expect(readdirSync(inside(done.archivedTo ?? '')).sort()).toEqual([
      'BUSINESS_LOGIC.json',
      'INTEGRATION_PLAN.json',
    ]);
    expect(readFileSync(inside(done.archivedTo ?? '', 'BUSINESS_LOGIC.json'), 'utf8')).toContain(
      'counts days',
    );
    expect(readdirSync(workplace.board)).toEqual(['S-1.md']);
    expect(await repository.git('branch', '--list', 'symphony/*')).toBe('');
    const again = await cleanMission(workplace, { mission: 'dates', dryRun: false });
    expect(again).toMatchObject({ done: true, archivedTo: null, bytes: 0 });
  });

  test('M11 nothing of one mission is visible to the next but what was learnt', async () => {
    await play(...LIFE, ...ended('dates'));
    for (const id of ['dates-a', 'dates-b']) putOnBoard(id);
    await cleanMission(workplace, { mission: 'dates', dryRun: false });
    const lessons = await play(...begun('times'));
    expect(lessons).toEqual(['Parse the column before it is compared.']);
    const given = givenContext(
      lessons.map((text) => ({ level: 'reference', about: 'lesson', text })),
      1_000,
    );
    expect(given.text).not.toContain('Quetzalcoatl');
    // Outside of the log and of what was put away, only the learning files name it.
    const holding = everything().filter((path) =>
      readFileSync(inside(path), 'utf8').includes('Quetzalcoatl'),
    );
    expect(holding.filter((path) => !path.startsWith('archive/'))).toEqual([
      'learning/FAILURE_ANALYSIS.json',
      'learning/GOTCHAS.md',
    ]);
    expect(readdirSync(inside('missions'))).toEqual(['times']);
  });

  test('M11 a file nobody knows is told of and left alone', async () => {
    await play(...LIFE, ...ended('dates'));
    writeFileSync(inside('missions', 'dates', 'notes.txt'), 'mine');
    const done = await cleanMission(workplace, { mission: 'dates', dryRun: false });
    expect(done.unknown).toEqual(['missions/dates/notes.txt']);
    expect(readdirSync(inside('missions', 'dates'))).toEqual(['notes.txt']);
  });

  test('M11 is refused while the mission is played', async () => {
    await play(...LIFE);
    const before = everything();
    const done = await cleanMission(workplace, { mission: 'dates', dryRun: false });
    expect(done).toMatchObject({
      done: false,
      refused: expect.stringContaining('symphony mission abort dates'),
    });
    expect(everything()).toEqual(before);
  });

  test('M11 a mission nobody knows is told in a sentence', async () => {
    await play();
    await expect(cleanMission(workplace, { mission: 'x', dryRun: true })).rejects.toMatchObject({
      failure: { code: 'missing', nextStep: expect.stringContaining('mission status') },
    });
  });

  describe('with a chamber', () => {
    async function prepare() {
      const chambers = await openChambersOf(workplace);
      const chamber = await chambers.prepare({
        item: 'dates-a',
        identifier: 'dates-a',
        title: 'Work',
        target: 'main',
        known: null,
      });
      await play(
        ...LIFE,
        { type: 'chamber-prepared', item: 'dates-a', run: 'r', chamber },
        ...ended('dates'),
      );
      return { chamber, at: repository.at(chamber.path) };
    }

    test('M2 M11 is refused while it holds uncommitted or unmerged work, and nothing goes', async () => {
      const { chamber, at } = await prepare();
      await at.write({ 'new.txt': 'new\n' });
      const before = everything();
      const uncommitted = await cleanMission(workplace, { mission: 'dates', dryRun: false });
      expect(uncommitted).toMatchObject({
        done: false,
        refused: expect.stringContaining('uncommitted work'),
      });
      await at.commit({}, 'Work');
      const unmerged = await cleanMission(workplace, { mission: 'dates', dryRun: false });
      expect(unmerged).toMatchObject({ done: false, refused: expect.stringContaining('not merged') });
      expect(unmerged.refused).toContain(chamber.key);
      expect(everything()).toEqual(before);
    });

    test('M11 merged work goes with its chamber and its branch; a branch that is not contained stays', async () => {
      const { chamber, at } = await prepare();
      await at.commit({ 'new.txt': 'new\n' }, 'Work');
      await repository.git('merge', '--quiet', '--ff-only', chamber.branch);
      await repository.git('branch', 'symphony/mission/dates', 'HEAD~1');
      const tree = repository.at(inside('aside'));
      await repository.git('worktree', 'add', '--quiet', tree.path, 'symphony/mission/dates');
      await tree.commit({ 'more.txt': 'more\n' }, 'More');
      await repository.git('worktree', 'remove', '--force', tree.path);
      const done = await cleanMission(workplace, { mission: 'dates', dryRun: false });
      expect(done).toMatchObject({ done: true, refused: null });
      expect(existsSync(chamber.path)).toBe(false);
      expect(await repository.git('branch', '--list', '--format=%(refname:short)', 'symphony/*')).toBe(
        'symphony/mission/dates',
      );
      expect(done.found.find(({ name }) => name === 'symphony/mission/dates')?.stays).toContain(
        'not in main',
      );
    });
  });
});
