import { failureOf } from '@symphony/domain';
import { expect, test } from 'vitest';
import { trackerAnswer } from '../../src/init/index.ts';
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
