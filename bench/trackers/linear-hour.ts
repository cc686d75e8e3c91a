import { randomUUID } from 'node:crypto';
import { openLinearTracker, readLinearProvider } from '@symphony/adapters/tracker/linear';
import { blankIssue, KEY_LIMITS, openLinearServer } from '@symphony/testkit/linear-server';
import { type Hour, playHour } from './hour.ts';

/** Every twentieth issue waits for another one, every tenth has a sub-issue. */
const WAITS = 20;
const HAS_PART = 10;

export async function playLinear(items: number, intervalMs: number): Promise<Hour> {
  let now = Date.parse('2026-01-05T09:00:00Z');
  const server = await openLinearServer({ now: () => now });
  const { workspace, key, url: endpoint } = server;
  const stamp = () => new Date(now).toISOString();
  const team = workspace.teams[0]?.id ?? '';
  const stateOf = (name: string): string =>
    workspace.states.find((each) => each.team === team && each.name === name)?.id ?? '';
  const label = { id: randomUUID(), name: 'chore', team: null, isGroup: false };
  workspace.labels.push(label);
  const add = (): void => {
    const issue = blankIssue(workspace, team, stateOf('Todo'), stamp());
    issue.title = `Issue ${issue.number}`;
    issue.description = 'What to do.'.repeat(40);
    issue.labels = [label.id];
    const before = workspace.issues.at(-1);
    if (before && issue.number % HAS_PART === 0) issue.parent = before.id;
    workspace.issues.push(issue);
    if (!before || issue.number % WAITS !== 1) return;
    const relation = { id: randomUUID(), type: 'blocks', issue: before.id, relatedIssue: issue.id };
    workspace.relations.push({ ...relation, updatedAt: stamp() });
  };
  for (let made = 0; made < items; made++) {
    now += 1000;
    add();
  }
  const read = readLinearProvider({ endpoint, api_key: key, team: 'ENG' }, {});
  if (!read.ok) throw new Error('The provider cannot be read.');
  const states = ['Todo', 'In Progress'];
  const tracker = openLinearTracker({
    settings: read.settings,
    states: { active: states, terminal: ['Done'] },
    now: () => now,
  });
  const issueAt = (at: number) => {
    const issue = workspace.issues[at % workspace.issues.length];
    if (!issue) throw new Error('There are no issues.');
    issue.updatedAt = stamp();
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
        issueAt(at).description = `Edited at ${now}`;
      },
      turn: (at) => {
        const issue = issueAt(at);
        issue.state = issue.state === stateOf('Todo') ? stateOf('Done') : stateOf('Todo');
      },
      add,
    },
    items,
    intervalMs,
  );
  const { length: requests } = server.requests;
  const points = server.requests.reduce((sum, request) => sum + request.points, 0);
  await server.close();
  return {
    tracker: 'linear',
    items,
    ...played,
    requests,
    unchanged: 0,
    counted: { used: requests, limit: KEY_LIMITS.requests },
    points: { used: points, limit: KEY_LIMITS.complexity },
  };
}
