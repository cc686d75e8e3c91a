import { dirname } from 'node:path';
import { filesWith } from '@symphony/testkit';
import { TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, test } from 'vitest';
import { gateCommits } from './commit-gate.ts';
import { type Hosted, onHostedStage } from './hosted.ts';
import { OpenedIssue } from './opened-issue.ts';
import { type Cast, checkMergedOnce, playPullRequest } from './pull-request-story.ts';
import { HOOK_SECRET } from './told-by-webhook.ts';

async function checkTold(hosted: Hosted, { issue }: OpenedIssue): Promise<void> {
  const { stage, desk, server } = hosted;
  await stage.until('the issue is closed', () => issue.state === 'closed');
  const [pull] = desk.pulls;
  expect(issue.comments.map(({ author, body }) => [author, body.split('\n').slice(1).join('\n')])).toEqual([
    ['symphony-bot', `Handed over as ${issue.repository.web}/acme/app/pull/${pull?.issue.number}.`],
  ]);
  expect(pull?.issue.comments).toEqual([]);
  const file = await hosted.git('show', 'main:rehearsal/GH-1.md');
  expect(file.match(/nothing was solved here/g)).toHaveLength(2);
  const subjects = await hosted.git('log', '--no-merges', '--format=%s', 'main');
  expect(subjects.split('\n').sort()).toEqual([
    'First commit',
    'Rehearse GH-1 again: Write a song',
    'Rehearse GH-1: Write a song',
  ]);
  const pair = Buffer.from(`x-access-token:${TEST_TOKEN}`).toString('base64');
  for (const secret of [TEST_TOKEN, pair, HOOK_SECRET]) {
    expect(await filesWith(secret, dirname(stage.path))).toEqual([]);
    expect(server.requests.join('\n')).not.toContain(secret);
  }
}

interface Telling {
  readonly title: string;
  /** On GitHub's own server a merge closes the issue that the pull request names. */
  readonly closesItself: boolean;
  /** How the bare remote is reached: with the token, or as a folder. */
  readonly remote: 'http' | 'folder';
  readonly killed: boolean;
}

const TELLINGS: readonly Telling[] = [
  {
    title:
      'C17 C19 C9 an issue, heard by webhook, becomes a merged pull request, is closed and commented once',
    closesItself: false,
    remote: 'http',
    killed: false,
  },
  {
    title: 'C8 C9 C17 C19 the same, killed in every step, where the merge itself closes the issue',
    closesItself: true,
    remote: 'folder',
    killed: true,
  },
];

// A dozen starts of Symphony, one after the other.
const PATIENCE_MS = 240_000;

for (const { title, closesItself, remote, killed } of TELLINGS)
  test.concurrent(
    title,
    () =>
      onHostedStage({}, async (hosted) => {
        const { stage, server } = hosted;
        if (closesItself) for (const each of server.world.repositories) each.web = server.url;
        if (remote === 'http')
          await stage.repository.git('remote', 'set-url', 'origin', `${server.url}/acme/app.git`);
        OpenedIssue.configure(hosted);
        const writing = gateCommits(stage, 'writing', /^Rehearse GH-1:/);
        const mending = gateCommits(stage, 'mending', /^Rehearse GH-1 again:/);
        const playing = await stage.playAndCut();
        const cut = killed ? playing.cut : async () => undefined;

        const opened = await OpenedIssue.open(hosted);
        await cut();
        await writing.begun();
        await cut();
        writing.goOn();
        const cast: Cast = {
          id: opened.id,
          identifier: 'GH-1',
          mending,
          commenting: /^POST .*\/issues\/1\/comments$/,
          checked: (commit) => opened.checked(commit),
          cut,
        };
        await playPullRequest(hosted, cast);
        await checkMergedOnce(hosted, cast);
        await checkTold(hosted, opened);
        const body = hosted.desk.pulls[0]?.issue.body ?? '';
        expect(/^Closes #1$/m.test(body)).toBe(closesItself);
      }),
    PATIENCE_MS,
  );
