import { openGitHubTracker, readGitHubProvider } from '@symphony/adapters/tracker/github';
import { openGitHubServer, TEST_TOKEN } from '@symphony/testkit/github-server';

export type Form = 'issues' | 'project';

export interface Hour {
  readonly form: Form;
  readonly items: number;
  readonly polls: number;
  readonly changes: number;
  readonly requests: number;
  /** Answered `304`, for nothing. */
  readonly unchanged: number;
  readonly rest: number;
  readonly points: number;
}

const HOUR_MS = 3_600_000;
const LIMIT = 5_000;
/** Of GitHub's hourly budget, in percent, the fuller of the two. */
export const shareOf = ({ rest, points }: Hour): number => (100 * Math.max(rest, points)) / LIMIT;

/**
 * One hour of polling, played against the stand-in with a clock of its own: every poll reads the
 * active states and then eight items by id, as the conductor does with what is being worked on.
 * Between polls an issue is edited, opened or closed, in turn, so that the rest is not all `304`.
 */
export async function playHour(form: Form, items: number, intervalMs: number): Promise<Hour> {
  let now = Date.parse('2026-01-05T09:00:00Z');
  const server = await openGitHubServer({ repositories: ['acme/app'], now: () => now });
  const { world } = server;
  const repository = world.repository('acme', 'app');
  if (!repository) throw new Error('There is no repository.');
  const project = world.addProject('acme', { Status: ['Todo', 'In Progress', 'Done'], Priority: ['High'] });
  const add = (number: number): void => {
    const labels = number % 3 === 0 ? ['bug', 'ui'] : ['chore'];
    const issue = world.addIssue(repository, {
      title: `Issue ${number}`,
      body: 'What to do.'.repeat(40),
      labels,
    });
    world.addProjectItem(project, issue, { Status: 'Todo' });
  };
  for (let number = 1; number <= items; number++) {
    now += 1000;
    add(number);
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
  let polls = 0;
  let changes = 0;
  for (const end = now + HOUR_MS; now < end; now += intervalMs) {
    const { items: found } = await tracker.fetchByStates(states);
    if (found.length < items - 1) throw new Error(`Only ${found.length} of ${items} were found.`);
    await tracker.fetchByIds(found.slice(0, 8).map(({ id }) => id));
    polls += 1;
    if (polls % 2 === 0) continue;
    changes += 1;
    const issue = repository.issues[(polls * 37) % repository.issues.length];
    if (changes % 3 === 0) add(items + changes);
    else if (issue && changes % 3 === 1) {
      issue.body = `Edited at ${now}`;
      world.touch(issue);
    } else if (issue) {
      issue.state = issue.state === 'open' ? 'closed' : 'open';
      world.touch(issue);
    }
  }
  const { requests, unchanged, core, graphql } = server.meter.counted;
  await server.close();
  return { form, items, polls, changes, requests, unchanged, rest: core, points: graphql };
}
