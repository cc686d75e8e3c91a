import { dirname } from 'node:path';
import { filesWith } from '@symphony/testkit';
import { TEST_TOKEN } from '@symphony/testkit/github-server';
import { expect, test } from 'vitest';
import { gateCommits } from './commit-gate.ts';
import { type Hosted, onHostedStage } from './hosted.ts';
import { asking, type KillPoint, killAt } from './kill-points.ts';
import { OpenedIssue, slowSetup } from './opened-issue.ts';
import { type Cast, checkMergedOnce, playPullRequest } from './pull-request-story.ts';
import { HOOK_SECRET } from './told-by-webhook.ts';

async function checkTold(hosted: Hosted, { issue }: OpenedIssue): Promise<void> {
  const { stage, desk, server } = hosted;
  await stage.until('the issue is closed', () => issue.state === 'closed');
  const [pull] = desk.pulls;
  expect(issue.comments.map(({ author, body }) => [author, body.split('\n').slice(1).join('\n')])).toEqual([
    ['symphony-bot', `Handed over as ${issue.repository.web}/acme/app/pull/${pull?.issue.number}.`],
  ]);
  expect(issue.labels).toEqual([]);
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

const ISSUE = '/repos/acme/app/issues/1';
const PUSH = 'POST /acme/app.git/git-receive-pack';
const LABEL = `POST ${ISSUE}/labels`;
const COMMENT = `POST ${ISSUE}/comments`;
const OPEN = 'POST /repos/acme/app/pulls';
const MERGE = 'PUT /repos/acme/app/pulls/2/merge';
const CLOSE = `PATCH ${ISSUE}`;
const unlabel = (label: string) => `DELETE ${ISSUE}/labels/${label}`;

/** All that GitHub is ever made to do, each as often as it stands here. */
const BARE_DEEDS = [OPEN, COMMENT, MERGE];
const LABELLED_DEEDS = [
  ...[LABEL, PUSH, OPEN, LABEL, unlabel('Doing'), COMMENT],
  ...[LABEL, unlabel('Review'), PUSH, LABEL, unlabel('Doing'), MERGE, unlabel('Review'), CLOSE],
];

const is = (request: string): RegExp => new RegExp(`^${request.replaceAll('.', '\\.')}$`);

/** Where nobody may die unnoticed, in the order of the story. */
const IN_THE_MIDDLE: readonly KillPoint[] = [
  asking('the branch is pushed', 'question', is(PUSH)),
  asking('the branch is pushed', 'answer', is(PUSH)),
  asking('the pull request is opened', 'question', is(OPEN)),
  asking('the pull request is opened', 'answer', is(OPEN)),
  asking('the issue gets its label', 'answer', is(LABEL)),
  asking('the issue loses its label', 'question', is(unlabel('Doing'))),
  asking('the issue is commented', 'question', is(COMMENT)),
  asking('the issue is commented', 'answer', is(COMMENT)),
  asking('what was mended is pushed', 'question', is(PUSH), 'symphony'),
  asking('the pull request is merged', 'question', is(MERGE)),
  asking('the pull request is merged', 'answer', is(MERGE)),
  asking('the issue is closed', 'question', is(CLOSE)),
  asking('the issue is closed', 'answer', is(CLOSE)),
];

interface Telling {
  readonly title: string;
  /** On GitHub's own server a merge closes the issue that the pull request names. */
  readonly closesItself: boolean;
  /** How the bare remote is reached: with the token, or as a folder. */
  readonly remote: 'http' | 'folder';
  /** Of the states between open and closed. */
  readonly labels: readonly string[];
  readonly deeds: readonly string[];
  readonly killed: 'never' | 'between the steps' | 'in the middle of each step';
}

const LABELS = ['Doing', 'Review'];
const TELLINGS: readonly Telling[] = [
  {
    title:
      'C17 C19 C9 an issue, heard by webhook, becomes a merged pull request, is closed and commented once',
    ...{ closesItself: false, remote: 'http', labels: LABELS, deeds: LABELLED_DEEDS, killed: 'never' },
  },
  {
    title: 'C8 C9 C17 C19 the same, killed between all steps, where the merge itself closes the issue',
    ...{ closesItself: true, remote: 'folder', labels: [], deeds: BARE_DEEDS, killed: 'between the steps' },
  },
  {
    title: 'C8 C9 C19 the same, killed in the middle of everything that is done to GitHub and to the chamber',
    ...{ closesItself: false, remote: 'http', labels: LABELS, deeds: LABELLED_DEEDS },
    killed: 'in the middle of each step',
  },
];

// A dozen starts of Symphony, one after the other.
const PATIENCE_MS = 420_000;

for (const { title, closesItself, remote, labels, deeds, killed } of TELLINGS)
  test.concurrent(
    title,
    () =>
      onHostedStage({}, async (hosted) => {
        const { stage, server } = hosted;
        if (closesItself) for (const each of server.world.repositories) each.web = server.url;
        if (remote === 'http')
          await stage.repository.git('remote', 'set-url', 'origin', `${server.url}/acme/app.git`);
        const setup = slowSetup(hosted);
        const settingUp: KillPoint = { when: 'the chamber is set up', dies: 'everything', arm: () => setup };
        OpenedIssue.configure(hosted, labels, { chamber: { hooks: setup.hooks } });
        const writing = gateCommits(stage, 'writing', /^Rehearse GH-1:/);
        const mending = gateCommits(stage, 'mending', /^Rehearse GH-1 again:/);
        const inside = killed === 'in the middle of each step' ? [settingUp, ...IN_THE_MIDDLE] : [];
        if (inside.length === 0) setup.goOn();
        const playing = await stage.playMortal();
        const cut = async () => {
          if (killed !== 'between the steps') return;
          await playing.kill('symphony');
          await playing.start();
        };

        const opened = await OpenedIssue.open(hosted);
        const cast: Cast = {
          id: opened.id,
          identifier: 'GH-1',
          mending,
          checked: (commit) => opened.checked(commit),
          cut,
        };
        const tell = async () => {
          await cut();
          await writing.begun();
          await cut();
          writing.goOn();
          await playPullRequest(hosted, cast);
        };
        await Promise.all([tell(), killAt(hosted, playing, inside)]);
        await checkMergedOnce(hosted, cast);
        await checkTold(hosted, opened);
        expect(setup.told()).toEqual([...(inside.length > 0 ? ['begun'] : []), 'begun', 'done']);
        expect([...server.deeds].sort()).toEqual([...deeds].sort());
        const body = hosted.desk.pulls[0]?.issue.body ?? '';
        expect(/^Closes #1$/m.test(body)).toBe(closesItself);
      }),
    PATIENCE_MS,
  );
