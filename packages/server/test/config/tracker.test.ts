import { describe, expect, test } from 'vitest';
import { secretsOf } from '../../src/hosting/secrets.ts';
import { loadText, problemsOf } from './workspace.ts';

const AT = '.symphony/symphony.yaml';
const ENV = { WORK_TOKEN: 'from-the-environment' };
const github = (...more: string[]): string =>
  [
    'tracker:',
    '  kind: github',
    '  provider:',
    '    repository: acme/app',
    '    token: $WORK_TOKEN',
    ...more,
  ].join('\n');

describe('C21 the tracker is read by its adapter', () => {
  const CASES: readonly (readonly [string, string, Record<string, string>, readonly string[]])[] = [
    ['all is well', github(), ENV, []],
    [
      'a variable that is not set is told once',
      github(),
      {},
      [
        `\`tracker.provider.token\` is missing: the environment variable \`$WORK_TOKEN\` is not set or empty. (${AT}:5)`,
      ],
    ],
    [
      'a wrong value with its line',
      github('    endpoint: http://github.example.com'),
      ENV,
      [`\`tracker.provider.endpoint\` must begin with \`https://\`: a token goes there. (${AT}:6)`],
    ],
    [
      'a missing value at the nearest line',
      'tracker:\n  kind: github\n  provider:\n    token: $WORK_TOKEN\n',
      ENV,
      [`\`tracker.provider.repository\` is missing: write \`owner/name\`, or a \`project\`. (${AT}:3)`],
    ],
    ['what another kind has is not looked at', 'tracker:\n  provider:\n    repository: 3\n', {}, []],
  ];
  test.for(CASES)('%s', async ([, yaml, env, expected]) => {
    expect(await problemsOf(yaml, { env })).toEqual(expected);
  });
});

describe('states that are usual for the kind', () => {
  const CASES: readonly (readonly [string, string, object])[] = [
    [
      'the board',
      '',
      {
        activeStates: ['Todo', 'In Progress'],
        startedState: 'In Progress',
        reviewState: 'Review',
        mergedState: 'Done',
      },
    ],
    [
      'plain issues',
      github(),
      {
        activeStates: ['Open'],
        terminalStates: ['Closed'],
        startedState: null,
        reviewState: null,
        mergedState: 'Closed',
      },
    ],
    [
      'issues with labels as states',
      github('    state_labels: [In Progress, In Review]'),
      {
        activeStates: ['Open', 'In Progress'],
        startedState: 'In Progress',
        reviewState: 'In Review',
        mergedState: 'Closed',
      },
    ],
    [
      'a project',
      github('    project: acme/5'),
      {
        activeStates: ['Todo', 'In Progress'],
        startedState: 'In Progress',
        reviewState: null,
        mergedState: 'Done',
      },
    ],
    [
      'what the file says counts',
      github('  active_states: [Ready]', '  merged_state: null'),
      { activeStates: ['Ready'], startedState: null, mergedState: null },
    ],
  ];
  test.for(CASES)('%s', async ([, yaml, expected]) => {
    const result = await loadText(yaml, { env: ENV });
    if (!result.ok) throw new Error(result.problems.map((each) => each.message).join('\n'));
    expect(result.settings.tracker).toMatchObject(expected);
  });
});

test('svc-S8 the token is kept from records, and the name of the repository is not', async () => {
  const result = await loadText(github(), { env: { ...ENV, GITHUB_TOKEN: 'the-usual-one' } });
  if (!result.ok) throw new Error('it cannot be read');
  const secrets = secretsOf(result, [], {});
  expect(secrets).toContain('from-the-environment');
  expect(secrets).toContain('the-usual-one');
  expect(secrets).not.toContain('acme/app');
  expect(result.remote?.().kind).toBe('github');
});
