import { openGitHubTracker, readGitHubProvider } from '@symphony/adapters/tracker/github';
import { openGitHubServer, TEST_TOKEN } from '@symphony/testkit/github-server';
import { type Hour, playHour } from './hour.ts';

/** Of an account, for REST requests and GraphQL points alike. */
const LIMIT = 5_000;

export async function playGitHub(
  form: 'issues' | 'project',
  items: number,
  intervalMs: number,
): Promise<Hour> {
  let now = Date.parse('2026-01-05T09:00:00Z');
  const server = await openGitHubServer({ repositories: ['acme/app'], now: () => now });
  const { world } = server;
  const repository = world.repository('acme', 'app');
  if (!repository) throw new Error('There is no repository.');
  const project = world.addProject('acme', { Status: ['Todo', 'In Progress', 'Done'], Priority: ['High'] });
  const add = (): void => {
    const number = repository.issues.length + 1;
    const labels = number % 3 === 0 ? ['bug', 'ui'] : ['chore'];
    const body = 'What to do.'.repeat(40);
    const issue = world.addIssue(repository, { title: `Issue ${number}`, body, labels });
    world.addProjectItem(project, issue, { Status: 'Todo' });
  };
  for (let made = 0; made < items; made++) {
    now += 1000;
    add();
  }
  const scope = form === 'project' ? { project: `acme/${project.number}` } : {};
  const read = readGitHubProvider(
    { endpoint: server.url, token: TEST_TOKEN, repository: 'acme/app', ...scope },
    {},
  );
  if (!read.ok) throw new Error('The provider cannot be read.');
  const states = form === 'project' ? ['Todo', 'In Progress'] : ['Open'];
  const tracker = openGitHubTracker({
    settings: read.settings,
    states: { active: states, terminal: [] },
    now: () => now,
  });
  const issueAt = (at: number) => {
    const issue = repository.issues[at % repository.issues.length];
    if (!issue) throw new Error('There are no issues.');
    return issue;
  };
  const played = await playHour(
    {
      tracker,
      states,
      pass: (ms) => {
        now += ms;
      },
      edit: (at) => {
        const issue = issueAt(at);
        issue.body = `Edited at ${now}`;
        world.touch(issue);
      },
      turn: (at) => {
        const issue = issueAt(at);
        issue.state = issue.state === 'open' ? 'closed' : 'open';
        world.touch(issue);
      },
      add,
    },
    items,
    intervalMs,
  );
  const { requests, unchanged, core, graphql } = server.meter.counted;
  await server.close();
  return {
    tracker: `github ${form}`,
    items,
    ...played,
    requests,
    unchanged,
    counted: { used: core, limit: LIMIT },
    points: { used: graphql, limit: LIMIT },
  };
}
