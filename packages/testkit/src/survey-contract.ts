import { type Chamber, failureOf, type Sight, type Survey } from '@symphony/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Texts by path; null takes a file away. */
type Changes = Readonly<Record<string, string | null>>;

/** One survey over a repository with a target `main`, and the hands of those who work in it. */
export interface SurveyStage {
  readonly survey: Survey;
  /** Commits onto a branch that is there and answers the commit. */
  commit(branch: string, changes: Changes): Promise<string>;
  /** A chamber cut from `main` as it is now. */
  openChamber(name: string): Promise<Chamber>;
  write(chamber: Chamber, changes: Changes): Promise<void>;
  /** Commits everything the chamber holds. */
  commitIn(chamber: Chamber): Promise<void>;
  remove(chamber: Chamber): Promise<void>;
  close(): Promise<void>;
}

const TEN = Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`).join('');
const BRANCH = 'symphony/mission/m';

/** What every survey keeps to. `open` is given the files of the first commit. */
export function surveyContract(name: string, open: (files: Changes) => Promise<SurveyStage>): void {
  describe(`M4 M8 M10 survey: ${name}`, () => {
    let stage: SurveyStage;
    let survey: Survey;
    beforeEach(async () => {
      stage = await open({ 'a.txt': TEN, 'b.txt': TEN, 'old.ts': '// DEVIATION_MINOR: from before\n' });
      survey = stage.survey;
    });
    afterEach(() => stage.close());

    const failureCode = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: unknown) => failureOf(error).code,
      );
    const seen = async (chamber: Chamber): Promise<Sight> => {
      const sight = await survey.sight(chamber);
      if (sight === null) throw new Error(`${chamber.key} holds nothing`);
      return sight;
    };
    const chamberWith = async (chamberName: string, changes: Changes): Promise<Chamber> => {
      const chamber = await stage.openChamber(chamberName);
      await stage.write(chamber, changes);
      return chamber;
    };
    const line = (number: number, text: string): string => TEN.replace(`line ${number}\n`, `${text}\n`);

    describe('branches', () => {
      test('a branch is made where the target is', async () => {
        const main = await survey.commitOf('main');
        expect(await survey.commitOf(BRANCH)).toBeNull();
        expect(await survey.openBranch(BRANCH, 'main')).toEqual({ base: main, commit: main });
        expect(await survey.commitOf(BRANCH)).toBe(main);
      });

      test('one that is there stays, and its base is told as before although both moved', async () => {
        const { base } = await survey.openBranch(BRANCH, 'main');
        expect(await survey.openBranch(BRANCH, 'main')).toEqual({ base, commit: base });
        await stage.commit('main', { 'a.txt': 'moved\n' });
        expect(await survey.openBranch(BRANCH, 'main')).toEqual({ base, commit: base });
        const commit = await stage.commit(BRANCH, { 'c.txt': 'c\n' });
        await stage.commit('main', { 'a.txt': 'moved again\n' });
        expect(await survey.openBranch(BRANCH, 'main')).toEqual({ base, commit });
      });

      test('a target that is not there is missing', async () => {
        expect(await failureCode(survey.openBranch(BRANCH, 'nowhere'))).toBe('missing');
        expect(await survey.commitOf(BRANCH)).toBeNull();
      });
    });

    describe('commits', () => {
      test('what changed is named by every path, a move by two', async () => {
        const base = (await survey.commitOf('main')) ?? '';
        const head = await stage.commit('main', {
          'a.txt': 'other\n',
          'b.txt': null,
          'moved/b.txt': TEN,
          'ü ä\t.txt': 'new\n',
        });
        expect(await survey.changed(base, base)).toEqual([]);
        expect([...(await survey.changed(base, head))].sort()).toEqual(
          ['a.txt', 'b.txt', 'moved/b.txt', 'ü ä\t.txt'].sort(),
        );
      });

      test('M6 what others did since the two parted is not counted', async () => {
        await survey.openBranch(BRANCH, 'main');
        const head = await stage.commit(BRANCH, { 'mine.txt': 'mine\n' });
        await stage.commit('main', { 'theirs.txt': 'theirs\n' });
        expect(await survey.changed('main', head)).toEqual(['mine.txt']);
      });

      test('marks are those of lines that were added, at their place in the newer commit', async () => {
        const base = (await survey.commitOf('main')) ?? '';
        const head = await stage.commit('main', {
          'a.txt': line(3, '# ARCHITECTURAL_MISMATCH: the table has no key').replace(
            'line 1\n',
            'one\nmore\n',
          ),
          'old.ts': 'const before = 1;\n// DEVIATION_MINOR: from before\n',
          'new folder/ü.ts':
            'x();\n\nfoo(); // FUNDAMENTAL_BREAK: no such service\n++ DEVIATION_MINOR: no comment\n',
        });
        const marks = [...(await survey.marks(base, head))].sort((a, b) => (a.file < b.file ? -1 : 1));
        expect(marks).toEqual([
          { file: 'a.txt', line: 4, severity: 'major', text: 'the table has no key' },
          { file: 'new folder/ü.ts', line: 3, severity: 'fundamental', text: 'no such service' },
        ]);
        expect(await survey.marks(head, base)).toEqual([]);
        expect(await survey.marks(base, base)).toEqual([]);
      });

      test('a file is read as it was, and one that is not there is null', async () => {
        const base = (await survey.commitOf('main')) ?? '';
        const head = await stage.commit('main', { 'a.txt': 'other\n', 'folder/c.txt': 'ü\n' });
        expect(await survey.read(base, 'a.txt')).toBe(TEN);
        expect(await survey.read(head, 'a.txt')).toBe('other\n');
        expect(await survey.read(head, 'folder/c.txt')).toBe('ü\n');
        expect(await survey.read(base, 'folder/c.txt')).toBeNull();
        expect(await survey.read(head, 'folder')).toBeNull();
      });

      test('a commit that is not there is missing, and a file that is too large is not read', async () => {
        expect(await failureCode(survey.read('0'.repeat(40), 'a.txt'))).toBe('missing');
        const head = await stage.commit('main', { 'large.txt': 'x'.repeat(1024 * 1024 + 1) });
        expect(await failureCode(survey.read(head, 'large.txt'))).toBe('invalid');
      });
    });

    describe('sights', () => {
      test('a chamber that differs in nothing shows nothing', async () => {
        const chamber = await stage.openChamber('one');
        expect(await survey.sight(chamber)).toBeNull();
        await stage.write(chamber, { 'a.txt': 'other\n' });
        await stage.write(chamber, { 'a.txt': TEN });
        expect(await survey.sight(chamber)).toBeNull();
      });

      test('changed, new and deleted files are seen, committed or not, and looking changes nothing', async () => {
        const chamber = await chamberWith('one', { 'a.txt': 'other\n', 'new.txt': 'n\n', 'b.txt': null });
        const before = await survey.commitOf(chamber.branch);
        const open = await seen(chamber);
        expect([...open.files].sort()).toEqual(['a.txt', 'b.txt', 'new.txt']);
        expect(await survey.read(open.commit, 'new.txt')).toBe('n\n');
        expect(await survey.commitOf(chamber.branch)).toBe(before);
        await stage.commitIn(chamber);
        const committed = await seen(chamber);
        expect({ tree: committed.tree, files: committed.files }).toEqual({
          tree: open.tree,
          files: open.files,
        });
        expect(committed.commit).toBe(await survey.commitOf(chamber.branch));
      });

      test('the same content is the same tree in every chamber, and other content another', async () => {
        const [one, two] = [
          await chamberWith('one', { 'x.txt': 'x\n' }),
          await chamberWith('two', { 'x.txt': 'x\n' }),
        ];
        expect((await seen(one)).tree).toBe((await seen(two)).tree);
        await stage.write(two, { 'x.txt': 'y\n' });
        expect((await seen(one)).tree).not.toBe((await seen(two)).tree);
      });

      test('a chamber that is gone is missing', async () => {
        const chamber = await chamberWith('one', { 'x.txt': 'x\n' });
        await survey.sight(chamber);
        await stage.remove(chamber);
        expect(await failureCode(survey.sight(chamber))).toBe('missing');
      });
    });

    describe('trials', () => {
      const cases: readonly [what: string, one: Changes, other: Changes, conflicts: readonly string[]][] = [
        ['different files', { 'a.txt': 'one\n' }, { 'b.txt': 'other\n' }, []],
        ['places of one file that are apart', { 'a.txt': line(1, 'one') }, { 'a.txt': line(9, 'other') }, []],
        ['the same line', { 'a.txt': line(5, 'one') }, { 'a.txt': line(5, 'other') }, ['a.txt']],
        ['lines that touch', { 'a.txt': line(5, 'one') }, { 'a.txt': line(6, 'other') }, ['a.txt']],
        ['the same change', { 'a.txt': line(5, 'one') }, { 'a.txt': line(5, 'one') }, []],
        ['a change and a deletion', { 'a.txt': line(5, 'one') }, { 'a.txt': null }, ['a.txt']],
        ['two new files of one name', { 'c.txt': 'one\n' }, { 'c.txt': 'other\n' }, ['c.txt']],
        ['two deletions', { 'a.txt': null }, { 'a.txt': null, 'b.txt': 'b\n' }, []],
      ];
      test.each(cases)('%s', async (_what, mine, theirs, conflicts) => {
        const one = await seen(await chamberWith('one', mine));
        const other = await seen(await chamberWith('other', theirs));
        expect(await survey.trial(one, other)).toEqual(conflicts);
        expect(await survey.trial(other, one)).toEqual(conflicts);
      });

      test('what both have of the target is no conflict', async () => {
        const one = await chamberWith('one', { 'a.txt': line(5, 'one') });
        await stage.commit('main', { 'a.txt': line(9, 'nine') });
        const other = await chamberWith('other', { 'a.txt': line(9, 'nine').replace('line 1\n', 'first\n') });
        expect(await survey.trial(await seen(one), await seen(other))).toEqual([]);
      });
    });
  });
}
