import { issueOf } from './issues.ts';
import { type Call, missing, type Route } from './route.ts';
import { issueShape } from './shapes.ts';
import type { StoredIssue } from './world.ts';

/** What an issue waits for: dependencies and sub-issues. */

const read =
  (of: (issue: StoredIssue) => readonly StoredIssue[]) =>
  (call: Call): ReturnType<Route['answer']> => {
    const issue = issueOf(call);
    return issue ? { list: of(issue).map(issueShape) } : missing();
  };

export const DEPENDENCY_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by',
    answer: read((issue) => issue.blockedBy),
  },
  {
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by',
    answer: (call) => {
      const issue = issueOf(call);
      const other = call.world.issueById(Number(call.body.issue_id));
      if (!issue || !other) return missing();
      if (!issue.blockedBy.includes(other)) issue.blockedBy.push(other);
      call.world.touch(issue);
      return { status: 201, body: issueShape(issue) };
    },
  },
  {
    method: 'DELETE',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by/{issue_id}',
    answer: (call) => {
      const issue = issueOf(call);
      const at = issue?.blockedBy.findIndex((each) => each.id === Number(call.params.issue_id)) ?? -1;
      if (!issue || at < 0) return missing();
      issue.blockedBy.splice(at, 1);
      call.world.touch(issue);
      return { status: 200, body: issueShape(issue) };
    },
  },
  {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues/{issue_number}/sub_issues',
    answer: read((issue) => issue.subIssues),
  },
];
