import { blankIssue, openLinearServer } from '@symphony/testkit/linear-server';
import { expect, test } from 'vitest';
import { readRemoteTracker } from '../src/trackers.ts';

test('svc-V3 Linear is chosen by its kind: its map is read, and what it opens reads issues', async () => {
  const server = await openLinearServer();
  try {
    const { workspace, url: endpoint, key } = server;
    const [team] = workspace.teams;
    const todo = workspace.states.find(({ name }) => name === 'Todo');
    const issue = blankIssue(workspace, team?.id ?? '', todo?.id ?? '', new Date(0).toISOString());
    issue.title = 'Do it';
    workspace.issues.push(issue);
    const reading = await readRemoteTracker('linear', { team: 'ENG', endpoint }, { LINEAR_API_KEY: key });
    if (!reading?.ok) throw new Error(JSON.stringify(reading));
    expect(reading.secrets).toEqual([key]);
    const tracker = reading.open({ active: ['Todo'], terminal: ['Done'] });
    expect((await tracker.fetchByStates(['Todo'])).items).toMatchObject([
      { identifier: 'ENG-1', title: 'Do it' },
    ]);
  } finally {
    await server.close();
  }
});

test('svc-V3 without a key the file is refused, by the family the specification names', async () => {
  expect(await readRemoteTracker('linear', { team: 'ENG' }, {})).toMatchObject({
    ok: false,
    problems: [{ path: ['api_key'], family: 'missing_tracker_secret' }],
  });
});
