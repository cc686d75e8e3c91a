import { fullName, instant, type StoredComment, type StoredIssue, type StoredRepository } from './world.ts';

/** Records as the REST API tells them. */

const API = 'https://api.github.com';
const WEB = 'https://github.com';

const idOf = (text: string): number =>
  [...text].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 1e6, 7);

export const userShape = (login: string): object => {
  const url = `${API}/users/${login}`;
  return {
    login,
    id: idOf(login),
    node_id: `U_${idOf(login)}`,
    avatar_url: `${WEB}/${login}.png`,
    gravatar_id: '',
    url,
    html_url: `${WEB}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: 'User',
    site_admin: false,
  };
};

export const labelShape = (repository: StoredRepository, name: string): object => ({
  id: idOf(name),
  node_id: `LA_${idOf(name)}`,
  url: `${API}/repos/${fullName(repository)}/labels/${encodeURIComponent(name)}`,
  name,
  description: null,
  color: 'ededed',
  default: false,
});

export function issueShape(issue: StoredIssue): object {
  const { repository, number, blockedBy, subIssues } = issue;
  const url = `${API}/repos/${fullName(repository)}/issues/${number}`;
  const web = `${repository.web}/${fullName(repository)}/${issue.pullRequest ? 'pull' : 'issues'}/${number}`;
  const assignees = issue.assignees.map(userShape);
  const completed = subIssues.filter(({ state }) => state === 'closed').length;
  const blocking = repository.issues.filter((each) => each.blockedBy.includes(issue));
  return {
    id: issue.id,
    node_id: issue.nodeId,
    url,
    repository_url: `${API}/repos/${fullName(repository)}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: web,
    number,
    state: issue.state,
    state_reason: issue.stateReason,
    title: issue.title,
    body: issue.body,
    user: userShape(issue.author),
    labels: issue.labels.map((each) => labelShape(repository, each)),
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    locked: false,
    active_lock_reason: null,
    comments: issue.comments.length,
    closed_at: issue.state === 'closed' ? instant(issue.updatedAt) : null,
    created_at: instant(issue.createdAt),
    updated_at: instant(issue.updatedAt),
    author_association: 'MEMBER',
    sub_issues_summary: {
      total: subIssues.length,
      completed,
      percent_completed: subIssues.length === 0 ? 0 : Math.round((100 * completed) / subIssues.length),
    },
    issue_dependencies_summary: {
      blocked_by: blockedBy.filter(({ state }) => state === 'open').length,
      total_blocked_by: blockedBy.length,
      blocking: blocking.filter(({ state }) => state === 'open').length,
      total_blocking: blocking.length,
    },
    ...(issue.pullRequest
      ? { pull_request: { url, html_url: web, diff_url: `${web}.diff`, patch_url: `${web}.patch` } }
      : {}),
  };
}

const APP = {
  id: 37,
  slug: 'some-app',
  node_id: 'A_37',
  owner: userShape('some-app'),
  name: 'Some app',
  description: null,
  external_url: 'https://some-app.example',
  html_url: `${WEB}/apps/some-app`,
  created_at: instant(0),
  updated_at: instant(0),
  permissions: { issues: 'write' },
  events: [],
};

export function commentShape(issue: StoredIssue, comment: StoredComment): object {
  const { id, author, body, createdAt, editedAt = createdAt, viaApp = false } = comment;
  const repository = fullName(issue.repository);
  return {
    id,
    node_id: `IC_${id}`,
    url: `${API}/repos/${repository}/issues/comments/${id}`,
    html_url: `${issue.repository.web}/${repository}/issues/${issue.number}#issuecomment-${id}`,
    issue_url: `${API}/repos/${repository}/issues/${issue.number}`,
    body,
    user: userShape(author),
    created_at: instant(createdAt),
    updated_at: instant(editedAt),
    author_association: 'MEMBER',
    performed_via_github_app: viaApp ? APP : null,
  };
}
