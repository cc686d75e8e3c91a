import { failureOf } from '@symphony/domain';
import { reviewHostContract } from '@symphony/testkit';
import { type Protection, protectBranch, TEST_TOKEN } from '@symphony/testkit/github-server';
import { afterEach, describe, expect, test } from 'vitest';
import { openHostStage } from './github-stage.ts';

reviewHostContract('github', async () => {
  const stage = await openHostStage();
  const { host, desk, server, work, pullOf, onRemote, end } = stage;
  return {
    host,
    work,
    check: async (_ref, head, verdict) => {
      const conclusion = verdict === 'passed' ? 'success' : 'failure';
      desk.check(head, { name: 'build', conclusion, summary: 'broken' });
    },
    remark: async (ref, text) => void server.world.addComment(pullOf(ref).issue, 'octocat', text),
    requestChanges: async (ref) => void desk.review(pullOf(ref), 'octocat', 'CHANGES_REQUESTED', 'No.'),
    close: async (ref) => {
      pullOf(ref).issue.state = 'closed';
    },
    forbid: (reason) => {
      desk.mergeRule = reason;
    },
    demand: (checks) => protectBranch(server.world, 'main', { checks }),
    isMerged: ({ head }) =>
      onRemote('merge-base', '--is-ancestor', head, 'main').then(
        () => true,
        () => false,
      ),
    writer: 'octocat',
    commentsOf: async (ref) => pullOf(ref).issue.comments.map(({ body }) => body),
    end,
  };
});

describe('C19 pull requests on GitHub', () => {
  let stage: Awaited<ReturnType<typeof openHostStage>>;
  afterEach(() => stage.end());

  test('template, proof, draft, labels and reviewers; a reviewer GitHub does not know stops nothing', async () => {
    const template = { '.github/pull_request_template.md': 'Tell us why.\n' };
    stage = await openHostStage(
      { draft: true, labels: ['bot'], reviewers: ['nobody'], deleteBranch: true },
      template,
    );
    const { host, work, pullOf, warnings, onRemote } = stage;
    const offered = await work('one');
    const { ref, url } = await host.propose(offered);
    const pull = pullOf(ref);
    expect(url).toBe('https://github.com/acme/app/pull/1');
    expect(pull).toMatchObject({ draft: true, issue: { title: 'one: Work on one', labels: ['bot'] } });
    expect(pull.issue.body).toContain('Tell us why.');
    expect(pull.issue.body).toContain('`npm test` ended with 0');
    expect(warnings.join()).toContain('collaborators');
    expect((await host.reviews?.merge(ref, offered.head))?.kind).toBe('merged'); // made ready first
    await host.withdraw('one', ref);
    expect(await onRemote('for-each-ref', 'refs/heads/symphony')).toBe('');
  });

  const CLOSING: readonly (readonly [string, (here: string) => string | null, string | null])[] = [
    ['of the same repository', (here) => `${here}/acme/app/issues/7`, 'Closes #7'],
    ['of another repository', (here) => `${here}/acme/songs/issues/7`, 'Closes acme/songs#7'],
    ['of another server', () => 'https://elsewhere.example/acme/app/issues/7', null],
    ['that is a pull request', (here) => `${here}/acme/app/pull/7`, null],
    ['that has no address', () => null, null],
  ];
  test('the body closes the issue that was worked on, where GitHub can', async () => {
    stage = await openHostStage();
    const { host, work, pullOf, server } = stage;
    for (const [at, [what, address, line]] of CLOSING.entries()) {
      const { ref } = await host.propose({ ...(await work(`w${at}`)), url: address(server.url) });
      const lines = (pullOf(ref).issue.body ?? '').split('\n').filter((each) => each.startsWith('Closes'));
      expect(lines, what).toEqual(line === null ? [] : [line]);
    }
  });

  test('what a person pushed is fetched and refused; what we pushed ourselves may be rewritten', async () => {
    stage = await openHostStage();
    const { host, work, repository, onRemote } = stage;
    const first = await work('one');
    await host.propose(first);
    await repository.git('branch', '--force', 'symphony/one', 'main');
    const rewritten = await work('one');
    await host.propose(rewritten);
    expect(await onRemote('rev-parse', 'symphony/one')).toBe(rewritten.head);
    const tree = await onRemote('rev-parse', 'symphony/one^{tree}');
    const person = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.test'];
    const theirs = await onRemote(...person, 'commit-tree', tree, '-p', rewritten.head, '-m', 'Mine');
    await onRemote('update-ref', 'refs/heads/symphony/one', theirs);
    const failure = await host.propose(await work('one')).then(() => null, failureOf);
    expect(failure).toMatchObject({
      code: 'conflict',
      nextStep: expect.stringContaining(`git merge ${theirs}`),
    });
    expect(await onRemote('rev-parse', 'symphony/one')).toBe(theirs);
    expect(await repository.git('cat-file', '-t', theirs)).toBe('commit');
  });

  test('only people who may write are heard, and commands are not for the author', async () => {
    stage = await openHostStage({ requiredChecks: ['deploy'] });
    const { host, work, pullOf, desk, server } = stage;
    const offered = await work('one');
    const { ref } = await host.propose(offered);
    const pull = pullOf(ref);
    desk.bots.add('octocat-bot');
    for (const author of ['stranger', 'symphony-bot', 'octocat-bot'])
      server.world.addComment(pull.issue, author, `${author} says so`);
    server.world.addComment(pull.issue, 'octocat', '/symphony retry');
    desk.review(pull, 'stranger', 'CHANGES_REQUESTED', 'No.');
    desk.review(pull, 'octocat', 'APPROVED', 'Fine.');
    desk.remark(pull, 'octocat', 'one.txt', 1, 'Two, please.');
    const annotations = [{ path: 'one.txt', line: 1, message: 'is out of tune' }];
    desk.check(offered.head, { name: 'build', conclusion: 'failure', annotations });
    const look = async () => (await host.reviews?.look([ref]))?.[0];
    expect(await look()).toMatchObject({
      checks: 'pending', // deploy has not come yet
      review: 'approved',
      remarks: [{ author: 'octocat', text: 'Two, please.', path: 'one.txt', line: 1 }],
    });
    desk.check(offered.head, { name: 'deploy', conclusion: 'success' });
    const seen = await look();
    expect(seen).toMatchObject({ checks: 'failed', failedChecks: [{ name: 'build' }] });
    expect(seen?.failedChecks[0]?.excerpt).toContain('one.txt:1: is out of tune');
  });

  test('a host that is away or refuses is told as such, without the token', async () => {
    stage = await openHostStage();
    const { host, work, server } = stage;
    const offered = await work('one');
    server.faults.order({ kind: 'failing' }, { on: /^POST .*\/pulls$/ });
    const failure = await host.propose(offered).then(() => null, failureOf);
    expect(failure?.code).toBe('unavailable');
    server.faults.order({ kind: 'unauthorized' }, { on: /graphql/ });
    const refused = await host.reviews?.look(['acme/app#1']).then(() => null, failureOf);
    expect(refused?.code).toBe('credentials');
    expect(JSON.stringify([failure, refused])).not.toContain(TEST_TOKEN);
    expect((await host.propose(offered)).ref).toBe('acme/app#1');
  });

  const WAYS: readonly Protection['by'][] = ['branch-protection', 'ruleset'];
  test('what branch protection and rulesets demand is told alike, in the question that is asked anyway', async () => {
    for (const by of WAYS) {
      stage = await openHostStage();
      const { host, work, pullOf, desk, server } = stage;
      const offered = await work('one');
      const { ref } = await host.propose(offered);
      const pull = pullOf(ref);
      protectBranch(server.world, 'main', { by, checks: ['build'], approvals: 1, conversations: true });
      desk.remark(pull, 'octocat', 'one.txt', 1, 'Why?');
      desk.check(offered.head, { name: 'build', conclusion: null });
      desk.check(offered.head, { name: 'lint', conclusion: null });
      const look = async () => (await host.reviews?.look([ref]))?.[0];
      await look(); // who may write is asked once
      const before = server.requests.length;
      expect(await look(), by).toMatchObject({
        allowed: 'no',
        demands: [
          { kind: 'check', name: 'build', state: 'pending' },
          { kind: 'approvals', needed: 1, given: 0, met: false },
          { kind: 'conversations', open: 1 },
        ],
      });
      expect(server.requests.length - before).toBe(1);
      const refused = await host.reviews?.merge(ref, offered.head);
      expect(refused).toMatchObject({ kind: 'not-yet', reason: expect.stringContaining('does not allow') });
      expect(server.requests.filter((each) => each.startsWith('PUT'))).toEqual([]);
      desk.check(offered.head, { name: 'build', conclusion: 'success' });
      desk.review(pull, 'octocat', 'APPROVED');
      for (const thread of pull.threads) thread.resolved = true;
      expect(await look()).toMatchObject({ allowed: 'yes', checks: 'pending' }); // nobody demands lint
      expect((await host.reviews?.merge(ref, offered.head))?.kind).toBe('merged');
      if (by !== WAYS.at(-1)) await stage.end();
    }
  });

  test('demands that are hidden from the token are no failure: GitHub still says whether it may be merged', async () => {
    stage = await openHostStage();
    const { host, work, pullOf, desk, server } = stage;
    const offered = await work('one');
    const { ref } = await host.propose(offered);
    protectBranch(server.world, 'main', { hidden: true, checks: ['build'], approvals: 2 });
    const look = async () => (await host.reviews?.look([ref]))?.[0];
    expect(await look()).toMatchObject({
      allowed: 'no',
      demands: [{ kind: 'approvals', needed: null, given: 0, met: false }],
    });
    for (const who of ['octocat', 'symphony-bot']) desk.review(pullOf(ref), who, 'APPROVED');
    expect(await look()).toMatchObject({ allowed: 'no', demands: [] });
    desk.check(offered.head, { name: 'build', conclusion: 'success' });
    expect(await look()).toMatchObject({ allowed: 'yes', demands: [] });
  });

  test('a draft is made ready when all that is demanded is there, and not before', async () => {
    stage = await openHostStage({ draft: true });
    const { host, work, pullOf, desk, server } = stage;
    const offered = await work('one');
    const { ref } = await host.propose(offered);
    protectBranch(server.world, 'main', { checks: ['build'] });
    const look = async () => (await host.reviews?.look([ref]))?.[0];
    expect(await look()).toMatchObject({ allowed: 'no' });
    desk.check(offered.head, { name: 'build', conclusion: 'success' });
    expect(await look()).toMatchObject({ allowed: 'yes' });
    expect((await host.reviews?.merge(ref, offered.head))?.kind).toBe('merged');
    expect(pullOf(ref).draft).toBe(false);
  });

  test('behind a target that demands its newest commits, these are brought here to be merged', async () => {
    stage = await openHostStage();
    const { host, work, server, repository, onRemote } = stage;
    const offered = await work('one');
    const { ref } = await host.propose(offered);
    protectBranch(server.world, 'main', { strict: true });
    const look = async () => (await host.reviews?.look([ref]))?.[0];
    expect(await look()).toMatchObject({ allowed: 'yes' });
    const person = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.test'];
    const theirs = await onRemote(...person, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Newer');
    await onRemote('update-ref', 'refs/heads/main', theirs);
    expect(await look()).toMatchObject({ allowed: 'behind', mergeable: 'yes', base: 'origin/main' });
    expect(await repository.git('rev-parse', 'origin/main')).toBe(theirs);
    expect((await host.reviews?.merge(ref, offered.head))?.kind).toBe('not-yet');
  });

  test('a mission is one pull request that says what it is about', async () => {
    stage = await openHostStage();
    const { host, work, pullOf } = stage;
    const offered = { ...(await work('mission')), about: 'Make it better.\n\nIt is made of:\n- Write a' };
    const { ref } = await host.propose(offered);
    const body = pullOf(ref).issue.body ?? '';
    expect(body.startsWith(offered.about)).toBe(true);
    expect(body).toContain('`npm test` ended with 0');
  });
});
