import { mergeState } from './protection.ts';
import { PullDesk, type StoredPull } from './pull-desk.ts';
import { labelShape, userShape } from './shapes.ts';
import { fullName, instant, type StoredRepository, type World } from './world.ts';

/** Pull requests and repositories as the REST API tells them. */

const API = 'https://api.github.com';

const ADDRESSES =
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees'.split(
    ' ',
  );
const COUNTS =
  'forks forks_count open_issues open_issues_count size stargazers_count watchers watchers_count network_count subscribers_count'.split(
    ' ',
  );

export function repositoryShape(repository: StoredRepository): object {
  const name = fullName(repository);
  const url = `${API}/repos/${name}`;
  return {
    id: repository.id,
    node_id: `R_${repository.id}`,
    name: repository.name,
    full_name: name,
    owner: userShape(repository.owner),
    private: false,
    description: null,
    fork: false,
    homepage: null,
    language: null,
    license: null,
    mirror_url: null,
    default_branch: repository.defaultBranch,
    archived: false,
    disabled: false,
    ...Object.fromEntries(ADDRESSES.map((each) => [`${each}_url`, `${url}/${each}`])),
    ...Object.fromEntries(COUNTS.map((each) => [each, 0])),
    ...Object.fromEntries(
      'issues projects wiki pages downloads discussions'.split(' ').map((each) => [`has_${each}`, false]),
    ),
    ...Object.fromEntries(
      ['clone', 'git', 'ssh', 'svn'].map((each) => [`${each}_url`, `${repository.web}/${name}.git`]),
    ),
    url,
    html_url: `${repository.web}/${name}`,
    pushed_at: instant(0),
    created_at: instant(0),
    updated_at: instant(0),
    permissions: { admin: false, push: true, pull: true },
  };
}

/** `whole`: as it is told alone, not in a list. */
export async function pullShape(world: World, pull: StoredPull, whole: boolean): Promise<object> {
  const desk = PullDesk.of(world);
  const { issue, headRef, baseRef, merged } = pull;
  const { repository, number } = issue;
  const url = `${API}/repos/${fullName(repository)}/pulls/${number}`;
  const web = `${repository.web}/${fullName(repository)}/pull/${number}`;
  const links = { comments: url, commits: url, statuses: url, html: web, issue: url, review_comments: url };
  const end = (ref: string, sha: string) => ({
    label: `${repository.owner}:${ref}`,
    ref,
    sha,
    repo: repositoryShape(repository),
    user: userShape(repository.owner),
  });
  const standing = whole ? await mergeState(world, pull) : 'UNKNOWN';
  const ended = issue.state === 'closed' ? instant(issue.updatedAt) : null;
  return {
    id: issue.id,
    node_id: issue.nodeId,
    number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    draft: pull.draft,
    locked: false,
    user: userShape(issue.author),
    author_association: 'MEMBER',
    auto_merge: null,
    assignee: null,
    milestone: null,
    labels: issue.labels.map((each) => ({ ...labelShape(repository, each), description: '' })),
    requested_reviewers: pull.reviewers.map(userShape),
    requested_teams: [],
    head: end(headRef, await desk.headOf(pull)),
    base: end(baseRef, (await desk.branch(repository, baseRef)) ?? ''),
    merge_commit_sha: merged?.commit ?? null,
    merged_at: merged ? ended : null,
    closed_at: ended,
    created_at: instant(issue.createdAt),
    updated_at: instant(issue.updatedAt),
    url,
    html_url: web,
    diff_url: `${web}.diff`,
    patch_url: `${web}.patch`,
    issue_url: url,
    comments_url: url,
    commits_url: url,
    review_comment_url: url,
    review_comments_url: url,
    statuses_url: url,
    _links: Object.fromEntries(
      Object.entries({ ...links, review_comment: url, self: url }).map(([key, href]) => [key, { href }]),
    ),
    ...(whole
      ? {
          merged: merged !== null,
          merged_by: merged ? userShape(issue.author) : null,
          mergeable: issue.state === 'open' ? standing !== 'DIRTY' : null,
          mergeable_state: standing.toLowerCase(),
          maintainer_can_modify: false,
          additions: 1,
          deletions: 0,
          changed_files: 1,
          commits: 1,
          comments: issue.comments.length,
          review_comments: pull.threads.length,
        }
      : {}),
  };
}
