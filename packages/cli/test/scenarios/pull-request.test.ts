import { TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, test } from 'vitest';
import { onHostedStage } from './hosted.ts';
import { type Cast, checkMergedOnce, playPullRequest } from './pull-request-story.ts';

const add = (name: string) => [{ write: { path: name, text: name } }, { commit: `Add ${name}` }];

test.concurrent('C9 C19 a pull request of an item on the board: pushed, failing check, follow-up, green, merged once', () =>
  onHostedStage({}, async (hosted) => {
    const { stage } = hosted;
    const gate = stage.gate('mending');
    const mending = [{ say: 'mending' }, gate.step, ...add('mended')];
    stage.board.write('S-1', { rehearsal: [...add('song'), { on_review: mending }] });
    await stage.play();
    const cast: Cast = {
      id: 'S-1',
      identifier: 'S-1',
      mending: { begun: () => stage.says('S-1', 'mending'), goOn: () => gate.open() },
      commenting: null,
      checked: async () => undefined, // it looks by itself, several times a second
      cut: async () => undefined, // kills are told in github-issue.test.ts
    };
    await playPullRequest(hosted, cast);
    await checkMergedOnce(hosted, cast);
    expect((await hosted.git('ls-tree', '--name-only', 'main')).split('\n')).toEqual(
      expect.arrayContaining(['song', 'mended']),
    );
    await stage.until('the board shows it', async () =>
      (await hosted.boardFile('S-1')).includes('state: Done'),
    );
    const comments = (await hosted.boardFile('S-1')).match(
      /Handed over as https:\/\/github\.com\/acme\/app\/pull\/1\./g,
    );
    expect(comments).toHaveLength(1);
    expect(JSON.stringify(stage.events.all())).not.toContain(TEST_TOKEN);
  }));

test.concurrent('C19 what a person pushed is never overwritten, and is theirs until they ask', () =>
  onHostedStage({ handoff: { mode: 'auto' } }, async (hosted) => {
    const { stage, desk } = hosted;
    stage.kept = ['S-1'];
    stage.board.write('S-1', { rehearsal: [...add('song'), { on_review: [{ run: 'true' }] }] });
    await stage.play();
    const pull = await hosted.pull();
    const ours = await desk.headOf(pull);
    desk.check(ours, { name: 'build', conclusion: null });
    const tree = await hosted.git('rev-parse', `${ours}^{tree}`);
    const person = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.test'];
    const theirs = await hosted.git(...person, 'commit-tree', tree, '-p', ours, '-m', 'Mine');
    await hosted.git('update-ref', `refs/heads/${pull.headRef}`, theirs);
    await stage.until('it is seen', () => stage.events.of('proposal-touched', 'S-1').length === 1);
    desk.check(theirs, { name: 'build', conclusion: 'failure', summary: 'broken' });
    await stage.until('the check is seen', () =>
      stage.events.of('proposal-seen', 'S-1').some(({ sight }) => sight.checks === 'failed'),
    );
    expect(stage.events.of('handoff-returned')).toEqual([]);
    expect((await stage.explain('S-1')).next).toContain('a person pushed');
    expect(await stage.symphony('retry', 'S-1')).toMatchObject({ code: 0 });
    await stage.until('it is sent back', () => stage.events.of('handoff-returned', 'S-1').length === 1);
    await stage.until('its author is told', () =>
      (stage.wiretap.prompts('S-1').at(-1) ?? '').includes(`git merge ${theirs}`),
    );
    expect(await desk.headOf(pull)).toBe(theirs);
    expect(await stage.repository.git('cat-file', '-t', theirs)).toBe('commit');
  }));
