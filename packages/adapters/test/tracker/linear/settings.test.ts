import type { Json } from '@symphony/domain';
import { describe, expect, test } from 'vitest';
import { readLinearProvider } from '../../../src/tracker/linear/index.ts';

const KEY = 'lin_api_0123456789';
const ENV = { LINEAR_API_KEY: KEY, OTHER: 'lin_api_other', BLANK: ' ', BROKEN: 'lin_api\nX-Header: 1' };

const read = (provider: Record<string, Json>, env: Record<string, string> = ENV) =>
  readLinearProvider(provider, env);

describe('svc-V3 the provider map', () => {
  test('its defaults', () => {
    expect(read({ project_slug: '1a2b3c4d5e6f', else: { kept: true } })).toEqual({
      ok: true,
      settings: {
        apiKey: KEY,
        endpoint: 'https://api.linear.app/graphql',
        project: '1a2b3c4d5e6f',
        team: null,
        assignee: null,
        subIssues: true,
        timeoutMs: 30_000,
      },
    });
  });

  const settings = [
    [{ team: 'ENG' }, { team: 'ENG', project: null }],
    [
      { team: 'ENG', project_slug: 'x' },
      { team: 'ENG', project: 'x' },
    ],
    [
      { project: 'https://linear.app/acme/project/big-launch-1a2b3c4d5e6f/overview' },
      { project: '1a2b3c4d5e6f' },
    ],
    [{ project: 'big-launch-1a2b3c4d5e6f' }, { project: '1a2b3c4d5e6f' }],
    [{ team: 'ENG', api_key: '$OTHER' }, { apiKey: 'lin_api_other' }],
    [{ team: 'ENG', api_key: 'lin_api_resolved' }, { apiKey: 'lin_api_resolved' }],
    [{ team: 'ENG', assignee: ' me ' }, { assignee: 'me' }],
    [{ team: 'ENG', sub_issues: false }, { subIssues: false }],
    [{ team: 'ENG', endpoint: 'http://127.0.0.1:80/x' }, { endpoint: 'http://127.0.0.1/x' }],
    [
      { team: 'ENG', endpoint: 'https://proxy.example/graphql' },
      { endpoint: 'https://proxy.example/graphql' },
    ],
  ] as const;
  test.each(settings)('%j', (provider, expected) =>
    expect(read(provider)).toMatchObject({ ok: true, settings: expected }),
  );

  const secret = 'missing_tracker_secret';
  const config = 'invalid_tracker_config';
  const problems = [
    [{}, ['project_slug'], config],
    [{ team: '' }, ['team'], config],
    [{ team: ['ENG'] }, ['team'], config],
    [{ team: 'ENG', api_key: '$NOWHERE' }, ['api_key'], secret],
    [{ team: 'ENG', api_key: '' }, ['api_key'], secret],
    [{ team: 'ENG', api_key: '$BLANK' }, ['api_key'], secret],
    [{ team: 'ENG', api_key: '$BROKEN' }, ['api_key'], secret],
    [{ team: 'ENG', api_key: { a: 1 } }, ['api_key'], secret],
    [{ team: 'ENG', endpoint: 'http://linear.example/graphql' }, ['endpoint'], config],
    [{ team: 'ENG', endpoint: 'http://127.0.0.1.example/' }, ['endpoint'], config],
    [{ team: 'ENG', endpoint: 'https://me:secret@linear.example/' }, ['endpoint'], config],
    [{ team: 'ENG', endpoint: 'ftp://127.0.0.1/' }, ['endpoint'], config],
    [{ team: 'ENG', endpoint: 'linear' }, ['endpoint'], config],
    [{ team: 'ENG', sub_issues: 'maybe' }, ['sub_issues'], config],
    [{ team: 'ENG', assignee: '' }, ['assignee'], config],
  ] as const;
  test.each(problems)('%j is a problem of %j', (provider, path, family) => {
    const reading = read(provider as Record<string, Json>);
    expect(reading).toEqual({
      ok: false,
      problems: [{ path, family, sentence: expect.stringMatching(/\.$/) }],
    });
    expect(JSON.stringify(reading)).not.toMatch(/lin_api|secret@/);
  });

  test('all problems are told at once', () => {
    const reading = read({ endpoint: 'x', sub_issues: 'y' }, {});
    expect(reading.ok ? [] : reading.problems.map(({ path }) => path[0])).toEqual([
      'api_key',
      'endpoint',
      'sub_issues',
      'project_slug',
    ]);
  });
});
