import { TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, test } from 'vitest';
import { type Hosted, onHostedStage } from './hosted.ts';

const add = (name: string) => [{ write: { path: name, text: name } }, { commit: `Add ${name}` }];
const LOG = '2026-11-18T00:00:00Z compiling\n2026-11-18T00:00:01Z ##[error]song.txt is out of tune\n';

/** However often Symphony was killed, there was one pull request, one merge and one comment. */
async function checkMergedOnce({ stage, desk, git, boardFile }: Bound): Promise<void> {
  await stage.reached('S-1', 'open');
  expect(await stage.item('S-1')).toMatchObject({ outcome: 'merged', returns: 1, retries: 0 });
  expect(desk.pulls).toHaveLength(1);
  expect(desk.merges).toEqual([desk.pulls[0]?.issue.number]);
  expect(stage.events.of('handoff-returned')).toHaveLength(1);
  expect((await git('ls-tree', '--name-only', 'main')).split('\n')).toEqual(
    expect.arrayContaining(['song', 'mended']),
  );
  await stage.until('the board shows it', async () => (await boardFile('S-1')).includes('state: Done'));
  const comments = (await boardFile('S-1')).match(
    /Handed over as https:\/\/github\.com\/acme\/app\/pull\/1\./g,
  );
  expect(comments).toHaveLength(1);
  await stage.until('its chamber is gone', () => stage.events.of('chamber-removed', 'S-1').length === 1);
  await stage.until('GitHub knows', () => stage.events.of('proposal-withdrawn', 'S-1').length === 1);
}

interface Bound extends Pick<Hosted, 'stage' | 'desk'> {
  readonly git: Hosted['git'];
  readonly boardFile: Hosted['boardFile'];
}

const bound = (hosted: Hosted): Bound => ({
  stage: hosted.stage,
  desk: hosted.desk,
  git: (...args) => hosted.git(...args),
  boardFile: (item) => hosted.boardFile(item),
});

test.concurrent('C8 C9 C19 a pull request: pushed, failing check, follow-up, green, merged once, killed in every step', () =>
  onHostedStage({}, async (hosted) => {
    const { stage, desk, server } = hosted;
    const gate = stage.gate('mending');
    const mending = [{ say: 'mending' }, gate.step, ...add('mended')];
    stage.board.write('S-1', { rehearsal: [...add('song'), { on_review: mending }] });
    let playing = await stage.play();
    const killAndPlay = async () => {
      playing.kill('SIGKILL');
      await playing.ended;
      playing = await stage.play();
    };
    // GitHub does what it was asked for; nobody hears its answer.
    server.faults.order({ kind: 'slow', ms: 400 }, { on: /^POST .*\/pulls$/ });
    await hosted.asked(/^POST .*\/pulls$/);
    await killAndPlay();
    const pull = await hosted.pull();
    await stage.until('it is handed over', () => stage.events.of('handoff-made', 'S-1').length === 1);
    await killAndPlay();
    const first = await desk.headOf(pull);
    desk.check(first, { name: 'build', conclusion: 'failure', log: LOG });
    await stage.until('it is sent back', () => stage.events.of('handoff-returned', 'S-1').length === 1);
    await killAndPlay();
    await stage.says('S-1', 'mending');
    const told = stage.wiretap.prompts('S-1').find((each) => each.startsWith('Your pull request needs you'));
    expect(told).toContain('song.txt is out of tune');
    await killAndPlay();
    gate.open();
    const second = await hosted.newHead(pull, first);
    await killAndPlay();
    await stage.until('it is handed over again', () => stage.events.of('handoff-made', 'S-1').length === 2);
    server.faults.order({ kind: 'slow', ms: 400 }, { on: /^PUT .*\/merge$/ });
    desk.check(second, { name: 'build', conclusion: 'success' });
    await hosted.asked(/^PUT .*\/merge$/);
    await killAndPlay();
    await stage.until('it is merged', () => stage.events.of('proposal-merged', 'S-1').length === 1);
    await killAndPlay();
    await checkMergedOnce(bound(hosted));
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
