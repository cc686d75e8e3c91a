import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openHostStage, PLANTED } from './github-stage.ts';

/** A pull request of ours, and a look at it as often as one likes. */
async function openPull() {
  const settings: { hear: readonly string[] } = { hear: [] };
  const opened = await openHostStage(settings);
  const offered = await opened.work('one');
  const { ref } = await opened.host.propose(offered);
  const pull = opened.pullOf(ref);
  const look = async () => {
    const [standing] = (await opened.host.reviews?.look([ref])) ?? [];
    if (!standing) throw new Error('it is not seen');
    return standing;
  };
  const remarks = async () => (await look()).remarks.map(({ text }) => text);
  const commands = async () => (await look()).commands.map(({ id, text }) => [id, text]);
  /** Nobody has said anything, and nothing was checked. */
  const clear = (): void => {
    for (const said of [pull.reviews, pull.threads, pull.issue.comments, pull.reviewers]) said.length = 0;
    opened.desk.checks.clear();
    opened.warnings.length = 0;
    settings.hear = [];
    opened.server.world.touch(pull.issue);
  };
  return { ...opened, settings, ref, head: offered.head, pull, look, remarks, commands, clear };
}

// One for all of them: making a pull request takes longer than looking at it.
let stage: Awaited<ReturnType<typeof openPull>>;
beforeAll(async () => {
  stage = await openPull();
});
beforeEach(() => stage.clear());
afterAll(() => stage.end());
const later = (): number => Date.now() + 60_000;

describe('C20 what is commanded on a pull request', () => {
  test('in its conversation, in a review or on a line, each under a name of its own, is in no remark', async () => {
    const { desk, server, pull, look } = stage;
    const said = server.world.addComment(pull.issue, 'octocat', 'Rename it.\n\n/symphony retry');
    const review = desk.review(pull, 'octocat', 'COMMENTED', 'Well done.\n\n/symphony approve');
    const [line] = desk.remark(pull, 'octocat', 'one.txt', 1, '/symphony steer Two, please.').comments;
    desk.remark(pull, 'octocat', 'one.txt', 1, '> /symphony stop\n\nI would not.');
    const standing = await look();
    expect(standing.commands).toMatchObject([
      { id: `github-review-${review.id}`, text: 'Well done.\n\n/symphony approve' },
      { id: `github-comment-${said.id}`, author: { id: 'octocat', name: 'octocat' }, standing: 'member' },
      { id: `github-line-${line?.id}` },
    ]);
    expect(standing.remarks.map(({ text }) => text)).toEqual([
      'Rename it.',
      '> /symphony stop\n\nI would not.',
    ]);
    expect(await look()).toEqual(standing);
  });

  test('by a program, by an app in a person’s name, changed afterwards, hidden or not yet submitted is none', async () => {
    const { desk, server, pull, commands } = stage;
    desk.bots.add('robot');
    server.world.addComment(pull.issue, 'robot', '/symphony retry');
    server.world.addComment(pull.issue, 'octocat', '/symphony retry').viaApp = true;
    server.world.addComment(pull.issue, 'octocat', '/symphony retry').editedAt = later();
    server.world.addComment(pull.issue, 'octocat', '/symphony retry').minimized = true;
    desk.review(pull, 'octocat', 'PENDING', '/symphony retry');
    server.world.addComment(pull.issue, 'symphony-bot', '<!-- symphony:x -->\n/symphony retry');
    expect(await commands()).toEqual([]);
    const asked = server.requests.length;
    await commands();
    expect(server.requests.slice(asked)).toEqual(['POST /graphql']);
  });

  test('by a stranger is told as a stranger’s, and whether they may is asked anew each time', async () => {
    const { server, pull, look, host } = stage;
    server.world.addComment(pull.issue, 'stranger', '/symphony stop');
    expect((await look()).commands).toMatchObject([{ author: { id: 'stranger' }, standing: 'stranger' }]);
    const asked = server.requests.length;
    for (let n = 0; n < 2; n += 1) expect(await host.reviews?.mayWrite('stranger')).toBe(false);
    expect(server.requests.length - asked).toBe(2);
  });
});

describe('C19 reviews', () => {
  test('the last word of everybody counts, however many replies came since', async () => {
    const { desk, server, pull, look, remarks } = stage;
    const asked = desk.review(pull, 'octocat', 'CHANGES_REQUESTED');
    for (let n = 0; n < 40; n += 1) desk.review(pull, 'octocat', 'COMMENTED');
    expect((await look()).review).toBe('changes-requested');
    asked.state = 'DISMISSED';
    server.world.touch(pull.issue);
    expect([(await look()).review, await remarks()]).toEqual(['none', []]);
    pull.reviewers.push('octocat'); // asked for once more
    desk.review(pull, 'octocat', 'APPROVED', 'Fine now.');
    expect([(await look()).review, await remarks()]).toEqual(['approved', []]);
    desk.review(pull, 'octocat', 'CHANGES_REQUESTED');
    expect([(await look()).review, await remarks()]).toEqual(['changes-requested', ['asks for changes.']]);
  });

  test('several people at once are all told, with the place, oldest first', async () => {
    const { desk, pull, look } = stage;
    desk.review(pull, 'octocat', 'CHANGES_REQUESTED', 'Two things.');
    const { comments } = desk.remark(pull, 'octocat', 'one.txt', 4, 'This one.');
    comments.push({ id: 9_001, author: 'octocat', body: 'And so on.', createdAt: Date.now() + 2_000 });
    const outdated = desk.remark(pull, 'octocat', 'one.txt', 7, 'That one.');
    outdated.line = null;
    expect((await look()).remarks.map(({ text, path, line }) => [text, path, line])).toEqual([
      ['Two things.', null, null],
      ['This one.', 'one.txt', 4],
      ['That one.', 'one.txt', 7],
      ['And so on.', 'one.txt', 4],
    ]);
  });

  test('what is resolved, hidden or not yet submitted is not told', async () => {
    const { desk, server, pull, remarks } = stage;
    const thread = desk.remark(pull, 'octocat', 'one.txt', 1, 'Mend it.');
    server.world.addComment(pull.issue, 'octocat', 'Off the point.').minimized = true;
    desk.review(pull, 'octocat', 'PENDING', 'Not yet.');
    expect(await remarks()).toEqual(['Mend it.']);
    thread.resolved = true;
    expect(await remarks()).toEqual([]);
  });

  test('what a person changed is another remark, what a program changed is the same', async () => {
    const { desk, server, pull, look, settings } = stage;
    settings.hear = ['Robot[bot]'];
    desk.bots.add('robot');
    const said = server.world.addComment(pull.issue, 'octocat', 'Use A.');
    const noted = server.world.addComment(pull.issue, 'robot', 'Looking…');
    const before = (await look()).remarks;
    Object.assign(said, { body: 'Use B.', editedAt: later() });
    Object.assign(noted, { body: 'All is well.', editedAt: later() });
    const after = (await look()).remarks;
    expect(after.map(({ text }) => text)).toEqual(['Use B.', 'All is well.']);
    expect([after[0]?.key === before[0]?.key, after[1]?.key === before[1]?.key]).toEqual([false, true]);
    expect((await look()).remarks).toEqual(after);
  });

  const HEARD: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['nobody', [], ['octocat']],
    ['a program', ['robot[bot]'], ['robot', 'octocat']],
    ['a person of the same name as a program', ['robot'], ['octocat']],
    ['ourselves, though never what Symphony wrote', ['symphony-bot'], ['symphony-bot', 'octocat']],
    ['somebody who may not write', ['stranger'], ['stranger', 'octocat']],
  ];
  test.each(HEARD)('where the configuration names %s', async (_who, hear, expected) => {
    const { desk, server, pull, look, settings } = stage;
    settings.hear = hear;
    desk.bots.add('robot');
    for (const author of ['robot', 'symphony-bot', 'stranger', 'octocat'])
      server.world.addComment(pull.issue, author, `${author} says so`);
    server.world.addComment(pull.issue, 'symphony-bot', '<!-- symphony:command:x -->\nDone: it waits.');
    desk.review(pull, 'robot', 'CHANGES_REQUESTED', '');
    const { remarks, review, commands } = await look();
    const spoke = remarks.filter(({ text }) => text.endsWith('says so')).map(({ author }) => author);
    expect([spoke, commands]).toEqual([expected, []]);
    expect(review).toBe(hear.includes('robot[bot]') ? 'changes-requested' : 'none');
  });

  test('of more threads than a look has room for none is lost, and they are read again only when something changed', async () => {
    const { desk, server, pull, look } = stage;
    for (let n = 0; n < 90; n += 1) desk.remark(pull, 'octocat', 'one.txt', n + 1, `Note ${n}`);
    const began = server.requests.length;
    const asked = () => server.requests.slice(began).filter((each) => each === 'POST /graphql').length;
    expect((await look()).remarks).toHaveLength(90);
    expect(asked()).toBe(3);
    expect((await look()).remarks).toHaveLength(90);
    expect(asked()).toBe(4);
    pull.threads[0]?.comments.push({ id: 9_002, author: 'octocat', body: 'Still.', createdAt: later() });
    server.world.touch(pull.issue);
    expect((await look()).remarks.at(-1)).toMatchObject({ text: 'Still.', line: 1 });
  });
});

describe('C19 failing checks', () => {
  const excerpts = async () => (await stage.look()).failedChecks.map(({ excerpt }) => excerpt);

  test('a log of 30 MB is read from its end, and asked for once', async () => {
    const { desk, head, server } = stage;
    const line = `${'a line that passes '.repeat(20)}\n`;
    const log = `${line.repeat(80_000)}song.txt is out of tune\n##[error]exit code 1\n`;
    expect(log.length).toBeGreaterThan(30_000_000);
    desk.check(head, { name: 'build', conclusion: 'failure', log });
    const [excerpt] = await excerpts();
    expect(excerpt).toMatch(/song\.txt is out of tune\n##\[error\]exit code 1$/);
    await excerpts();
    expect(server.requests.filter((each) => each.includes('/job-logs/'))).toHaveLength(1);
  });

  test('a log that expired, or is out of reach, leaves what the check says and marked', async () => {
    const { desk, head, server, warnings } = stage;
    const annotations = [{ path: 'one.txt', line: 1, message: 'is flat' }];
    desk.check(head, { name: 'build', conclusion: 'failure', annotations, log: 'never read' });
    server.faults.order({ kind: 'hang-up' }, { on: /job-logs/, times: 3 });
    expect(await excerpts()).toEqual(['one.txt:1: is flat']);
    expect(warnings).toHaveLength(1);
    server.faults.order({ kind: 'failing', status: 410 }, { on: /\/logs$/ });
    expect(await excerpts()).toEqual(['one.txt:1: is flat']); // gone, and not asked for again
    expect(await excerpts()).toEqual(['one.txt:1: is flat']);
    expect(warnings).toHaveLength(1);
  });

  test('secrets are taken out of logs, marks, summaries and remarks before anything is cut', async () => {
    const { desk, head, pull, look } = stage;
    const cutting = (length: number) => `${'x'.repeat(length - 5)}${PLANTED}${'y'.repeat(9_000)}`;
    desk.remark(pull, 'octocat', 'one.txt', 1, cutting(8_000));
    const annotations = [{ path: 'one.txt', line: 1, message: cutting(980) }];
    desk.check(head, {
      name: 'a',
      conclusion: 'failure',
      summary: cutting(1_000),
      annotations,
      log: cutting(400),
    });
    desk.check(head, { name: 'b', conclusion: 'failure', summary: cutting(2_000), annotations });
    const standing = await look();
    expect([standing.failedChecks, standing.remarks].map((each) => each.length)).toEqual([2, 1]);
    expect(JSON.stringify(standing)).not.toContain(PLANTED.slice(0, 4));
  });

  test('an app without logs is told by its title, summary and marks, and is asked for no log', async () => {
    const { desk, head, server } = stage;
    const began = server.requests.length;
    const annotations = [
      { path: 'one.txt', line: 1, message: 'old machine', level: 'warning' as const },
      { path: 'one.txt', line: 2, message: 'is flat' },
    ];
    const said = { title: 'One note', summary: '**1** note is wrong.', annotations };
    desk.check(head, { name: 'tuner', conclusion: 'failure', ...said });
    expect(await excerpts()).toEqual(['One note\n\n**1** note is wrong.\n\none.txt:2: is flat']);
    expect(server.requests.slice(began).some((each) => each.includes('logs'))).toBe(false);
  });

  test('of two runs of a name the one that failed is told, and among hundreds none is overlooked', async () => {
    const { desk, head, look } = stage;
    const run = (id: number, name: string, conclusion: 'success' | 'failure' | null) => ({
      id,
      name,
      conclusion,
      title: `${name} ${id}`,
      summary: '',
      annotations: [],
      log: null,
    });
    const many = Array.from({ length: 120 }, (_, at) => run(50_000 + at, `part ${at}`, 'success'));
    desk.checks.set(head, [
      run(1, 'build', 'success'),
      run(2, 'build', 'failure'),
      run(3, 'build', 'failure'),
    ]);
    expect(await look()).toMatchObject({ checks: 'failed', failedChecks: [{ excerpt: 'build 2' }] });
    expect((await look()).failedChecks).toHaveLength(1);
    desk.checks.set(head, many);
    expect((await look()).checks).toBe('passed');
    desk.checks.set(head, [...many, run(4, 'last', 'failure')]);
    expect(await look()).toMatchObject({
      checks: 'failed',
      failedChecks: [{ name: expect.stringContaining('beyond') }],
    });
    desk.checks.set(head, [...many, run(4, 'last', null)]);
    expect((await look()).checks).toBe('pending');
  });

  // The last one: nothing is asked while a limit lasts.
  test('a limit that is reached fails the look, so that nothing is told without its log', async () => {
    const { desk, head, server, look } = stage;
    desk.check(head, { name: 'build', conclusion: 'failure', log: 'boom\n##[error]exit code 1' });
    server.faults.order({ kind: 'secondary-limit', retryAfterS: 60 }, { on: /\/logs$/ });
    await expect(look()).rejects.toMatchObject({ failure: { code: 'unavailable' } });
  });
});
