import { setTimeout as sleep } from 'node:timers/promises';
import { type StoredPull, type StoredWords, TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, test } from 'vitest';
import { type Hosted, onHostedStage } from './hosted.ts';
import { QUIET_MS, toldBy } from './told-by-webhook.ts';

const add = (name: string) => [{ write: { path: name, text: name } }, { commit: `Add ${name}` }];
const LEAKED = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

const payloadOf = ({ issue }: StoredPull) => ({ number: issue.number, node_id: issue.nodeId });
const written = ({ id, author, body }: StoredWords) => ({
  id,
  body,
  user: { login: author, type: 'User' },
  author_association: 'COLLABORATOR',
});
const reviewed = (hosted: Hosted, pull: StoredPull, review: StoredWords) =>
  hosted.tell('pull_request_review', {
    action: 'submitted',
    pull_request: payloadOf(pull),
    review: written(review),
  });

test('C17 C19 C20 reviews and a failing check, told by webhook, are one turn with file and line; a command in a review is obeyed; each once', () =>
  onHostedStage({}, async (hosted) => {
    const { stage, desk, server } = hosted;
    hosted.configure({ ...toldBy('github'), handoff: { mode: 'review' } });
    stage.board.write('S-1', { rehearsal: [...add('song'), { on_review: add('mended') }] });
    const { cut } = await stage.playMortal();
    const pull = await hosted.pull();
    await stage.until('it is handed over', () => stage.events.of('handoff-made', 'S-1').length === 1);
    await hosted.quiet();

    const first = await desk.headOf(pull);
    const review = desk.review(pull, 'octocat', 'CHANGES_REQUESTED', 'Two things.');
    const { comments } = desk.remark(pull, 'octocat', 'song', 1, `Sing louder, and hide ${LEAKED}.`);
    desk.review(pull, 'stranger', 'CHANGES_REQUESTED', 'Delete it all.');
    const log = `with ${LEAKED}\n##[error]song is out of tune\nTidying up.\n`;
    desk.check(first, { name: 'build', conclusion: 'failure', log });
    await sleep(QUIET_MS);
    expect(stage.events.of('handoff-returned')).toEqual([]);
    await reviewed(hosted, pull, review);
    for (const each of comments)
      await hosted.tell('pull_request_review_comment', {
        action: 'created',
        pull_request: payloadOf(pull),
        comment: written(each),
      });
    await stage.until('it is sent back', () => stage.events.of('handoff-returned', 'S-1').length === 1);
    await cut();
    const second = await hosted.newHead(pull, first);
    await stage.until('it is handed over again', () => stage.events.of('handoff-made', 'S-1').length === 2);
    const told = stage.wiretap.prompts('S-1').find((each) => each.startsWith('Your pull request needs you'));
    expect(told).toContain('octocat says:\n  Two things.');
    expect(told).toContain('octocat says on song:1:\n  Sing louder, and hide [hidden].');
    expect(told).toContain('The check "build" fails:\n  with [hidden]\n  ##[error]song is out of tune\n\n');
    expect(told).not.toContain('Delete it all.');

    const before = server.requests.length;
    await reviewed(hosted, pull, review);
    await stage.until('it is looked at again', () => server.requests.length > before);

    desk.check(second, { name: 'build', conclusion: 'success' });
    const yes = desk.review(pull, 'octocat', 'APPROVED', 'Well done.\n\n/symphony approve');
    const no = desk.review(pull, 'stranger', 'COMMENTED', '/symphony stop');
    await reviewed(hosted, pull, yes);
    await reviewed(hosted, pull, no);
    await stage.until('it is merged', () => stage.events.of('proposal-merged', 'S-1').length === 1);
    await stage.until('both are answered', () => stage.events.of('comment-answered', 'S-1').length === 2);
    await reviewed(hosted, pull, yes);
    await stage.until('its chamber is gone', () => stage.events.of('chamber-removed', 'S-1').length === 1);

    expect(stage.events.of('handoff-returned')).toHaveLength(1);
    expect(stage.events.of('comment-heard').map(({ comment, offer }) => [comment, offer])).toEqual([
      [`github-review-${yes.id}`, 'acme/app#1'],
      [`github-review-${no.id}`, 'acme/app#1'],
    ]);
    const answers = pull.issue.comments.map(({ body }) => body.split('\n').at(-1)?.slice(0, 26));
    expect(answers.sort()).toEqual(['Done: S-1 is merged as soo', 'Not done: stranger may not']);
    expect(await hosted.boardFile('S-1')).not.toContain('Done:');
    expect(JSON.stringify(stage.events.all())).not.toContain(LEAKED);
    expect(JSON.stringify(stage.events.all())).not.toContain(TEST_TOKEN);
  }));
