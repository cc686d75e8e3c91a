import { describe, expect, test } from 'vitest';
import { eventually, expectRefusal, onGround, writes } from './ground.ts';

describe('the repository', () => {
  test.concurrent('C24 has no commit yet: `run` refuses, tries nothing, and works after the first commit', () =>
    onGround({ files: null }, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      expectRefusal(await ground.play(), 'The repository has no commit yet.', /git commit --allow-empty/);
      expect((await ground.symphony(['doctor'])).out).toContain('The repository has no commit yet.');
      expect((await ground.symphony(['board', 'list'])).out).toMatch(/A +Todo/);
      await ground.repository.git('commit', '--quiet', '--allow-empty', '--message', 'Start');
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
    }));

  test.concurrent('is on an unborn branch: `run` names the branch that is meant', () =>
    onGround({ branch: 'trunk' }, async (ground) => {
      await ground.repository.git('checkout', '--quiet', '--orphan', 'trnk');
      const refused = await ground.symphony(['run', '--rehearse', 'x']);
      expectRefusal(refused, 'There is no branch `trnk`; did you mean `trunk`?', /set `target`/);
    }));

  test.concurrent('C5 has its HEAD detached: work goes into main, and the checkout stays where it is', () =>
    onGround({}, async (ground) => {
      await ground.repository.git('checkout', '--quiet', '--detach');
      const head = await ground.repository.git('rev-parse', 'HEAD');
      expect((await ground.symphony(['run', '--rehearse', 'Say hello'])).code).toBe(0);
      expect(await ground.merged()).toEqual(['S-1']);
      expect(await ground.repository.git('rev-parse', 'HEAD')).toBe(head);
      expect(await ground.repository.git('status', '--porcelain', '--untracked-files=no')).toBe('');
    }));

  test.concurrent('has its HEAD detached and neither main nor master: `run` says which branch is missing', () =>
    onGround({ branch: 'mains' }, async (ground) => {
      await ground.repository.git('checkout', '--quiet', '--detach');
      const refused = await ground.symphony(['run', '--rehearse', 'x']);
      expectRefusal(refused, 'There is no branch `main`; did you mean `mains`?', /set `target`/);
    }));
});

describe('the target branch', () => {
  test.concurrent('is missing: `run` names the nearest one and burns no retry', () =>
    onGround({}, async (ground) => {
      ground.configure({ target: 'mian' });
      ground.item('A', writes('a.txt'));
      expectRefusal(
        await ground.play(),
        'There is no branch `mian`; did you mean `main`?',
        /git branch mian/,
      );
      ground.configure();
      expect((await ground.play()).code).toBe(0);
      expect(ground.log().of('retry-scheduled')).toEqual([]);
    }));

  test.concurrent.each(['two..dots', '-rf'])(
    'given as --target=%s cannot be a branch: refused in words',
    (name) =>
      onGround({}, async (ground) => {
        const refused = await ground.symphony(['run', '--rehearse', `--target=${name}`, 'x']);
        expectRefusal(refused, `"${name}" cannot be the name of a branch.`, /--target/);
        expect(await ground.repository.git('branch', '--format=%(refname:short)')).toBe('main');
      }),
  );

  test.concurrent('is deleted while agents work: the train waits and says why, the next run merges once', () =>
    onGround({}, async (ground) => {
      await ground.repository.git('branch', 'release');
      ground.configure({ target: 'release' });
      ground.item('A', [{ say: 'I write' }, { sleep: '1500ms' }, ...writes('a.txt')]);
      const playing = ground.start(['run', '--rehearse', '--exit-when-idle']);
      await playing.saw('rehearsal takes it');
      await eventually('the chamber of A', async () =>
        (await ground.repository.git('branch', '--list', 'symphony/*')).includes('A'),
      );
      await ground.repository.git('branch', '--delete', '--force', 'release');
      const { code, out } = await playing.ended;
      expect(code).toBe(1);
      expect(out).toContain('the merge train waits: the branch release does not exist');
      expect((await ground.symphony(['status'])).out).toContain('the branch release does not exist');
      expectRefusal(await ground.play(), 'There is no branch `release`', /git branch release/);
      await ground.repository.git('branch', 'release', 'main');
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged('release')).toEqual(['A']);
      ground.log();
    }));
});

describe('M9 a dirty checkout of the target', () => {
  test.concurrent('with changes elsewhere: the work is merged and the changes stay as they are', () =>
    onGround({ files: { 'README.md': 'hello\n', 'notes.txt': 'one\n' } }, async (ground) => {
      ground.configure();
      ground.item('A', writes('a.txt'));
      await ground.repository.write({ 'notes.txt': 'mine\n', 'new.txt': 'new\n', 'staged.txt': 's\n' });
      await ground.repository.git('add', 'staged.txt');
      const before = await ground.repository.git('status', '--porcelain');
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
      expect(await ground.repository.git('status', '--porcelain')).toBe(before);
      expect(await ground.repository.read('notes.txt')).toBe('mine\n');
      expect(await ground.repository.read('a.txt')).toBe('x');
    }));

  test.concurrent('with changes in the way: the train waits, says for what, and lands once they are stashed', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', [{ write: { path: 'README.md', text: 'theirs\n' } }, { commit: 'Change it' }]);
      await ground.repository.write({ 'README.md': 'mine\n' });
      const playing = ground.start(['run', '--rehearse']);
      await playing.saw('the merge train waits: main is checked out with uncommitted changes to README.md');
      const { train } = JSON.parse((await ground.symphony(['status', '--json'])).out);
      expect(train.held).toContain('uncommitted changes to README.md; commit or stash them');
      expect(await ground.repository.read('README.md')).toBe('mine\n');
      await ground.repository.git('stash', '--quiet');
      await playing.saw('merged into main');
      playing.child.kill('SIGTERM');
      expect((await playing.ended).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
      expect(await ground.repository.git('stash', 'list')).toContain('stash@{0}');
    }));

  test.concurrent('C8 that held the last run is looked at again by the next one', () =>
    onGround({}, async (ground) => {
      ground.configure();
      ground.item('A', [{ write: { path: 'README.md', text: 'theirs\n' } }, { commit: 'Change it' }]);
      await ground.repository.write({ 'README.md': 'mine\n' });
      const held = await ground.play();
      expect(held.code).toBe(1);
      expect(held.out).toContain('the merge train is held');
      // Still in the way: said again, not taken from the log without a look.
      const again = await ground.play();
      expect(again.code).toBe(1);
      expect(again.out).toContain('the merge train waits: main is checked out with uncommitted changes');
      await ground.repository.git('checkout', '--', 'README.md');
      expect((await ground.play()).code).toBe(0);
      expect(await ground.merged()).toEqual(['A']);
    }));
});
