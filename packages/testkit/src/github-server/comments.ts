import { issueOf, repositoryOf } from './issues.ts';
import { type Call, missing, type Route } from './route.ts';
import { commentShape, labelShape } from './shapes.ts';
import type { StoredComment, StoredIssue } from './world.ts';

/** Comments and labels of an issue. */

const labels = (issue: StoredIssue) => issue.labels.map((each) => labelShape(issue.repository, each));

const relabel = (call: Call, issue: StoredIssue, names: readonly string[]) => {
  issue.labels = [...new Map(names.map((each) => [each.toLowerCase(), each])).values()];
  for (const label of issue.labels) issue.repository.labels.add(label);
  call.world.touch(issue);
  return { status: 200, body: labels(issue) };
};

const changedAt = ({ createdAt, editedAt }: StoredComment): number => editedAt ?? createdAt;

/** Before those of one issue: its path fits theirs too. */
export const REPOSITORY_COMMENTS: Route = {
  method: 'GET',
  path: '/repos/{owner}/{repo}/issues/comments',
  answer: (call) => {
    const repository = repositoryOf(call);
    if (!repository) return missing();
    const { query } = call;
    const since = query.has('since') ? Date.parse(query.get('since') ?? '') : 0;
    const sign = query.get('direction') === 'desc' ? -1 : 1;
    const all = repository.issues.flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })));
    const list = all
      .filter(({ comment }) => Math.floor(changedAt(comment) / 1000) * 1000 >= since)
      .toSorted((a, b) => sign * (changedAt(a.comment) - changedAt(b.comment) || a.comment.id - b.comment.id))
      .map(({ issue, comment }) => commentShape(issue, comment));
    return { list };
  },
};

export const COMMENT_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/comments/{comment_id}',
    answer: (call) => {
      const id = Number(call.params.comment_id);
      const issue = repositoryOf(call)?.issues.find(({ comments }) =>
        comments.some((each) => each.id === id),
      );
      const comment = issue?.comments.find((each) => each.id === id);
      return issue && comment ? { status: 200, body: commentShape(issue, comment) } : missing();
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
    answer: (call) => {
      const issue = issueOf(call);
      return issue ? { list: issue.comments.map((each) => commentShape(issue, each)) } : missing();
    },
  },
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/comments',
    answer: (call) => {
      const issue = issueOf(call);
      if (!issue) return missing();
      const comment = call.world.addComment(issue, call.user, String(call.body.body));
      return { status: 201, body: commentShape(issue, comment) };
    },
  },
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/labels',
    answer: (call) => {
      const issue = issueOf(call);
      const more = Array.isArray(call.body.labels) ? call.body.labels.map(String) : [];
      return issue ? relabel(call, issue, [...issue.labels, ...more]) : missing();
    },
  },
  {
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
    answer: (call) => {
      const issue = issueOf(call);
      const name = (call.params.name ?? '').toLowerCase();
      const left = issue?.labels.filter((each) => each.toLowerCase() !== name) ?? [];
      if (!issue || left.length === issue.labels.length) return missing();
      return relabel(call, issue, left);
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/labels',
    answer: (call) => {
      const repository = repositoryOf(call);
      if (!repository) return missing();
      return { list: [...repository.labels].map((each) => labelShape(repository, each)) };
    },
  },
];
