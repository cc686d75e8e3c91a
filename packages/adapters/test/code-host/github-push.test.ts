import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FailureCode, failureOf } from '@symphony/domain';
import { TEST_TOKEN } from '@symphony/testkit/github-server';
import { afterEach, describe, expect, test } from 'vitest';
import { pushRefusal } from '../../src/code-host/github/push-refusal.ts';
import { openHostStage } from './github-stage.ts';

/** What git says on stderr, and what that is. */
const SAID: readonly (readonly [what: string, code: FailureCode, lines: readonly string[], told: string])[] =
  [
    [
      'a protected branch',
      'refused',
      [
        'remote: error: GH006: Protected branch update failed for refs/heads/symphony/one.        ',
        'remote: ',
        'remote: - Changes must be made through a pull request.        ',
        'To https://github.com/acme/app.git',
        ' ! [remote rejected] 1234567 -> symphony/one (protected branch hook declined)',
        "error: failed to push some refs to 'https://github.com/acme/app.git'",
      ],
      'it failed: remote: error: GH006: Protected branch update failed for refs/heads/symphony/one. / remote: - Changes must be made through a pull request. / ! [remote rejected] 1234567 -> symphony/one (protected branch hook declined)',
    ],
    [
      'a hook with much to say',
      'refused',
      [
        ...Array.from({ length: 30 }, (_, at) => `remote: word ${at}`),
        ' ! [remote rejected] 1234567 -> symphony/one (pre-receive hook declined)',
      ],
      'it failed: remote: word 0 / remote: word 1 / remote: word 2 / remote: word 3 / remote: word 29 / ! [remote rejected] 1234567 -> symphony/one (pre-receive hook declined)',
    ],
    [
      'too much at once',
      'refused',
      ['remote: fatal: pack exceeds maximum allowed size', 'fatal: the remote end hung up unexpectedly'],
      'it failed: remote: fatal: pack exceeds maximum allowed size / fatal: the remote end hung up unexpectedly',
    ],
    [
      'a server that hung up',
      'unavailable',
      ['fatal: the remote end hung up unexpectedly'],
      'it failed: fatal: the remote end hung up unexpectedly',
    ],
    [
      'a gateway without anybody behind it',
      'unavailable',
      [
        "fatal: unable to access 'https://x:secret@github.com/acme/app.git/': The requested URL returned error: 502",
      ],
      "it failed: fatal: unable to access 'https://github.com/acme/app.git/': The requested URL returned error: 502",
    ],
    [
      'a token that is known and may not',
      'refused',
      [
        'remote: Permission to acme/app.git denied to symphony-bot.',
        "fatal: unable to access 'https://github.com/acme/app.git/': The requested URL returned error: 403",
      ],
      "it failed: remote: Permission to acme/app.git denied to symphony-bot. / fatal: unable to access 'https://github.com/acme/app.git/': The requested URL returned error: 403",
    ],
    [
      'a token that nobody knows',
      'credentials',
      [
        'remote: Invalid username or token. Password authentication is not supported for Git operations.',
        "fatal: Authentication failed for 'https://github.com/acme/app.git/'",
      ],
      "it failed: remote: Invalid username or token. Password authentication is not supported for Git operations. / fatal: Authentication failed for 'https://github.com/acme/app.git/'",
    ],
    [
      'an ssh key that nobody knows',
      'credentials',
      ['git@github.com: Permission denied (publickey).', 'fatal: Could not read from remote repository.'],
      'it failed: git@github.com: Permission denied (publickey). / fatal: Could not read from remote repository.',
    ],
    [
      'our disk',
      'disk',
      ['error: unable to write file .git/objects/pack/tmp: No space left on device'],
      'it failed: error: unable to write file .git/objects/pack/tmp: No space left on device',
    ],
    [
      'their disk',
      'refused',
      [
        'remote: fatal: write error: No space left on device',
        ' ! [remote rejected] 1234567 -> symphony/one (unpacker error)',
      ],
      'it failed: remote: fatal: write error: No space left on device / ! [remote rejected] 1234567 -> symphony/one (unpacker error)',
    ],
  ];

test.each(SAID)('C19 a refused push, %s: %s', (_what, code, lines, message) => {
  const { failure } = pushRefusal('it failed', { stderr: `${lines.join('\n')}\n`, stdout: '' });
  expect(failure).toEqual({ code, message, nextStep: expect.stringMatching(/\.$/) });
});

describe('C9 C19 a push that goes wrong loses nothing', () => {
  let stage: Awaited<ReturnType<typeof openHostStage>>;
  afterEach(() => stage.end());

  test('a hook over there declines it: its words are told, and without it the same goes through', async () => {
    stage = await openHostStage();
    const { host, work, desk, remote, onRemote } = stage;
    const hook = join(remote, 'hooks', 'pre-receive');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "Every commit names its ticket." >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const offered = await work('one');
    const failure = await host.propose(offered).then(() => null, failureOf);
    expect(failure).toMatchObject({
      code: 'refused',
      message: expect.stringMatching(
        /^symphony\/one could not be pushed: .*Every commit names its ticket\..*hook declined/,
      ),
    });
    expect([desk.pulls, await onRemote('for-each-ref', 'refs/heads/symphony')]).toEqual([[], '']);
    rmSync(hook);
    await host.propose(offered);
    expect(await onRemote('rev-parse', 'symphony/one')).toBe(offered.head);
  });

  test('a person pushes at the same moment: what they pushed stays, and is brought here', async () => {
    stage = await openHostStage();
    const { host, work, server, repository, onRemote } = stage;
    await repository.git('remote', 'set-url', 'origin', `${server.url}/acme/app.git`);
    await host.propose(await work('one'));
    const ours = await onRemote('rev-parse', 'symphony/one');
    const hold = server.holds.order('question', { on: /^POST .*\/git-receive-pack$/ });
    const offering = host.propose(await work('one')).then(() => null, failureOf);
    while (!hold.isReached()) await sleep(10);
    const person = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.test'];
    const theirs = await onRemote(...person, 'commit-tree', `${ours}^{tree}`, '-p', ours, '-m', 'Mine');
    await onRemote('update-ref', 'refs/heads/symphony/one', theirs);
    hold.release();
    expect(await offering).toMatchObject({
      code: 'conflict',
      nextStep: expect.stringContaining(`git merge ${theirs}`),
    });
    expect(await onRemote('rev-parse', 'symphony/one')).toBe(theirs);
    expect(await repository.git('cat-file', '-t', theirs)).toBe('commit');
  });

  test('a token that is revoked is told as such, by git and by GitHub, and works again when it is back', async () => {
    stage = await openHostStage({ labels: ['bot'] });
    const { host, work, server, repository, pullOf } = stage;
    await repository.git('remote', 'set-url', 'origin', `${server.url}/acme/app.git`);
    const offered = await work('one');
    const refused = () => host.propose(offered).then(() => null, failureOf);
    server.tokens.delete(TEST_TOKEN);
    expect(await refused()).toMatchObject({
      code: 'credentials',
      nextStep: expect.stringContaining('Renew'),
    });
    server.tokens.set(TEST_TOKEN, 'symphony-bot');
    for (const asked of [/^POST .*\/pulls$/, /^POST .*\/labels$/]) {
      server.faults.order({ kind: 'unauthorized' }, { on: asked });
      expect(await refused()).toMatchObject({
        code: 'credentials',
        nextStep: expect.stringContaining('Renew'),
      });
    }
    const { ref } = await host.propose(offered);
    expect(pullOf(ref).issue.labels).toEqual(['bot']);
    expect(server.deeds.filter((each) => !each.endsWith('/labels'))).toEqual([
      'POST /acme/app.git/git-receive-pack',
      'POST /repos/acme/app/pulls',
    ]);
  });
});
