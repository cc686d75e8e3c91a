import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, test } from 'vitest';
import { onHostedStage } from './hosted.ts';
import { asking, type KillPoint, killAt } from './kill-points.ts';
import { type Cast, checkMergedOnce, playPullRequest } from './pull-request-story.ts';

const add = (name: string) => [{ write: { path: name, text: name } }, { commit: `Add ${name}` }];

const KILLED: readonly KillPoint[] = [
  asking('the pull request is opened', 'answer', /^POST .*\/pulls$/),
  asking('it is merged', 'answer', /^PUT .*\/merge$/, 'symphony'),
];

test.concurrent('C8 C9 C19 a pull request of an item on the board: failing check, follow-up, green, merged once, killed twice', () =>
  onHostedStage({}, async (hosted) => {
    const { stage } = hosted;
    const gate = stage.gate('mending');
    const mending = [{ say: 'mending' }, gate.step, ...add('mended')];
    stage.board.write('S-1', { rehearsal: [...add('song'), { on_review: mending }] });
    const playing = await stage.playMortal();
    const cast: Cast = {
      id: 'S-1',
      identifier: 'S-1',
      mending: { begun: () => stage.says('S-1', 'mending'), goOn: () => gate.open() },
      checked: async () => undefined, // it looks by itself, several times a second
      cut: async () => undefined,
    };
    await Promise.all([playPullRequest(hosted, cast), killAt(hosted, playing, KILLED)]);
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
      stage.wiretap.prompts('S-1').some((each) => each.includes(`git merge ${theirs}`)),
    );
    expect(await desk.headOf(pull)).toBe(theirs);
    expect(await stage.repository.git('cat-file', '-t', theirs)).toBe('commit');
  }));

test.concurrent('C19 a declined push, a revoked token, a pull request that a person closed: each is said with the next step, nothing is lost', () =>
  onHostedStage({}, async (hosted) => {
    const { stage, desk, server, remote } = hosted;
    stage.kept = ['S-1'];
    await stage.repository.git('remote', 'set-url', 'origin', `${server.url}/acme/app.git`);
    const hook = join(remote, 'hooks', 'pre-receive');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "Songs are not taken on Wednesdays." >&2\nexit 1\n', {
      mode: 0o755,
    });
    const tries = { 1: add('song'), 2: add('second'), 3: add('third') };
    stage.board.write('S-1', { rehearsal: { on_attempt: tries } });
    await stage.play();
    const told = async (...words: readonly string[]) => {
      const { next } = await stage.explain('S-1');
      for (const each of words) expect(next).toContain(each);
    };
    const retry = async () => expect(await stage.symphony('retry', 'S-1')).toMatchObject({ code: 0 });

    await stage.reached('S-1', 'needs_human');
    await told('Songs are not taken on Wednesdays.', 'symphony retry S-1');
    rmSync(hook);
    server.tokens.delete(TEST_TOKEN);
    await retry();
    await stage.until('it says that it is not let in', () => stage.events.of('code-host-failed').length > 0);
    await told('Its work is proved and kept', 'Renew the token');
    server.tokens.set(TEST_TOKEN, 'symphony-bot');
    await stage.reached('S-1', 'handed_off');
    const [first] = desk.pulls;
    if (!first) throw new Error('there is no pull request');
    first.issue.state = 'closed';
    await stage.reached('S-1', 'open');
    await told(
      `acme/app#${first.issue.number} was closed`,
      'symphony retry S-1',
      'symphony chamber diff S-1',
    );
    await retry();
    await stage.reached('S-1', 'handed_off', 2);
    expect(desk.pulls.map(({ issue }) => issue.state)).toEqual(['closed', 'open']);
    expect((await hosted.git('log', '--format=%s', first.headRef)).split('\n')).toEqual([
      'Add third',
      'Add second',
      'Add song',
      'First commit',
    ]);
    expect(await stage.item('S-1')).toMatchObject({ retries: 0 });
  }));
