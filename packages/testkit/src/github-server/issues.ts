import { type Answer, type Call, DOCS, missing, type Route, unprocessable } from './route.ts';
import { issueShape } from './shapes.ts';
import { fullName, type StoredIssue, type StoredRepository } from './world.ts';

/** Issues of a repository: list, read, make, change. */

export const repositoryOf = ({ world, params }: Call): StoredRepository | null =>
  world.repository(params.owner ?? '', params.repo ?? '');

export const issueOf = (call: Call): StoredIssue | null =>
  repositoryOf(call)?.issues.find((each) => each.number === Number(call.params.issue_number)) ?? null;

function redirected(call: Call): Answer {
  const repository = repositoryOf(call);
  const moved = repository && call.world.transferredTo(repository, Number(call.params.issue_number));
  if (!moved) return missing();
  const location = `/repos/${fullName(moved.repository)}/issues/${moved.number}`;
  const body = { message: 'Moved Permanently', url: location, documentation_url: DOCS };
  return { status: 301, body, headers: { location } };
}

const names = (given: unknown): string[] | null =>
  Array.isArray(given)
    ? given.map((each) => (typeof each === 'string' ? each : String((each as { name: string }).name)))
    : null;

function list(repository: StoredRepository, query: URLSearchParams): object[] {
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((each) => each !== '');
  const since = query.has('since') ? Date.parse(query.get('since') ?? '') : 0;
  const assignee = query.get('assignee');
  const by = query.get('sort') === 'updated' ? 'updatedAt' : 'createdAt';
  const sign = query.get('direction') === 'asc' ? 1 : -1;
  return repository.issues
    .filter((each) => state === 'all' || each.state === state)
    .filter((each) => labels.every((label) => has(each.labels, label)))
    .filter((each) => Math.floor(each.updatedAt / 1000) * 1000 >= since)
    .filter((each) => assignee === null || assignee === '*' || each.assignees.includes(assignee))
    .toSorted((a, b) => sign * (a[by] - b[by] || a.number - b.number))
    .map(issueShape);
}

const has = (labels: readonly string[], label: string): boolean =>
  labels.some((each) => each.toLowerCase() === label.toLowerCase());

function change(call: Call, issue: StoredIssue): void {
  const { title, body, state, state_reason: reason, labels, assignees } = call.body;
  if (typeof title === 'string') issue.title = title;
  if (typeof body === 'string' || body === null) issue.body = body;
  if (state === 'open' || state === 'closed') issue.state = state;
  issue.stateReason = typeof reason === 'string' ? reason : issue.state === 'closed' ? 'completed' : null;
  if (names(labels)) issue.labels = names(labels) ?? [];
  for (const label of issue.labels) issue.repository.labels.add(label);
  if (names(assignees)) issue.assignees = names(assignees) ?? [];
  call.world.touch(issue);
}

export const ISSUE_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues',
    answer: (call) => {
      const repository = repositoryOf(call);
      return repository ? { list: list(repository, call.query) } : missing();
    },
  },
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues',
    answer: (call) => {
      const repository = repositoryOf(call);
      if (!repository) return missing();
      const issue = call.world.addIssue(repository, { author: call.user });
      change(call, issue);
      return { status: 201, body: issueShape(issue) };
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}',
    answer: (call) => {
      const issue = issueOf(call);
      return issue ? { status: 200, body: issueShape(issue) } : redirected(call);
    },
  },
  {
    method: 'PATCH',
    path: '/repos/{owner}/{repo}/issues/{issue_number}',
    answer: (call) => {
      const issue = issueOf(call);
      if (!issue) return missing();
      if (call.body.title === '') return unprocessable('Validation Failed');
      change(call, issue);
      return { status: 200, body: issueShape(issue) };
    },
  },
];
