import { failureOf } from '@symphony/domain';
import { openLinearServer } from '@symphony/testkit/linear-server';
import { expect, test } from 'vitest';
import { trackerAnswer, tryTracker } from '../../src/init/index.ts';
import { planInit } from '../../src/init/plan.ts';
import { readGitHubRemote } from '../../src/init/tracker.ts';
import { loadText } from '../config/workspace.ts';

const REMOTES: readonly (readonly [string, object | null])[] = [
  ['git@github.com:acme/app.git', { repository: 'acme/app', endpoint: null }],
  ['https://github.com/acme/app', { repository: 'acme/app', endpoint: null }],
  ['https://somebody:secret@github.com/acme/app.git/', { repository: 'acme/app', endpoint: null }],
  [
    'ssh://git@github.example.com:2222/acme/app.git',
    { repository: 'acme/app', endpoint: 'https://github.example.com/api/v3' },
  ],
  ['https://gitlab.com/acme/app.git', null],
  ['/srv/git/app.git', null],
  ['', null],
];
test.for(REMOTES)('the remote %s', ([address, expected]) => {
  expect(readGitHubRemote(address)).toEqual(expected);
});

const ANSWERS = {
  target: 'main',
  verify: [],
  links: [],
  handoff: 'auto',
  slots: 4,
  player: 'rehearsal',
  found: [],
  welcome: false,
} as const;

test('C21 what init writes for GitHub can be loaded, and holds no secret', async () => {
  const remote = readGitHubRemote('git@github.com:acme/app.git');
  for (const flags of [{ tracker: 'github' }, { tracker: 'github', project: 'acme/5' }]) {
    const tracker = trackerAnswer(flags, remote);
    const text = planInit({ ...ANSWERS, tracker })[0]?.text ?? '';
    expect(text).toContain('token: $GITHUB_TOKEN');
    const result = await loadText(text, { env: { GITHUB_TOKEN: 'abc' } });
    expect(result.ok ? [] : result.problems).toEqual([]);
    expect(result.config.tracker.kind).toBe('github');
  }
  const linear = trackerAnswer({ tracker: 'linear', team: 'ENG' }, null);
  expect(planInit({ ...ANSWERS, tracker: linear })[0]?.text).toContain('api_key: $LINEAR_API_KEY');
});

test('what cannot be meant is said plainly', () => {
  for (const flags of [{ tracker: 'jira' }, { tracker: 'github' }, { tracker: 'linear' }]) {
    let error: unknown = null;
    try {
      trackerAnswer(flags, null);
    } catch (thrown) {
      error = thrown;
    }
    expect(failureOf(error)).toMatchObject({ code: 'invalid', nextStep: expect.stringMatching(/\w/) });
  }
});

test('the token is taken from the variable that is set, and addresses are understood', () => {
  const github = (repository: string, env = {}) =>
    trackerAnswer({ tracker: 'github', repository }, null, env);
  expect(github('https://github.com/acme/app')?.provider).toEqual({
    token: '$GITHUB_TOKEN',
    repository: 'acme/app',
  });
  expect(github('acme/app', { GH_TOKEN: 'x' })?.provider.token).toBe('$GH_TOKEN');
  expect(github('acme/app', { GH_TOKEN: 'x', GITHUB_TOKEN: 'y' })?.provider.token).toBe('$GITHUB_TOKEN');
  const project = 'https://linear.app/acme/project/launch-1a2b3c4d5e6f';
  expect(trackerAnswer({ tracker: 'linear', project }, null)?.provider).toEqual({
    api_key: '$LINEAR_API_KEY',
    project,
  });
});

test('C21 what is about to be written is tried, and whatever goes wrong is said with its next step', async () => {
  const server = await openLinearServer();
  const attempt = (flags: object, key: string | undefined, limitMs?: number) => {
    const answer = trackerAnswer({ tracker: 'linear', endpoint: server.url, team: 'ENG', ...flags }, null);
    if (!answer) throw new Error('there is no answer');
    return tryTracker(answer, { LINEAR_API_KEY: key }, limitMs);
  };
  const problem = (message: string) => ({ level: 'problem', message });
  try {
    expect((await attempt({}, server.key)).map(({ level }) => level)).toEqual(['ok', 'ok', 'ok']);
    expect(await attempt({}, undefined)).toMatchObject([
      { ...problem('The variable LINEAR_API_KEY is not set.'), nextStep: expect.stringContaining('export') },
    ]);
    expect(await attempt({}, 'wrong')).toMatchObject([problem('Linear does not accept the key.')]);
    expect(await attempt({ team: 'NOPE' }, server.key)).toContainEqual(
      expect.objectContaining(problem('The team NOPE is not there, or the key cannot see it.')),
    );
    expect(await attempt({ endpoint: 'http://example.com' }, server.key)).toMatchObject([
      problem('tracker.provider.endpoint must begin with https:// (http:// only for this machine itself).'),
    ]);
    server.order({ kind: 'slow', ms: 500 });
    expect(await attempt({}, server.key, 50)).toMatchObject([
      problem('Linear could not be asked: it did not answer within 0.05 s.'),
    ]);
  } finally {
    await server.close();
  }
});
